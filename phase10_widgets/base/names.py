"""Validate the names of people, players, house rules, editions and questions, and display user text safely.

A name is visible text in NFC. It consists of letters, digits, spaces and symbols from any language, with joiners only
between the characters they join. Code that accepts a name calls `checked_name`; code that reads a stored name calls
`mended_name`.
"""

from __future__ import annotations

import re
from unicodedata import bidirectional, category, normalize

from .translatable import Refusal, phrase

ISOLATES = "\u2068", "\u2069"
"""The characters that isolate text from the writing direction of the surrounding text."""
ZWNJ, ZWJ = "\u200c", "\u200d"
STACKERS = (
    "\u1039\u17d2\u1a60\u1bab\u2d7f\uaaf6\U00010a3f\U0001107f\U00011133\U000113d0\U0001193e\U00011a47"
    "\U00011a99\U00011d45\U00011d97\U00011f42"
)
"""Invisible marks that stack the next letter below the previous one (Unicode's Invisible_Stacker)."""
JOINERS = (ZWNJ, ZWJ, *STACKERS)
NOT_TEXT = phrase("a name must be text of 1 to {most} characters, not {name}")
TOO_LONG = phrase("a name may have at most {most} characters, but this one has {n}")
UNSEEN = phrase("a name needs a visible character: a letter, a digit or a symbol")
NOT_ALLOWED = phrase(
    "a name may contain only letters, digits, spaces and symbols, but character {at} of this one is {sign}"
)
MARKED = phrase("a name cannot end in {end}, which marks computer players")
NOTHING_TO_JOIN = phrase("a joiner belongs between two letters or two emoji, but character {at} of this name is {sign}")
_SPACES = re.compile(r"[ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_BLANK = frozenset("\u2800\U00016fe4\U0001bc9d\U0001d159")
"""Characters that look blank."""
_IGNORABLE = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default-ignorable characters (UAX 44), which are invisible."""
_VARIANT = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors, which determine the form of the preceding character."""
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
"""Flag emoji for regions such as Scotland: a black flag followed by invisible letters."""
_FORMULA = re.compile("((?:^|[;,|])[\\s\"']*)([=+@\uff1d\uff0b\uff0d\uff20-])")
"""A character that can start a formula, in a position where a cell can start."""
_COMPUTER = re.compile(r"\((computer|computer player|computerspieler)\)$")
"""The suffixes that the app adds to computer players' names, in lowercase."""
_TWINS = """
    AАΑᎪꓮ BВΒᏴꓐ CСϹᏟꓚ DᎠꓓ EЕΕᎬꓰ Fꓝ GᏀꓖ HНΗᎻꓧ IІΙӀꓲ JЈͿᎫꓙ KКΚᏦꓗ LᏞԼꓡ MМΜᎷꓟ NΝꓠ OОΟՕꓳ PРΡᏢꓑ QԚ RᎡᏒꓣ SЅՏᏚꓢ TТΤᎢꓔ
    UՍꓴ VѴᏙꓦ WԜᎳꓪ XХΧꓫ YУΥҮꓬ ZΖᏃꓜ aаαɑ cсϲ dԁ eеҽ gɡց hһհ iіιı jјϳյ kκ lӏǀ nոη oоοօ pрρ qԛզ sѕ uυս vνѵ wԝ xхχ yуγү
"""  # noqa: RUF001
"""Latin letters, each with its lookalikes from other scripts."""
_LATIN = {ord(twin): each[0] for each in _TWINS.split() for twin in each[1:]}
_LETTERS, _MARKS, _EMOJI = ("Lu", "Ll", "Lt", "Lm", "Lo"), ("Mn", "Mc", "Me"), ("So", "Sm", "Sk")
_VISIBLE = (*_LETTERS, "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sc", *_EMOJI)


def checked_name(name: object, most: int, error: type[Refusal] = Refusal) -> str:
    """Return a name in NFC, with single spaces between its words.

    >>> checked_name("  Zoe\\u0308   Ann ", 20)
    'Zoë Ann'
    >>> checked_name("\\u3164", 20)
    Traceback (most recent call last):
    ...
    phase10_widgets.base.translatable.Refusal: a name needs a visible character: a letter, a digit or a symbol

    Args:
        name: the proposed name.
        most: the maximum number of characters.
        error: the type of error to raise.

    Raises:
        Refusal: the name is not text, is empty or too long, or has invisible characters.
    """
    if not isinstance(name, str):
        raise error(NOT_TEXT, most=most, name=f"{name!r:.40}")
    found = _spaced(name)
    if not _is_visible(found):
        raise error(UNSEEN)
    if at := _fault(found):
        sign = f"U+{ord(found[at - 1]):04X}"
        raise error(NOTHING_TO_JOIN if found[at - 1] in JOINERS else NOT_ALLOWED, at=at, sign=sign)
    if len(found) > most:
        raise error(TOO_LONG, most=most, n=len(found))
    if end := _COMPUTER.search(_in_latin(found)):
        raise error(MARKED, end=end[0])
    return found


def mended_name(name: object, most: int, error: type[Refusal] = Refusal) -> str:
    """Return a name from a file, without characters that were once allowed but that `checked_name` now rejects.

    >>> mended_name("Ana\\u200d\\u3164", 20), mended_name("\\u3164", 20)
    ('Ana', '')

    Raises:
        Refusal: as for `checked_name`, if no version has ever allowed this name.
    """
    if not isinstance(name, str) or len(name) > most or not is_harmless(name):
        return checked_name(name, most, error)
    found = _spaced(name)
    while at := _fault(found):
        found = _spaced(found[: at - 1] + found[at:])
    while _COMPUTER.search(_in_latin(found)):
        found = found[: max(map(found.rfind, "(\uff08"))].strip()
    return found if _is_visible(found) else ""


def looks_of(name: str) -> frozenset[str]:
    """Return a name's normalized forms: one as written and one with Latin lookalikes. Names that share a form look
    alike.

    >>> [bool(looks_of("Teacher") & looks_of(name)) for name in ("teacher\\u200c", "T\\u0435acher", "Teachers")]
    [True, True, False]
    """
    return frozenset({_seen(name), _in_latin(name)})


def _in_latin(name: str) -> str:
    return _seen(normalize("NFKD", name).translate(_LATIN))


def _seen(name: str) -> str:
    """Return the visible characters of a name, in lowercase."""
    shown = (" " if sign in _BLANK else sign for sign in normalize("NFKC", name).casefold())
    seen = (sign for sign in shown if not _IGNORABLE.match(sign) and sign not in STACKERS)
    return " ".join(normalize("NFKC", "".join(seen)).casefold().split())


def plain_line(text: object, most: int = 300) -> str:
    """Return untrusted text for one line of a terminal, with control characters replaced by spaces.

    >>> plain_line("a\\x1b[2Jb\\n")
    'a [2Jb'
    """
    return "".join(sign if is_harmless(sign) else " " for sign in str(text)[:most]).strip()


def is_harmless(text: str) -> bool:
    """Return True if the text has no control characters, such as line breaks.

    >>> is_harmless("Ana"), is_harmless("A\u202eB")
    (True, False)
    """
    return all(sign.isprintable() or sign in JOINERS for sign in text)


def spreadsheet_cell(value: object) -> object:
    """Return a value as a table cell that is never read as a formula by spreadsheets that split cells at `,`, `;`, `|`
    or tabs.

    The German version of Excel splits on semicolons. An apostrophe turns a formula into text. A spreadsheet that
    splits at other characters, such as spaces, is not protected.

    >>> spreadsheet_cell("=1+1"), spreadsheet_cell("x;=1+1"), spreadsheet_cell("7-2"), spreadsheet_cell(-0.5)
    ("'=1+1", "x;'=1+1", '7-2', -0.5)
    """
    return _FORMULA.sub(r"\1'\2", plain_line(value, len(value))) if isinstance(value, str) else value


def isolated(text: str) -> str:
    """Return the text for use in a sentence, isolated so that right-to-left text does not rearrange the rest.

    >>> isolated("Ana"), isolated("דנה") == "\\u2068דנה\\u2069"
    ('Ana', True)
    """
    turns = not text.isascii() and any(bidirectional(sign) in ("R", "AL", "AN") for sign in text)
    return text.join(ISOLATES) if turns else text


def _spaced(name: str) -> str:
    return _SPACES.sub(" ", normalize("NFC", name)).strip(" ")


def _is_visible(name: str) -> bool:
    return any(category(sign) in _VISIBLE and not _IGNORABLE.match(sign) and sign not in _BLANK for sign in name)


def _shows_nothing(sign: str) -> bool:
    """Return True if a character is invisible, in which case its neighbors determine whether it is allowed."""
    return bool(_IGNORABLE.match(sign)) or sign in STACKERS or (sign in _BLANK and category(sign) in _MARKS)


def _fault(name: str) -> int:
    """Return the one-based position of the first forbidden character, or 0 if all are allowed."""
    flags = {at for flag in _FLAG.finditer(name) for at in range(*flag.span())}
    for at, sign in enumerate(name):
        if at in flags or (category(sign) in (*_VISIBLE, *_MARKS, "Zs") and not _shows_nothing(sign)):
            continue
        before = _base(name[:at])
        if _VARIANT.match(sign):
            fine = at > 0 and category(name[at - 1]) in _VISIBLE
        else:
            fine = sign in JOINERS and _joins(sign, before, name[at + 1 : at + 2])
        if not fine:
            return at + 1
    return 0


def _base(name: str) -> str:
    """Return the last character that is not a combining mark."""
    return next((sign for sign in reversed(name) if category(sign) not in _MARKS), "")


def _joins(joiner: str, before: str, after: str) -> bool:
    """Return True if a joiner is between two letters, or a ZWJ between two emoji."""
    kinds = [category(sign) if sign else "" for sign in (before, after)]
    return all(kind in _LETTERS for kind in kinds) or (joiner == ZWJ and all(kind in _EMOJI for kind in kinds))
