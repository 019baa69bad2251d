"""Chapter G, piles and draws, and how rounds and games end (G13 to G20)."""

from __future__ import annotations

from tests.faults import every
from tests.helpers import Json, begin, discard, draw, each, hand, hit, lay, play, refusal, seat, turn
from tests.rulebook import cases, rule
from tests.rules.kits import KITS, LAST, ONE, done, every_kit, fours, threes


@rule("G13")
@every_kit
def test_the_discards_become_the_draw_pile(edition: str) -> None:
    """If the draw pile is empty, all discards except the top one are shuffled to form a new one."""
    kit = KITS[edition]
    discards = f"{kit.high} {kit.run} {kit.fours} {kit.eight}".split()
    game = begin(edition, kit.five, kit.threes, step="draw", draw_pile="", discard_pile=" ".join(discards), options=ONE)
    after = play(game, draw())
    position = after.position()
    assert position["discard_pile"] == discards[0]
    assert sorted([*position["draw_pile"].split(), hand(after, 0).split()[-1]]) == sorted(discards[1:])
    row = after.record()["rounds"][0]["actions"][0]
    assert sorted(row["reshuffled"].split()) == sorted(discards[1:])
    assert row["reshuffled"].split()[0] == hand(after, 0).split()[-1], "the new pile, top first"
    assert "reshuffled" in [type(event).__name__.lower() for event in after.events]
    assert play(game, draw()).record() == after.record(), "the seed decides"


@rule("G13")
def test_nothing_to_draw_ends_the_round() -> None:
    """If there is nothing to draw, the round is a draw: all seats score their hands, and phases laid down count."""
    kit = KITS["classic"]
    game = begin("classic", done(kit, "S R12"), seat("B6 B12"), "B7", draw_pile="", discard_pile="", options=ONE)
    after = play(game, discard("S"))
    assert after.position()["round"] == 2
    assert each(after, "score") == [10, 15, 5], "nobody went out"
    assert each(after, "phase") == [2, 1, 1], "Ana's phase counts"
    ended = next(event for event in after.events if type(event).__name__ == "RoundEnded")
    assert (ended.seat, ended.reason) == (None, "nothing to draw")  # type: ignore[union-attr]


DRAWS: list[tuple[str, str, str, str, str, list[Json], str]] = [
    ("G13", "classic", "", "R5", "", [draw("discard")], "the top discard can still be taken"),
    ("G13", "classic", "", "S R5", "", [draw()], "there is a card to shuffle under the skip"),
    ("G13", "classic", "R5", "", "", [draw()], "no discards, but a draw pile"),
    ("G13", "masters", "", "S", "R5", [draw("saved", "R5")], "the seat's own saved card"),
    ("G19", "classic", "R5", "W", "", [draw(), draw("discard")], "a wild may be taken from the discard pile"),
    ("G19", "standard", "5H", "JK", "", [draw(), draw("discard")], "so may a joker"),
    ("G19", "flip", "R5/9", "R*/1", "", [draw(), draw("discard")], "so may a star"),
    ("G19", "masters", "R5", "W", "", [draw(), draw("discard")], "the same in masters"),
]


@cases("rule, edition, pile, discards, saved, draws, why", DRAWS)
def test_what_may_be_drawn(edition: str, pile: str, discards: str, saved: str, draws: list[Json]) -> None:
    me = seat({"standard": "KC", "flip": "Y12/12"}.get(edition, "Y12"), **({"saved": saved} if saved else {}))
    game = begin(edition, me, "", step="draw", draw_pile=pile, discard_pile=discards)
    assert [action.to_dict() for action in game.legal_actions()] == draws
    for action in draws:
        assert play(game, action).step == "play"


@rule("G14")
@every_kit
def test_a_round_is_scored_by_the_hands(edition: str) -> None:
    """The seat that goes out scores 0 and the others score their hands; cards on the table never count."""
    kit = KITS[edition]
    ben = seat(f"{kit.wilds} {kit.high} {kit.eight}", score=40)
    cleo = done(kit, "", laid=[fours(kit)], score=7)
    ended = play(begin(edition, done(kit, kit.five, score=3), ben, cleo, options=ONE), discard(kit.five))
    assert each(ended, "score") == [3, 40 + 3 * kit.wild_cost + 15, 7]


@rule("G15")
@every("edition", [name for name in KITS if name != "masters"])
def test_seats_that_laid_down_move_on(edition: str) -> None:
    """Seats that laid down try the next phase; the others try the same one again."""
    kit = KITS[edition]
    cleo = done(kit, kit.high, laid=[fours(kit)])
    ended = play(begin(edition, done(kit, kit.five), kit.eight, cleo, options=ONE), discard(kit.five))
    assert (each(ended, "phase"), each(ended, "completed")) == ([2, 1, 2], [[1], [], [1]])
    assert each(ended, "laid") == [[], [], []]


@rule("G16")
@every_kit
def test_the_game_ends_with_the_round_of_the_last_phase(edition: str) -> None:
    """Laying down the last phase does not end the game: the round is played out even if another seat goes out."""
    kit = KITS[edition]
    ben = done(kit, kit.eight, laid=[], completed=[])
    game = begin(edition, f"{kit.threes} {kit.five} {kit.high}", ben, options=LAST)
    down = play(game, lay(kit.threes))
    assert (down.winners, turn(play(down, discard(kit.five)))) == ((), (1, "draw"))
    rows = done(kit, kit.high), done(kit, kit.eight, completed=[], laid=[fours(kit)])
    over = play(begin(edition, *rows, to_act=1, options=LAST, dealer=0), discard(kit.eight))
    assert (over.to_act, over.step, over.winners, over.winner) == (None, None, (0,), 0), "Ana finished, Ben went out"
    assert (over.legal_actions(), refusal(over, draw()).code) == ((), "game_over")
    assert refusal(over, draw()).rule == "G16"


FINISHERS: list[tuple[str, list[tuple[int, bool]], tuple[int, ...], list[int], str]] = [
    ("G17", [(30, True), (10, False)], (0,), [1, 2], "a single finisher wins, regardless of the scores"),
    ("G17", [(30, True), (10, True)], (1,), [2, 1], "of several finishers, the one with the lowest total wins"),
    ("G17 G18", [(30, True), (20, True), (0, False)], (1,), [2, 1, 3], "phases come first, then scores"),
    ("G18", [(10, True), (40, False), (40, False)], (0,), [1, 2, 2], "seats that tie on both share a place"),
    (
        "G18",
        [(10, True), (40, False), (40, False), (50, False)],
        (0,),
        [1, 2, 2, 4],
        "after a shared second place comes fourth",
    ),
]


@cases("rule, seats, winners, places, why", FINISHERS)
@every_kit
def test_who_wins(edition: str, seats: list[tuple[int, bool]], winners: tuple[int, ...], places: list[int]) -> None:
    kit = KITS[edition]
    rows = [done(kit, "", laid=[], score=score, completed=[1] if finished else []) for score, finished in seats]
    rows[0] = {**rows[0], "hand": kit.five, "laid": [threes(kit)]}
    over = play(begin(edition, *rows, options=LAST), discard(kit.five))
    assert (over.winners, over.winner) == (winners, winners[0])
    standings = sorted(over.standings, key=lambda row: row["seat"])
    assert [row["place"] for row in standings] == places
    assert [row["score"] for row in standings] == [score for score, _ in seats]
    assert over.standings == sorted(standings, key=lambda row: (row["place"], row["seat"])), "best place first"


@rule("G18")
def test_standings_while_the_game_runs() -> None:
    """Seats are ordered by completed phases, then by total; tied seats share a place: 1, 1, 3."""
    rows = [seat("R5", score=9), seat("B5", score=9, completed=[1], phase=2), seat("G5", score=5), seat("Y5", score=9)]
    standings = begin("classic", *rows, options=ONE).standings
    assert [(row["seat"], row["place"]) for row in standings] == [(1, 1), (2, 2), (0, 3), (3, 3)]
    shared = begin("classic", "R5", "B5", seat("G5", score=1)).standings
    assert [(row["seat"], row["place"]) for row in shared] == [(0, 1), (1, 1), (2, 3)]
    assert set(standings[0]) == {"seat", "name", "place", "completed", "score"}


@rule("G17")
@every_kit
def test_a_tie_is_broken_by_another_round(edition: str) -> None:
    """Only the tied finishers play the last phase again; the deal passes among them."""
    kit = KITS[edition]
    ana, cleo = done(kit, kit.five, score=5), done(kit, kit.eight, laid=[], score=0)
    rows = [ana, done(kit, "", laid=[fours(kit)], completed=[]), cleo]
    tied = play(begin(edition, *rows, options=LAST, dealer=0), discard(kit.five))
    position = tied.position()
    assert (position["tie_break"], position["dealer"]) == ([0, 2], 2), "the first tied seat left of 0 is 2"
    assert each(tied, "phase") == [1, None, 1]
    assert [len(cards.split()) for cards in each(tied, "hand")] == [10, 0, 10]
    assert tied.step == "draw", "nobody chooses a phase, even in masters"
    assert tied.winners == ()
    assert "TieBreak" in [type(event).__name__ for event in tied.events]


@rule("G17")
@every_kit
def test_a_tie_break_is_not_scored_and_its_losers_are_second(edition: str) -> None:
    """The winner of the tie-break is first, and the losers share second place; totals do not change."""
    kit = KITS[edition]
    hands = f"{kit.run.split()[0]} {kit.threes}", kit.eight, kit.high
    ana, ben, dan = [done(kit, cards, laid=[], score=5) for cards in hands]
    rows = [ana, ben, seat("", phase=None, score=90), dan]
    game = begin(edition, *rows, options=LAST, tie_break=[0, 1, 3])
    over = play(game, lay(kit.threes))
    if over.to_act is not None:
        over = play(over, discard(kit.run.split()[0]))
    assert (over.winners, over.winner) == ((0,), 0)
    standings = [(row["seat"], row["place"], row["score"]) for row in over.standings]
    assert standings == [(0, 1, 5), (1, 2, 5), (3, 2, 5), (2, 4, 90)]


@rule("G17", "G20")
@every_kit
def test_a_drawn_tie_break_is_played_again(edition: str) -> None:
    """A tie-break that ends in a stalemate is not scored but dealt again; the deal passes among the tied seats."""
    kit = KITS[edition]
    tied = [done(kit, cards, laid=[], score=5) for cards in (f"{kit.five} {kit.high}", kit.eight)]
    rows = [tied[0], seat("", phase=None, score=70), tied[1]]
    game = begin(edition, *rows, options=LAST, tie_break=[0, 2], dealer=2, quiet_turns=99, round=8)
    again = play(game, discard(kit.five))
    position = again.position()
    assert (position["round"], position["tie_break"], position["dealer"]) == (9, [0, 2], 0)
    assert (each(again, "score"), each(again, "phase")) == ([5, 70, 5], [1, None, 1])


@rule("G17")
def test_a_tie_break_under_v4_and_in_masters_plays_the_last_phase_listed() -> None:
    """The tied seats cannot choose: they play the last phase on the list."""
    options = {"phases": [2, 1], "order": "any"}
    rows = [seat("R5", completed=[1, 2], score=5), seat("B6", completed=[2, 1])]
    tied = play(begin("classic", *rows, options=options), discard("R5"))
    assert each(tied, "phase") == [1, 1]
    rows = [seat("R5", phase=1, completed=[1, 2], score=5), seat("O6", phase=2, completed=[2, 1])]
    chosen = play(begin("masters", *rows, options={"phases": [2, 1]}), discard("R5"))
    assert (each(chosen, "phase"), chosen.step) == ([1, 1], "draw")


STALE: list[tuple[str, int, int, bool, int, str]] = [
    ("G20", 2, 99, False, 2, "with two seats, the hundredth quiet turn ends the round"),
    ("G20", 2, 98, False, 1, "the ninety-ninth does not"),
    ("G20", 3, 149, False, 2, "with three seats, it takes 150 quiet turns"),
    ("G20", 3, 99, False, 1, "with three seats, 100 quiet turns are too few"),
    ("G20", 2, 99, True, 1, "a hit restarts the count"),
]


@cases("rule, seats, quiet, hitting, round, why", STALE)
@every_kit
def test_stalemate(edition: str, seats: int, quiet: int, hitting: bool, round: int) -> None:
    kit = KITS[edition]
    wild, *_ = kit.wilds.split()
    rows = [done(kit, f"{wild} {kit.five} {kit.high}"), *[seat(kit.eight), seat("")][: seats - 1]]
    game = begin(edition, *rows, options=ONE, quiet_turns=quiet)
    if hitting:
        game = play(game, hit(wild, 0, 0))
        assert game.position()["quiet_turns"] == 0
    after = play(game, discard(kit.five))
    assert after.position()["round"] == round
    if round == 2:
        held = kit.wild_cost + 10
        assert each(after, "score")[:2] == [held, 5], "every seat scores its hand"
        assert after.position()["quiet_turns"] <= 1, "a new count (a first skip may be one turn)"
        assert each(after, "completed")[0] == [1], "phases laid down count"
    else:
        assert after.position()["quiet_turns"] == (0 if hitting else quiet + 1)


@rule("G20")
def test_a_skipped_turn_counts() -> None:
    """A skipped turn counts as one quiet turn, and can be the one that ends the round."""
    kit = KITS["classic"]
    game = begin("classic", done(kit, "S R5"), "B6", options=ONE, quiet_turns=10)
    after = play(game, discard("S"))
    assert (turn(after), after.position()["quiet_turns"]) == ((0, "draw"), 12)
    ended = play(begin("classic", done(kit, "S R5"), "B6", options=ONE, quiet_turns=98), discard("S"))
    assert (ended.position()["round"], each(ended, "score")) == (2, [5, 5])


@rule("S8", "F12")
@every("edition", ["standard", "flip"])
def test_going_out_wins_the_tie_break(edition: str) -> None:
    """Laying down the last phase is not enough: the first of the tied seats to go out wins."""
    kit = KITS[edition]
    rows = [done(kit, f"{kit.threes} {kit.five} {kit.high}", laid=[], score=5), done(kit, kit.fours, laid=[], score=5)]
    game = begin(edition, *rows, options=LAST, tie_break=[0, 1], draw_pile=f"{kit.eight} {kit.wilds}")
    game = play(game, lay(kit.threes))
    assert (game.winners, game.to_act) == ((), 0), "the first on the table has not won yet"
    game = play(game, discard(kit.high), draw(), lay(kit.fours))
    assert (game.winners, game.to_act) == ((), 1)
    over = play(game, discard(kit.eight))
    assert (over.winner, over.to_act, each(over, "score")) == (1, None, [5, 5])
    assert [(row["seat"], row["place"]) for row in over.standings] == [(1, 1), (0, 2)]
