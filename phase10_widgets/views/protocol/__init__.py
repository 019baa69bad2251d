"""The wire: the only definition of every view, message and refusal between Python and a browser.

Each module has the types of one widget. ``python -m devtools.generate.protocol``, or the front end's check, writes the
same types for TypeScript to the file of the same name in ``frontend/src/protocol``, which git does not hold; mypy
checks the builders and tsc the components against them. Cards are words in rulebook notation, a list of cards is one
text with spaces; seats count from 0, phases and rounds from 1.
"""
