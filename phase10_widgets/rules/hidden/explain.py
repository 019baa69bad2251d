"""Explanations of a round: the possible origins of each card that a seat saw.

Most rounds have a single explanation. There are several if a played card may have come from several buckets, if a saved
card may be one that was picked up, or if several cards with the same back may have been drawn after a reshuffle.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from random import Random

from ..cards import Card
from ..events import CardHit, Discarded, Drawn, Event, Flipped, PhaseLaid, Reshuffled, Saved
from ..observation import BacksSeen, Observation, RecallStart
from .places import FRESH, Bucket, Faces, Glimpse, Impossible, OpenPlay, Places, Stock, face_of, less, pair, upright
from .weights import PlayCounts, pick_by_weight, walked, weight

MOST_EXPLANATIONS = 400
"""The maximum number of explanations kept; if there are more, a sample is kept, chosen in proportion to their
weights."""
MOST_ATTEMPTS = 300
"""The number of attempts to sample the sources of all open plays before ``walked`` takes over."""
FOLLOWED = -1
"""The origin of a tracked card, used in place of a bucket number."""
OPEN = -2
"""An origin that is still open; ``settled`` resolves it."""


class Story:
    """The part of a round that a seat saw, oldest first."""

    def __init__(self, view: Observation) -> None:
        self.view, self.me = view, view.seat
        opening = view.recall[0]
        assert isinstance(opening, RecallStart), "a recall begins with an opening"
        self.opening = opening
        self.events: Sequence[Event] = view.history()
        self.own: dict[int, Card] = {}
        """The cards in the seat's own hidden draws and saves, by event number."""
        self.sides: list[int] = []
        """The side in play before each event."""
        self.reshuffled: dict[int, list[Card]] = {}
        """The cards in each reshuffle, by event number."""
        self.backs: dict[int, BacksSeen] = {}
        """The backs seen just before each flip, by event number."""
        self.shown: dict[int, list[Faces]] = {}
        """For each flip, the faces that each seat showed to the others."""
        self._follow()
        if self.backs:
            self._look_back()

    @property
    def busy(self) -> bool:
        """True if the current seat has laid down or hit something this turn."""
        for event in self.view.log or ():
            if isinstance(event, PhaseLaid | CardHit):
                return True
            if isinstance(event, Drawn | Discarded):
                return False
        return self.view.laid_this_turn

    @property
    def everybody(self) -> range:
        return range(len(self.view.seats))

    @property
    def others(self) -> list[int]:
        return [at for at in self.everybody if at != self.me]

    def _follow(self) -> None:
        memory = list(self.view.recall[1:])
        own = iter([item for item in memory if isinstance(item, Drawn | Saved)])
        seen = iter([item for item in memory if isinstance(item, BacksSeen)])
        pile = [upright(card) for card in reversed(self.opening.public.discard_pile)]
        side = self.view.edition.pack.side(self.opening.public.side).index
        for at, event in enumerate(self.events):
            self.sides.append(side)
            match event:
                case Drawn(source="discard"):
                    pile.pop()
                case Drawn() | Saved() if event.seat == self.me:
                    card = next(own).card
                    assert card is not None, "a seat knows its own cards"
                    self.own[at] = upright(card)
                case Discarded():
                    pile.append(upright(event.card))
                case Reshuffled():
                    self.reshuffled[at] = pile[:-1]
                    del pile[:-1]
                case Flipped():
                    pile.reverse()
                    self.backs[at] = next(seen)
                    side = 1 - side
                case _:
                    pass

    def _look_back(self) -> None:
        """Infer the faces that each flip revealed from those visible at the next flip or now."""
        shown = [Counter(backs) for backs in self.view.backs]
        for at in reversed(range(len(self.events))):
            event = self.events[at]
            if isinstance(event, Flipped):
                self.shown[at] = shown
                shown = [Counter(backs) for backs in self.backs[at].hands]
            elif not (isinstance(event, Discarded) and at + 1 in self.backs):
                hidden = 1 - self.sides[at]
                for seat, card, n in moved(event):
                    shown[seat][card if card.back is None else face_of(upright(card), hidden)] -= n


def moved(event: Event) -> Iterator[tuple[int, Card, int]]:
    """Yield each card that entered (1) or left (-1) a hand in an event, or only the face that others saw."""
    match event:
        case Drawn():
            card = event.card or event.back
            if card is not None:
                yield event.seat, card, 1
        case Discarded() | CardHit() | PhaseLaid():
            yield from ((event.seat, card, -1) for card in played(event))
        case _:
            pass


def played(event: Discarded | CardHit | PhaseLaid) -> list[Card]:
    """Return the cards that openly left a hand, with their first sides up."""
    if isinstance(event, PhaseLaid):
        return [upright(card) for group in event.groups for card in group.cards]
    return [upright(event.card)]


def explanations(story: Story, chance: Random) -> tuple[list[Places], bool]:
    """Return the explanations of a round, and True if the list is complete."""
    found, complete = [begun(story)], True
    for at, event in enumerate(story.events):
        found = [after for before in found for after in tried(story, before, at, event)]
        if len(found) > 1 and complete:
            share(found)
        if len(found) > MOST_EXPLANATIONS:
            found, complete = thinned(found, chance), False
    return [places for places in found if finished(story, places)], complete


def begun(story: Story) -> Places:
    """Return the seat's knowledge at the start of the round."""
    public, edition = story.opening.public, story.view.edition
    places = Places(edition, len(public.seats), public.draw_size)
    laid = [card for seat in public.seats for group in seat.laid for card in group.cards]
    for card in (*story.opening.hand, *story.opening.saved, *public.discard_pile, *laid):
        places.see(FRESH, upright(card))
    hidden = 1 - edition.pack.side(public.side).index
    for seat in story.others:
        bucket = Bucket(FRESH, public.hand_sizes[seat], [None] * places.sides)
        if edition.two_sided:
            bucket.faces[hidden] = Counter(public.backs[seat])
            for face in public.backs[seat]:
                places.see_face(hidden, face)
        places.buckets[seat].append(bucket)
        places.saved[seat] = [FRESH] * public.saved_sizes[seat]
    if edition.two_sided:
        places.glimpse_top(hidden, public.draw_back)
    known = sum(faces[0] is not None for faces in places.stock.glimpses.values())
    places.aside = places.unseen[FRESH][0].total() - places.hidden_fresh() - (len(places.stock) - known)
    return places


def tried(story: Story, places: Places, at: int, event: Event) -> list[Places]:
    """Return every explanation that extends *places* by one more event."""
    try:
        return list(step(story, places, at, event))
    except Impossible:
        return []


def step(story: Story, places: Places, at: int, event: Event) -> Iterator[Places]:
    """Yield every explanation that extends *places* by one more event; the last one may be *places* itself."""
    match event:
        case Drawn(source="deck"):
            draw(story, places, at, event)
            yield places
        case Drawn() | Saved() | Discarded() | CardHit() | PhaseLaid() if event.seat == story.me:
            yield places
        case Drawn(source="discard"):
            assert event.card is not None, "everybody sees the discard pile"
            places.followed[event.seat].append(upright(event.card))
            yield places
        case Drawn():
            yield from draw_saved(places, at, event.seat)
        case Saved():
            yield from save(places, at, event.seat)
        case Discarded() | CardHit() | PhaseLaid():
            yield from play(places, at, event.seat, played(event))
        case Reshuffled():
            reshuffle(places, at, story.reshuffled[at])
            yield places
        case Flipped():
            places.glimpse_top(1 - story.sides[at], story.backs[at].draw_pile)
            for each in resolved(story, places, at):
                if turn_over(story, each, at):
                    yield each
        case _:
            yield places


def draw(story: Story, places: Places, at: int, event: Drawn) -> None:
    """Draw from the draw pile: a card that the seat sees, or one that shows at most its back."""
    source, faces = places.stock.source, places.stock.draw()
    if event.seat == story.me:
        own = story.own[at]
        if source and None in faces:
            places.see(source, own)
        elif not source:
            for side in range(places.sides):
                if faces[side] is None:
                    places.see_face(side, face_of(own, side))
        return
    hidden = 1 - story.sides[at]
    if event.back is not None and faces[hidden] is None:
        faces[hidden] = event.back
        if not source:
            places.see_face(hidden, event.back)
    front, back = faces
    if front is not None and back is not None:
        card = places.explained[at] = pair(front, back)
        places.followed[event.seat].append(card)
        return
    number = places.explained[at] = places.bucket(event.seat, source)
    places.grow(event.seat, number)
    bucket = places.buckets[event.seat][number]
    if event.back is not None and source:
        bucket.glimpses.append(Glimpse(hidden, event.back))
    elif event.back is not None:
        bucket.faces[hidden] = (bucket.faces[hidden] or Counter()) + Counter([event.back])


def draw_saved(places: Places, at: int, seat: int) -> Iterator[Places]:
    """Draw a saved card: one that was tracked in the save pile, or a hidden one."""
    for kind in dict.fromkeys(places.saved[seat]):
        after = places.copy()
        saved = after.saved[seat]
        where = len(saved) - 1 - saved[::-1].index(kind)
        del saved[where]
        if isinstance(kind, Card):
            after.followed[seat].append(kind)
            after.explained[at] = where, kind
        else:
            number = after.bucket(seat, kind)
            after.grow(seat, number)
            after.explained[at] = where, number
        yield after


def save(places: Places, at: int, seat: int) -> Iterator[Places]:
    """Save a card: one that was tracked in the hand, or a hidden one."""
    for card in dict.fromkeys(places.followed[seat]):
        after = places.copy()
        after.followed[seat].remove(card)
        after.saved[seat].append(card)
        after.explained[at] = FOLLOWED
        yield after
    for number, bucket in enumerate(places.buckets[seat]):
        if bucket.n:
            after = places.copy()
            after.grow(seat, number, -1)
            after.saved[seat].append(bucket.source)
            after.explained[at] = number
            yield after


def play(places: Places, at: int, seat: int, cards: Sequence[Card]) -> Iterator[Places]:
    """Play cards openly: a tracked one if possible, otherwise one from any bucket that may contain it."""
    found: list[tuple[Places, tuple[int, ...]]] = [(places, ())]
    for card in cards:
        found = [
            (after, (*came, number))
            for before, came in found
            for after, number in left(before, at, len(came), seat, card)
        ]
    for after, came in found:
        after.explained[at] = came
        yield after


def left(places: Places, at: int, nth: int, seat: int, card: Card) -> Iterator[tuple[Places, int]]:
    """Yield each place that a card may have come from (OPEN if it is settled later), with the resulting knowledge."""
    if card in places.followed[seat]:
        places.followed[seat].remove(card)
        yield places, FOLLOWED
        return
    numbers = [at for at, bucket in enumerate(places.buckets[seat]) if places.may_leave(bucket, card)]
    if len(numbers) > 1 and places.sides == 1:
        change = OpenPlay(at, nth, seat, card, tuple(numbers))
        places.open.append(change)
        places.changes[seat].append(change)
        yield places, OPEN
        return
    for number in numbers:
        after = places if number == numbers[-1] else places.copy()
        after.remove(seat, number, card)
        yield after, number


def reshuffle(places: Places, at: int, cards: Sequence[Card]) -> None:
    """Make the discards the new draw pile; if one hand holds all of a source's hidden cards, start tracking them."""
    told = places.explained[at] = []
    for source, unseen in enumerate(places.unseen):
        holders = [
            (seat, number)
            for seat, buckets in enumerate(places.buckets)
            for number, bucket in enumerate(buckets)
            if bucket.source == source and bucket.n
        ]
        if len(holders) == 1 and places.sides == 1 and not places.open:
            (seat, number), bucket = holders[0], places.buckets[holders[0][0]][holders[0][1]]
            if bucket.n == unseen[0].total():
                told += [(seat, number, card) for card in unseen[0].elements()]
                places.followed[seat] += unseen[0].elements()
                places.grow(seat, number, -bucket.n)
                unseen[0].clear()
    places.unseen.append([Counter(cards)])
    places.stock = Stock(len(places.unseen) - 1, len(cards))


def resolved(story: Story, places: Places, at: int) -> Iterator[Places]:
    """Yield each way to identify the reshuffled cards whose faces were seen."""
    found = [places]
    places.explained[at] = []
    for seat, buckets in enumerate(places.buckets):
        for number, bucket in enumerate(buckets):
            for glimpse, n in Counter(bucket.glimpses).items():
                found = [after for before in found for after in told_apart(story, before, at, seat, number, glimpse, n)]
    for after in found:
        yield from top_told(after)


def told_apart(
    story: Story, places: Places, at: int, seat: int, number: int, glimpse: Glimpse, n: int
) -> Iterator[Places]:
    """Yield each choice of *n* reshuffled cards with this face, which are now tracked in a hand."""
    shown = newly_shown(story, places, at, seat)
    if shown is None:
        return
    side = story.sides[at]
    known = [
        (card, most, min(most, shown[face_of(card, side)]))
        for card, most in places.unseen[places.buckets[seat][number].source][0].items()
        if face_of(card, glimpse.side) is glimpse.face
    ]
    for cards, ways in choices(known, n):
        after = places.copy()
        after.explained[at] = [*places.explained[at], *((seat, number, card) for card in cards)]
        for card in cards:
            after.remove(seat, number, card)
        after.ways = places.ways * ways
        after.followed[seat] += cards
        yield after


def newly_shown(story: Story, places: Places, at: int, seat: int) -> Faces | None:
    """Return the faces that a flip revealed in a hand, excluding known ones, or None if those do not fit."""
    side = story.sides[at]
    known = [face_of(card, side) for card in places.followed[seat]]
    for bucket in places.buckets[seat]:
        known += (bucket.faces[side] or Counter[Card]()).elements()
    try:
        return less(story.shown[at][seat], known)
    except Impossible:
        return None


def choices(known: Sequence[tuple[Card, int, int]], n: int) -> Iterator[tuple[list[Card], int]]:
    """Yield each choice of *n* cards with the number of ways to pick equal cards.

    *known* lists each card with its count and the maximum number of copies that may be chosen.
    """
    if not n:
        yield [], 1
    elif known:
        (card, there, most), *rest = known
        for k in range(min(most, n) + 1):
            for cards, ways in choices(rest, n - k):
                yield [*[card] * k, *cards], ways * comb(there, k)


def top_told(places: Places) -> Iterator[Places]:
    """Yield each way to match the draw pile's top card, whose face was seen, with a reshuffled card."""
    stock = places.stock
    faces = stock.glimpses.get(stock.next) if stock.source and len(stock) else None
    if faces is None or None not in faces:
        yield places
        return
    side = int(faces[0] is None)
    for card in places.unseen[stock.source][0]:
        if face_of(card, side) is faces[side]:
            after = places.copy()
            after.see(stock.source, card)
            after.stock.glimpses[stock.next] = [face_of(card, 0), face_of(card, 1)]
            yield after


def turn_over(story: Story, places: Places, at: int) -> bool:
    """Turn all cards over, so that the other hands show their inactive faces (F8); return False if those do not fit."""
    side = story.sides[at]
    places.stock.turned = not places.stock.turned
    for seat in story.others:
        rest = newly_shown(story, places, at, seat)
        if rest is None:
            return False
        for bucket in places.buckets[seat]:
            if bucket.faces[side] is None and bucket.source == FRESH:
                bucket.faces[side], rest = (rest, Counter()) if bucket.n else (Counter(), rest)
                if not places.place(side, bucket):
                    return False
        if rest.total():
            return False
    return True


def finished(story: Story, places: Places) -> bool:
    """Record the face now visible on top of the draw pile; return False if that is impossible."""
    if not story.view.edition.two_sided:
        return True
    try:
        places.glimpse_top(1 - story.view.edition.pack.side(story.view.side).index, story.view.draw_back)
    except Impossible:
        return False
    return weight(places) > 0


def share(found: Sequence[Places]) -> None:
    """Divide the weight among explanations that leave the same assignments open."""
    equal = defaultdict(list)
    for places in found:
        equal[places.key()].append(places)
    for group in equal.values():
        total = sum([places.share for places in group], Fraction(0))
        for places in group:
            places.share /= total


def thinned(found: Sequence[Places], chance: Random) -> list[Places]:
    """Sample half the maximum number of explanations, in proportion to their weights, and give them equal weights."""
    weights = [weight(places) for places in found]
    total, n = sum(weights, Fraction(0)), MOST_EXPLANATIONS // 2
    ends = list(accumulate(weights))
    first, kept, at = Fraction(chance.random()), [], 0
    for k in range(n):
        while ends[at] < (first + k) * total / n:
            at += 1
        places = found[at].copy()
        places.share *= total / n / weights[at]
        kept.append(places)
    return kept


def chosen(found: Sequence[Places], ends: Sequence[int], random: Random) -> Places:
    """Sample one explanation, in proportion to the number of assignments it leaves open, and settle all its plays."""
    for _ in range(MOST_ATTEMPTS):
        places = pick_by_weight(found, ends, random)
        settled = PlayCounts.of(places).settled(random) if places.open else places
        if settled is not None:
            return settled
    return walked(found, ends, random)
