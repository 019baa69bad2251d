"""The wire: the only definition of every view, message and refusal between Python and a browser.

Each module has the types of one widget. ``python -m devtools.generate.protocol`` writes the same types for TypeScript,
to the file of the same name in ``frontend/src/protocol``; mypy checks the builders and tsc the components against
them. Cards are words in rulebook notation, a list of cards is one text with spaces; seats count from 0, phases and
rounds from 1.
"""
