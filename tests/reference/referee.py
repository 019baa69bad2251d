"""A second referee, which replays a record by the rulebook alone and shows the complete state after every action.

It imports the oracle and nothing from ``phase10_widgets``. Everything here is simple and mutable: cards are words, and
a position is the dict defined by the contract. Start at `replay`; `same` compares two positions; `finished` returns the
table after a record's last action, with its standings and winners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.reference import oracle

SEATS = {"classic": (2, 6), "masters": (2, 4), "standard": (2, 8), "flip": (2, 6)}
OPTIONS = {
    "advance",
    "first_dealer",
    "go_out_by_hit",
    "hit_others_same_turn",
    "must_lay_down",
    "order",
    "phase_9",
    "phases",
}
FINISHED_BY_LAYING = ("classic", "masters")
"""Editions in which a tie-break is won by laying down (C8, M8); in the others, it is won by going out (S8, F12)."""


class RefereeError(Exception):
    """An error for a record that breaks a rule; `rule` is the rule number, or "record" for a damaged record."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule


def require(holds: object, rule: str, message: str) -> None:
    """Raise a `RefereeError` unless *holds*."""
    if not holds:
        raise RefereeError(rule, message)


@dataclass
class Seat:
    """A seat at the table."""

    name: str
    hand: list[str] = field(default_factory=list)
    phase: int | None = None
    completed: list[int] = field(default_factory=list)
    score: int = 0
    saved: list[str] = field(default_factory=list)
    saved_this_round: bool = False
    skipped: bool = False
    laid_this_turn: bool = False
    laid: list[dict[str, Any]] = field(default_factory=list)
    used: list[int] = field(default_factory=list)


class Table:
    """The table in one game, which `act` changes."""

    def __init__(self, record: dict[str, Any]) -> None:
        require(record.get("format") == "phase10-record/1", "record", "unknown format")
        start = record.get("start")
        self.edition: str = record["edition"]
        self.options: dict[str, Any] = record.get("options", {})
        self.rounds: list[dict[str, Any]] = record["rounds"]
        names = [seat["name"] for seat in start["seats"]] if start else record["players"]
        self.seats = [Seat(name) for name in names]
        least, most = SEATS[self.edition]
        require(least <= len(self.seats) <= most, self.edition[0].upper() + "1", "wrong number of seats")
        self._read_options()
        self.index = 0
        self.round = 1
        self.dealer: int = self._option("first_dealer", len(self.seats) - 1)  # G2
        self.playing = list(range(len(self.seats)))
        self.tie_break: list[int] | None = None
        self.to_act: int | None = None
        self.step: str | None = None
        self.side = "color"
        self.draw_pile: list[str] = []
        self.discard_pile: list[str] = []
        self.quiet_turns = 0
        self.busy = False
        self.tie_break_winner: int | None = None
        self.pairs: Counter[str] = Counter()
        self.pairs_complete = False
        if start:
            self._take_start(start)
        else:
            self._deal()

    # Options

    def _read_options(self) -> None:
        unknown = set(self.options) - OPTIONS
        require(not unknown, "record", f"unknown options {sorted(unknown)}")
        classic = self.edition == "classic"
        self.go_out_by_hit = bool(self._option("go_out_by_hit", not classic))  # C4
        self.hit_others_same_turn = bool(self._option("hit_others_same_turn", not classic))  # C3
        self.must_lay_down = bool(self._option("must_lay_down", False))  # G5
        self.always_advance = self.options.get("advance") == "always"
        self.any_order = self.options.get("order") == "any"
        require(not (self.always_advance and self.any_order), "V1", "advance='always' with order='any'")
        require(not (self.edition == "masters" and self.any_order), "V4", "masters has its own choice of phase")
        self.phases = self._listed_phases()

    def _option(self, name: str, default: Any) -> Any:
        value = self.options.get(name)
        return default if value is None else value

    def _listed_phases(self) -> dict[int, str]:
        """Return phase texts by number, in the order of play (V2, V3, M2)."""
        printed = dict(enumerate(oracle.PHASES[self.edition], 1))
        if self.edition == "masters" and self.options.get("phase_9") == "set":
            printed[9] = "1 set of 5 + 1 set of 2"
        chosen = self.options.get("phases")
        if chosen is None or chosen == "all":
            return printed
        if chosen in ("even", "odd"):
            return {number: text for number, text in printed.items() if (number % 2 == 0) == (chosen == "even")}
        require(chosen and isinstance(chosen, (list, tuple)), "V2", "phases must be a list")
        if all(isinstance(item, str) for item in chosen):
            return dict(enumerate(chosen, 1))
        require(all(isinstance(item, int) and item in printed for item in chosen), "V2", "no such phase")
        require(len(set(chosen)) == len(chosen), "V2", "a phase is listed twice")
        return {number: printed[number] for number in chosen}

    # Start and deal

    def _take_start(self, start: dict[str, Any]) -> None:
        """Adopt the position from which a record starts; missing keys get their defaults."""
        require(start["edition"] == self.edition, "record", "the start belongs to a different edition")
        require(start.get("options", {}) == self.options, "record", "the start has different options")
        self.round = start.get("round", 1)
        self.dealer = start.get("dealer", self.dealer)
        self.side = start.get("side", "color")
        self.draw_pile = start.get("draw_pile", "").split()
        self.discard_pile = start.get("discard_pile", "").split()
        self.quiet_turns = start.get("quiet_turns", 0)
        self.tie_break = start.get("tie_break")
        self.playing = list(self.tie_break) if self.tie_break else self.playing
        self.to_act = start.get("to_act", self._after(self.dealer))
        self.step = start.get("step", "draw" if self.to_act is not None else None)
        for seat, given in zip(self.seats, start["seats"], strict=True):
            self._take_seat(seat, given)
        self.busy = self.to_act is not None and self.seats[self.to_act].laid_this_turn
        self._check_start_cards()
        if self.rounds:
            self._check_round_entry()

    def _take_seat(self, seat: Seat, given: dict[str, Any]) -> None:
        seat.hand = given.get("hand", "").split()
        seat.saved = given.get("saved", "").split()
        seat.completed = list(given.get("completed", []))
        seat.used = list(given.get("used", []))
        seat.score = given.get("score", 0)
        seat.saved_this_round = given.get("saved_this_round", False)
        seat.skipped = given.get("skipped", False)
        seat.laid_this_turn = given.get("laid_this_turn", False)
        seat.laid = [dict(group) for group in given.get("laid", [])]
        seat.phase = given["phase"] if "phase" in given else self._first_phase(seat)

    def _check_start_cards(self) -> None:
        """Check that no card occurs more often than it does in the deck."""
        cards = [*self.draw_pile, *self.discard_pile]
        for seat in self.seats:
            cards += [*seat.hand, *seat.saved]
            cards += [self._hand_word(word) for group in seat.laid for word in group["cards"].split()]
        for side in self._sides():
            extra = self._faces(cards, side) - Counter(oracle.deck(self.edition, len(self.seats), side))
            require(not extra, "record", f"the deck has fewer of {sorted(extra)}")
        self.pairs = Counter(cards)

    def _check_round_entry(self) -> dict[str, Any]:
        entry = self.rounds[self.index]
        require(entry["dealer"] == self.dealer, "G2", f"the dealer is seat {self.dealer}, not {entry['dealer']}")
        require(list(entry["seats"]) == self.playing, "G17", f"the seats playing are {self.playing}")
        return entry

    def _deal(self) -> None:
        """Deal a new round as recorded (G1, F4)."""
        require(self.index < len(self.rounds), "record", "the next round's deck is missing")
        entry = self._check_round_entry()
        for number, seat in enumerate(self.seats):
            self._clear_for_round(seat, number in self.playing)
        words = entry["deck"].split()
        self._check_deck(words)
        self.side = "color"
        starter = self._after(self.dealer)
        order = self._clockwise_from(starter)
        for at, word in enumerate(words[: 10 * len(order)]):
            self.seats[order[at % len(order)]].hand.append(word)
        rest = words[10 * len(order) :]
        self.discard_pile, self.draw_pile = rest[:1], rest[1:]
        self.quiet_turns, self.busy = 0, False
        if self._is_skip(self.discard_pile[0]):  # C6, M6
            self.seats[starter].skipped = True
        if self.edition == "masters" and not self.tie_break:  # M3, G17
            self.to_act, self.step = starter, "choose_phase"
        else:
            self._begin_turn(starter)

    def _clear_for_round(self, seat: Seat, plays: bool) -> None:
        seat.hand, seat.laid = [], []
        seat.saved_this_round = seat.skipped = seat.laid_this_turn = False
        if not plays:
            seat.phase = None
        elif self.tie_break:
            seat.phase = list(self.phases)[-1]  # G17
        elif self.round == 1 or not self.always_advance:
            seat.phase = self._first_phase(seat)
        else:
            seat.phase = self._phase_after(seat.phase)

    def _first_phase(self, seat: Seat) -> int | None:
        """Return the phase that a seat must try: the first uncompleted one, or None if the seat may choose (M3, V4)."""
        if self.edition == "masters" or self.any_order:
            return None
        return next((number for number in self.phases if number not in seat.completed), None)

    def _phase_after(self, phase: int | None) -> int | None:
        """Return the next phase, whether or not it has been completed (V1)."""
        if self.edition == "masters" or phase is None:
            return None
        order = list(self.phases)
        return order[order.index(phase) + 1]

    # Cards and decks

    def _sides(self) -> tuple[str, ...]:
        return ("color", "wild") if self.edition == "flip" else ("color",)

    def _faces(self, words: Iterable[str], side: str) -> Counter[str]:
        return Counter(oracle.active(word, side) if self.edition == "flip" else word for word in words)

    def _check_deck(self, words: list[str]) -> None:
        """Check the recorded cards: all except the saved ones (M5), and in flip the same pairs in every round (F3)."""
        saved = [word for seat in self.seats for word in seat.saved]
        for side in self._sides():
            right = Counter(oracle.deck(self.edition, len(self.seats), side))
            require(
                self._faces([*words, *saved], side) == right,
                "G1",
                f"not the {self.edition} deck ({side} side)",
            )
        if self.edition == "flip":
            require(all(word == self._hand_word(word) for word in words), "F3", "the color face must be written first")
            changed = self.pairs - Counter(words)
            require(not changed, "F3", f"cards have different backs: {sorted(changed)}")
            self.pairs = Counter(words)

    def _hand_word(self, word: str) -> str:
        """Return the word as written in hands and piles, with the color face first."""
        if self.edition != "flip":
            return word
        return f"{oracle.active(word, 'color')}/{oracle.active(word, 'wild')}"

    def _table_word(self, word: str) -> str:
        """Return the word as written in a laid group, with the upper face first."""
        if self.edition != "flip" or self.side == "color":
            return word
        return f"{oracle.active(word, 'wild')}/{oracle.active(word, 'color')}"

    def _face(self, word: str) -> oracle.Face:
        return oracle.face(self.edition, word, self.side)

    def _is_skip(self, word: str) -> bool:
        return self.edition in ("classic", "masters") and self._face(word).skip

    def _take(self, cards: list[str], named: str) -> str:
        """Remove the named card and return it; in flip, the active face is enough to name it."""
        for at, word in enumerate(cards):
            lone = self.edition == "flip" and "/" not in named and oracle.active(word, self.side) == named
            if word == named or lone:
                return cards.pop(at)
        raise RefereeError("G3", f"{named} is not there to take")

    # Seats

    def _clockwise_from(self, seat: int) -> list[int]:
        at = self.playing.index(seat)
        return self.playing[at:] + self.playing[:at]

    def _after(self, seat: int) -> int:
        """Return the next playing seat to the left; *seat* itself does not have to be playing."""
        later = [number for number in self.playing if number > seat]
        return later[0] if later else self.playing[0]

    def _me(self) -> Seat:
        assert self.to_act is not None
        return self.seats[self.to_act]

    # Turns

    def act(self, action: dict[str, Any]) -> None:
        """Perform one action from the record, or raise RefereeError."""
        require(self.to_act is not None, "G16", "the game is over")
        require(action["seat"] == self.to_act, "G2", f"it is seat {self.to_act}'s turn, not {action['seat']}'s")
        step = {"choose_phase": "choose_phase", "draw": "draw"}.get(action["type"], "play")
        require(step == self.step, "G3", f"{action['type']} in step {self.step}")
        doing = {
            "choose_phase": self._choose_phase,
            "draw": self._draw,
            "lay_down": self._lay_down,
            "hit": self._hit,
            "discard": self._discard,
            "save": self._save,
        }
        require(action["type"] in doing, "G3", f"no action {action['type']!r}")
        doing[action["type"]](action)

    def _choose_phase(self, action: dict[str, Any]) -> None:
        """Let a seat name its phase, starting from the dealer's left (M3)."""
        assert self.to_act is not None
        me, phase = self._me(), action["phase"]
        require(phase in self.phases, "M3", f"no phase {phase}")
        require(phase not in me.completed, "M3", f"phase {phase} is completed")
        require(phase not in me.used or not self.always_advance, "V1", f"phase {phase} is used up")
        me.phase = phase
        starter = self._after(self.dealer)
        if self._after(self.to_act) == starter:
            self._begin_turn(starter)
        else:
            self.to_act = self._after(self.to_act)

    def _begin_turn(self, seat: int) -> None:
        """Start the next turn, passing over skipped seats, each of which counts as a turn (G20)."""
        while not self._is_stale() and self.seats[seat].skipped:
            self.seats[seat].skipped = False
            self.quiet_turns += 1
            seat = self._after(seat)
        self.to_act, self.step = seat, "draw"
        if self._is_stale() or not self._can_draw(self.seats[seat]):
            self._end_round(None)

    def _is_stale(self) -> bool:
        return self.quiet_turns >= 50 * len(self.playing)  # G20

    def _can_draw(self, seat: Seat) -> bool:
        """Return True if there is a draw pile, discards to shuffle, a discard that may be taken, or a save (G13)."""
        top = self.discard_pile[:1]
        can_take = bool(top) and not self._is_skip(top[0])
        return bool(self.draw_pile or len(self.discard_pile) > 1 or can_take or seat.saved)

    def _end_turn(self) -> None:
        assert self.to_act is not None
        self._count_turn()
        self._begin_turn(self._after(self.to_act))

    def _count_turn(self) -> None:
        """Count a turn without a lay-down or hit (G20)."""
        self.quiet_turns = 0 if self.busy else self.quiet_turns + 1
        self.busy = False
        self._me().laid_this_turn = False

    def _mark_busy(self) -> None:
        self.quiet_turns, self.busy = 0, True

    def _draw(self, action: dict[str, Any]) -> None:
        me, source = self._me(), action["from"]
        require("reshuffled" not in action or source == "deck", "G13", "only a draw from the deck reshuffles")
        if source == "deck":
            self._reshuffle(action)
            card = self.draw_pile.pop(0)
        elif source == "discard":
            require(self.discard_pile, "G3", "the discard pile is empty")
            rule = "M6" if self.edition == "masters" else "C5"
            require(not self._is_skip(self.discard_pile[0]), rule, "a skip may not be taken")
            card = self.discard_pile.pop(0)
        else:
            require(source == "saved" and self.edition == "masters", "M4", f"no draw from {source!r}")
            card = self._take(me.saved, action["card"])
        me.hand.append(card)
        self.step = "play"

    def _reshuffle(self, action: dict[str, Any]) -> None:
        """If the draw pile is empty, form the recorded pile from all discards except the top one (G13)."""
        if self.draw_pile:
            require("reshuffled" not in action, "G13", "reshuffled with cards in the draw pile")
            return
        require(len(self.discard_pile) > 1, "G13", "nothing to draw from the deck")
        require("reshuffled" in action, "G13", "the reshuffled pile is missing")
        pile = action["reshuffled"].split()
        require(Counter(pile) == Counter(self.discard_pile[1:]), "G13", "not the discards below the top")
        self.draw_pile, self.discard_pile = pile, self.discard_pile[:1]

    # Laying down

    def _lay_down(self, action: dict[str, Any]) -> None:
        me = self._me()
        require(not me.laid, "G4", "the phase is already on the table")
        phase = self._phase_to_lay(me, action)
        needs = oracle.parse_phase(self.phases[phase])
        require(
            len(action["groups"]) == len(needs),
            "G6",
            f"{len(action['groups'])} groups for {self.phases[phase]}",
        )
        hand = list(me.hand)
        laid = []
        for need, spec in zip(needs, action["groups"], strict=True):
            given = {"cards": spec} if isinstance(spec, str) else spec
            cards = [self._take(hand, word) for word in given["cards"].split()]
            laid.append(self._declare(need, given, cards))
        try:
            oracle.check_arrangement(self.edition, me.hand, self.phases[phase], laid, self.side)
        except AssertionError as error:
            rule, _, message = str(error).partition(" ")
            raise RefereeError(rule, message) from None
        require(hand or self.go_out_by_hit, "C4", "the last card must be discarded")
        me.hand, me.laid, me.laid_this_turn, me.phase = hand, laid, True, phase
        if phase not in me.completed:
            me.completed.append(phase)  # G4
        self._mark_busy()
        if self.tie_break and self.edition in FINISHED_BY_LAYING:  # C8, M8
            self._finish(self.to_act)
        elif not hand:
            self._end_round(self.to_act)

    def _phase_to_lay(self, me: Seat, action: dict[str, Any]) -> int:
        phase = action.get("phase")
        if self.any_order and not self.tie_break:
            require(phase in self.phases, "V4", "the phase to lay down must be named")
            require(phase not in me.completed, "V4", f"phase {phase} is completed")
        else:
            require(phase in (None, me.phase), "G4", f"seat {self.to_act} is on phase {me.phase}")
            phase = me.phase
        assert isinstance(phase, int)
        return phase

    def _declare(self, need: oracle.Need, given: dict[str, Any], cards: list[str]) -> dict[str, Any]:
        """Return the group as written in a position; anything that naturals leave open must be declared (G10)."""
        faces = [self._face(word) for word in cards]
        require(
            given.get("kind") in (None, need.kind),
            "G10",
            f"a {given.get('kind')} where a {need.kind} is asked for",
        )
        require(not any(card.skip for card in faces), "C5", "a skip cannot be part of a phase")
        group: dict[str, Any] = {"kind": need.kind, "cards": " ".join(map(self._table_word, cards))}
        if need.kind == "set":
            group["number"] = self._settle(given, "number", [card.number for card in faces])
        if need.kind in ("run", "color run"):
            firsts = [card.number - at if card.number else None for at, card in enumerate(faces)]
            group["start"] = self._settle(given, "start", firsts)
        if need.kind == "color run" and self.edition == "flip" and self.side == "wild":
            require(given.get("color") is None, "F9", "a run of wild-side cards has no color yet")
            group["color"] = None
        elif need.kind in ("color", "color run"):
            group["color"] = self._settle(given, "color", [card.color for card in faces])
        if need.kind == "flush":
            group["suit"] = self._settle(given, "suit", [card.suit for card in faces])
        return group

    def _settle(self, given: dict[str, Any], what: str, shown: list[Any]) -> Any:
        """Return the single value that the cards show, or otherwise the declared value."""
        declared = given.get(what)
        values = {value for value in shown if value is not None}
        require(len(values) <= 1, "G8", f"the cards differ in {what}: {sorted(values)}")
        if not values:
            require(declared is not None, "G10", f"the {what} of {given['cards']!r} must be declared")
            return declared
        (value,) = values
        require(declared in (None, value), "G10", f"{what} {declared} contradicts the cards")
        return value

    # Hits

    def _hit(self, action: dict[str, Any]) -> None:
        require(0 <= action["owner"] < len(self.seats), "G11", f"no seat {action['owner']}")
        me, owner = self._me(), self.seats[action["owner"]]
        require(me.laid, "G12", "a hit before the seat's phase is laid down")
        others_allowed = self.hit_others_same_turn or not me.laid_this_turn
        require(owner is me or others_allowed, "C3", "no hits on other seats in the turn of the lay-down")
        require(0 <= action["group"] < len(owner.laid), "G11", "no such group")
        require(len(me.hand) > 1 or self.go_out_by_hit, "C4", "the last card must be discarded")
        group = owner.laid[action["group"]]
        hand = list(me.hand)
        card = self._take(hand, action["card"])
        end = self._end_for(card, group, action)
        me.hand = hand
        self._add(card, group, end)
        self._mark_busy()
        if not hand:
            self._end_round(self.to_act)

    def _end_for(self, card: str, group: dict[str, Any], action: dict[str, Any]) -> str:
        ends = oracle.fits(self.edition, card, group, self.side)
        require(ends, "G11", f"{card} does not fit {group}")
        end = action.get("end")
        require(end is None or end in ends, "G11", f"{card} does not fit the {end} end of {group}")
        require(end is not None or len(ends) == 1, "G11", "the end must be named")
        return ends[0] if end is None else end

    def _add(self, card: str, group: dict[str, Any], end: str) -> None:
        word, cards = self._table_word(card), group["cards"].split()
        if end == "low":
            group["start"] -= 1
        group["cards"] = " ".join([word, *cards] if end == "low" else [*cards, word])
        if group["kind"] == "color run" and group["color"] is None:
            group["color"] = self._face(card).color  # F9

    # Ends of turns

    def _discard(self, action: dict[str, Any]) -> None:
        me = self._me()
        hand = list(me.hand)
        card = self._take(hand, action["card"])
        self._check_must_lay_down(me)
        target = self._skip_target(card, action.get("target"), going_out=not hand)
        me.hand = hand
        self.discard_pile.insert(0, card)
        if self.edition == "flip" and oracle.active(card, self.side).endswith("!"):
            self._flip()
        if not hand:
            going_out = self.to_act
            self._count_turn()
            self._end_round(going_out)
            return
        if target is not None:
            self.seats[target].skipped = True
        self._end_turn()

    def _skip_target(self, card: str, named: int | None, going_out: bool) -> int | None:
        """Return the seat that loses its next turn to a discarded card, or None (C5, M6)."""
        assert self.to_act is not None
        if not self._is_skip(card):
            require(named is None, "M6", "only a skip has a target")
            return None
        if self.edition == "classic":
            require(named in (None, self._after(self.to_act)), "C5", "a skip must take the next seat's turn")
            return self._after(self.to_act)
        others = [seat for seat in self.playing if seat != self.to_act]
        open_to_it = [seat for seat in others if not self.seats[seat].skipped]
        if named is not None:
            require(named in open_to_it, "M6", f"seat {named} cannot be skipped")
            return named
        if not open_to_it or going_out:
            return None
        require(len(others) == 1, "M6", "the seat to skip must be named")
        return others[0]

    def _flip(self) -> None:
        """Turn over both piles and switch the side of all hands (F8)."""
        self.discard_pile.reverse()
        self.draw_pile.reverse()
        self.side = "wild" if self.side == "color" else "color"

    def _save(self, action: dict[str, Any]) -> None:
        """Save a card (M5)."""
        me = self._me()
        require(self.edition == "masters", "M5", "only masters has save piles")
        require(not me.saved_this_round, "M5", "only one save per round is allowed")
        require(len(me.hand) > 1, "M5", "the last card may not be saved")
        saved = 1 + sum(len(seat.saved) for seat in self.seats)
        left = len(oracle.deck("masters", len(self.seats))) - saved
        require(left >= 10 * len(self.seats) + 12, "M5", "the next round could not be dealt")
        hand = list(me.hand)
        card = self._take(hand, action["card"])
        self._check_must_lay_down(me)
        me.hand = hand
        me.saved.append(card)
        me.saved_this_round = True
        self._end_turn()

    def _check_must_lay_down(self, me: Seat) -> None:
        """If the option is on, require a complete phase to be laid down before the turn ends (G5)."""
        if not self.must_lay_down or me.laid:
            return
        free_choice = self.any_order and not self.tie_break
        for phase in [number for number in self.phases if number not in me.completed] if free_choice else [me.phase]:
            assert phase is not None
            text = self.phases[phase]
            whole_hand = sum(need.size for need in oracle.parse_phase(text)) >= len(me.hand)
            if whole_hand and not self.go_out_by_hit:  # C4
                continue
            complete = oracle.best(self.edition, me.hand, text, self.side)[0] == 0
            require(not complete, "G5", f"phase {phase} must be laid down first")

    # Ends of rounds

    def _end_round(self, out: int | None) -> None:
        """Score the round (G14, S7, F11), and then start the next round or a tie-break, or end the game."""
        if self.to_act is not None:
            self._me().laid_this_turn = False
        if self.tie_break:
            self._end_tie_break(out)
            return
        for number in self.playing:
            if number != out:
                self.seats[number].score += oracle.points(self.edition, self.seats[number].hand, self.side)
        if self._is_last_round():
            tied = self._tied_finishers()
            if len(tied) < 2:
                self._finish(None)
                return
            self.tie_break = self.playing = tied
        self._next_round()

    def _end_tie_break(self, out: int | None) -> None:
        """Let the seat that went out win (S8, F12), or play a drawn tie-break again (G17)."""
        if out is not None:
            self._finish(out)
        else:
            self._next_round()

    def _is_last_round(self) -> bool:
        """Return True if the game ends with this round (G16; under V1, after the last phase's round)."""
        if not self.always_advance:
            return any(self._has_finished(seat) for seat in self.seats)
        if self.edition == "masters":
            return any(len(seat.used) + 1 >= len(self.phases) for seat in self.seats)
        return any(seat.phase == list(self.phases)[-1] for seat in self.seats)

    def _has_finished(self, seat: Seat) -> bool:
        return set(self.phases) <= set(seat.completed)

    def _tied_finishers(self) -> list[int]:
        """Return the finishers with the lowest total, or none under V1, which lets equal scores share a place."""
        if self.always_advance:
            return []
        finishers = [number for number, seat in enumerate(self.seats) if self._has_finished(seat)]
        lowest = min(self.seats[number].score for number in finishers)
        return [number for number in finishers if self.seats[number].score == lowest]

    def _next_round(self) -> None:
        if self.always_advance and self.edition == "masters":
            for seat in self.seats:
                if seat.phase is not None:
                    seat.used.append(seat.phase)
        self.dealer = self._after(self.dealer)  # G2, G17
        self.round += 1
        self.index += 1
        self._deal()

    def _finish(self, tie_break_winner: int | None) -> None:
        if self.to_act is not None:
            self._me().laid_this_turn = False
        self.tie_break_winner = tie_break_winner
        self.to_act = self.step = None

    # Output

    def position(self) -> dict[str, Any]:
        """Return the complete state with all keys in the contract."""
        return {
            "edition": self.edition,
            "options": dict(self.options),
            "round": self.round,
            "dealer": self.dealer,
            "to_act": self.to_act,
            "step": self.step,
            "side": self.side,
            "tie_break": list(self.tie_break) if self.tie_break else None,
            "quiet_turns": self.quiet_turns,
            "draw_pile": " ".join(self.draw_pile),
            "discard_pile": " ".join(self.discard_pile),
            "seats": [self._show_seat(seat) for seat in self.seats],
        }

    def _show_seat(self, seat: Seat) -> dict[str, Any]:
        return {
            "name": seat.name,
            "hand": " ".join(seat.hand),
            "phase": seat.phase,
            "completed": list(seat.completed),
            "score": seat.score,
            "saved": " ".join(seat.saved),
            "saved_this_round": seat.saved_this_round,
            "skipped": seat.skipped,
            "laid_this_turn": seat.laid_this_turn,
            "laid": [dict(group) for group in seat.laid],
            "used": list(seat.used),
        }

    def standings(self) -> list[dict[str, Any]]:
        """Return one row per seat, ordered by place and then by seat (G17, G18, V1)."""

        def rank(number: int) -> tuple[int, ...]:
            seat = self.seats[number]
            if self.always_advance:
                return (seat.score,)
            won_tie_break = self.tie_break_winner == number
            return (-len(seat.completed), seat.score, 0 if won_tie_break else 1)

        ranks = [rank(number) for number in range(len(self.seats))]
        lines = [
            {
                "seat": number,
                "name": seat.name,
                "place": 1 + sum(other < ranks[number] for other in ranks),
                "completed": list(seat.completed),
                "score": seat.score,
            }
            for number, seat in enumerate(self.seats)
        ]
        return sorted(lines, key=lambda line: (line["place"], line["seat"]))

    def winners(self) -> tuple[int, ...]:
        """Return the seats in first place, or () while the game is running."""
        if self.to_act is not None:
            return ()
        return tuple(line["seat"] for line in self.standings() if line["place"] == 1)

    def winner(self) -> int | None:
        """Return the single winner, or None."""
        first = self.winners()
        return first[0] if len(first) == 1 else None


# Entry points


def tables(record: dict[str, Any]) -> Iterator[Table]:
    """Yield the game's only table at the start and after every action; the table changes between yields."""
    table = Table(record)
    yield table
    for index, entry in enumerate(record["rounds"]):
        require(table.index == index, "record", f"round entry {index} begins before the previous round ended")
        for action in entry["actions"]:
            require(table.index == index, "record", f"an action after the end of round entry {index}")
            table.act(action)
            yield table


def replay(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the position at the start and after every action in the record.

    Raises:
        RefereeError: an action, a deal or the record itself breaks a rule.
    """
    for table in tables(record):
        yield table.position()


def finished(record: dict[str, Any]) -> Table:
    """Return the table after the record's last action."""
    *_, table = tables(record)
    return table


def standings(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the standings after the record's last action, starting with the best place."""
    return finished(record).standings()


def winners(record: dict[str, Any]) -> tuple[int, ...]:
    """Return the winning seats after the record's last action, or () while the game is running."""
    return finished(record).winners()


POSITION_DEFAULTS: dict[str, Any] = {
    "edition": None,
    "options": {},
    "round": 1,
    "dealer": None,
    "to_act": None,
    "step": None,
    "side": "color",
    "tie_break": None,
    "quiet_turns": 0,
    "draw_pile": "",
    "discard_pile": "",
    "seats": [],
}
SEAT_DEFAULTS: dict[str, Any] = {
    "name": None,
    "hand": "",
    "phase": None,
    "completed": [],
    "score": 0,
    "saved": "",
    "saved_this_round": False,
    "skipped": False,
    "laid_this_turn": False,
    "laid": [],
    "used": [],
}


def same(position_a: dict[str, Any], position_b: dict[str, Any]) -> list[str]:
    """Return the differences between two positions as one line each, or [] if there are none.

    Hands and saved cards are compared as multisets, and everything else is compared exactly; a missing key means its
    default.
    """
    lines = _differences("", position_a, position_b, POSITION_DEFAULTS, skip=("seats",))
    seats_a, seats_b = list(position_a.get("seats", [])), list(position_b.get("seats", []))
    if len(seats_a) != len(seats_b):
        return [*lines, f"seats: {len(seats_a)} != {len(seats_b)}"]
    for number, (seat_a, seat_b) in enumerate(zip(seats_a, seats_b, strict=True)):
        lines += _differences(f"seat {number} ", _plain(seat_a), _plain(seat_b), SEAT_DEFAULTS)
    return lines


def _plain(seat: dict[str, Any]) -> dict[str, Any]:
    """Return the seat with sorted cards and without group keys that are None."""
    plain = dict(seat)
    plain["hand"] = sorted(seat.get("hand", "").split())
    plain["saved"] = sorted(seat.get("saved", "").split())
    groups = seat.get("laid", [])
    plain["laid"] = [{key: value for key, value in group.items() if value is not None} for group in groups]
    return plain


def _differences(
    where: str, a: dict[str, Any], b: dict[str, Any], defaults: dict[str, Any], skip: tuple[str, ...] = ()
) -> list[str]:
    lines = []
    for key in sorted({*a, *b, *defaults} - set(skip)):
        one, other = (_listed(given.get(key, defaults.get(key))) for given in (a, b))
        if one != other:
            lines.append(f"{where}{key}: {one!r} != {other!r}")
    return lines


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
