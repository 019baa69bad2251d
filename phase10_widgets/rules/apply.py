"""Apply one action. Equal states and actions produce equal outcomes; a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..base.translatable import Translatable, phrase
from . import legal
from .actions import (
    Action,
    ChoosePhase,
    Discard,
    Draw,
    Hit,
    IllegalAction,
    Laid,
    LayDown,
    Save,
    check_end,
    check_group,
    check_number,
    check_word,
    malformed,
    optional_number,
)
from .cards import Card, CardError, remove
from .edition import Edition
from .events import CardHit, Discarded, Drawn, Flipped, PhaseChosen, PhaseLaid, Reshuffled, Saved
from .groups import Group, GroupError, read_group
from .observation import observe
from .phases import Identity, Need, Phase
from .rounds import Outcome, Shuffle, begin_turn, deal_round, end_round, end_turn, left_of, quiet_after, seeded_shuffle
from .solve_by_matching import differ
from .state import Cards, Seat, State, put


def start(
    edition: Edition,
    names: tuple[str, ...],
    seed: int | str,
    shuffle: Shuffle = seeded_shuffle,
    deck: Cards | None = None,
) -> Outcome:
    """Deal the first round from *deck* (default: the edition's deck)."""
    n = len(names)
    deck = edition.deck(n, seed) if deck is None else deck
    dealer = n - 1 if edition.first_dealer is None else edition.first_dealer
    empty = State(
        hands=((),) * n, draw_pile=(), discard_pile=(), to_act=None, step=None, laid_this_turn=False, busy=False,
        quiet_turns=0, side="color", seats=tuple(Seat(name, None) for name in names), saved=((),) * n, round=0,
        dealer=dealer, playing=tuple(range(n)), tie_break=False, winners=(), aside=deck, shuffles=0,
        seed=seed, edition=edition,
    )  # fmt: skip
    outcome = Outcome(empty, shuffle)
    deal_round(outcome, dealer, empty.playing)
    return outcome


def apply(state: State, action: Action, shuffle: Shuffle = seeded_shuffle) -> Outcome:
    """Apply *action* for the seat whose turn it is and return the outcome.

    Raises:
        IllegalAction: the rules refuse the action; *state* is unchanged.
    """
    if state.to_act is None:
        raise IllegalAction("game_over", "G16", "The game is over.")
    play = _PLAYS.get(type(action))
    if play is None:
        raise malformed(f"{type(action).__name__} is not an action")
    outcome = Outcome(state, shuffle)
    outcome.done = play(outcome, state, state.to_act, action)
    return outcome


def _choose_phase(outcome: Outcome, state: State, seat: int, action: ChoosePhase) -> Action:
    _at_step(state, "choose_phase")
    check_number("phase", action.phase)
    view = observe(state, seat)
    known = [phase.number for phase in state.edition.phases]
    if action.phase not in known:
        raise IllegalAction("no_such_phase", "M3", "There is no phase {phase} in this game.", phase=action.phase)
    if action.phase not in [phase.number for phase in legal.open_phases(view)]:
        raise IllegalAction(
            "phase_done", "M3", "You have already played phase {phase}; choose another one.", phase=action.phase
        )
    outcome.events.append(PhaseChosen(seat, action.phase))
    following = left_of(state, seat)
    outcome.state = state.with_seat(seat, phase=action.phase)._replace(to_act=following)
    if all(outcome.state.seats[at].phase is not None for at in state.playing):
        begin_turn(outcome, following)
    return action


def _draw(outcome: Outcome, state: State, seat: int, action: Draw) -> Action:
    if state.step != "draw":
        _at_step(state, "draw")
    pile, discards, saved = state.draw_pile, state.discard_pile, state.saved
    if action.card is not None and action.source != "saved":
        raise malformed("only a draw from the saved cards can name a card")
    if action.source == "deck":
        if not pile:
            pile, discards = _reshuffle(outcome, state)
        card, pile = pile[0], pile[1:]
    elif action.source == "discard":
        card = _top_discard(state)
        discards = discards[1:]
    elif action.source != "saved":
        raise malformed(f'a draw must be from "deck", "discard" or "saved", not {action.source!r}')
    else:
        card = _held(state, saved[seat], action.card, _NOT_SAVED)
        saved = put(saved, seat, remove(saved[seat], card))
        action = Draw("saved", card.word)
        outcome.state = state._replace(saved=saved)
    hands = put(state.hands, seat, (*state.hands[seat], card))
    outcome.state = outcome.state.at_table(hands, pile, discards, seat, "play")
    outcome.events.append(Drawn(seat, action.source, card, card.back))
    return action


def _lay_down(outcome: Outcome, state: State, seat: int, action: LayDown) -> Action:
    _at_step(state, "play")
    if state.seats[seat].laid:
        raise IllegalAction("already_laid", "G4", "Your phase for this round is already on the table.")
    if not isinstance(action.groups, tuple | list):
        raise malformed("a lay_down must have a list of groups")
    optional_number("phase", action.phase)
    phase = _phase_to_lay(state, seat, action)
    rows, left = _cards_for(state, seat, action.groups)
    if any(card.skip for row in rows for card in row):
        raise IllegalAction("not_the_phase", _skip_rule(state), "A skip cannot be part of a phase.")
    groups = _read_groups(phase, rows, action.groups)
    if not left and not state.edition.go_out_by_hit:
        raise IllegalAction("last_card", "C4", "Keep a card: every turn ends with a discard.")
    done = state.seats[seat].completed
    if phase.number not in done:
        done = (*done, phase.number)
    hands = put(state.hands, seat, left)
    outcome.state = state.with_seat(seat, laid=groups, completed=done, phase=phase.number).at_table(
        hands, state.draw_pile, state.discard_pile, seat, "play", laid_this_turn=True, busy=True
    )
    outcome.events.append(PhaseLaid(seat, phase.number, groups))
    if state.tie_break and state.edition.tie_break == "laying":
        end_round(outcome, seat, "laid")
    elif not left:
        end_round(outcome, seat, "out")
    laid = tuple(Laid(" ".join(c.word for c in group.cards), *group.identity) for group in groups)
    return LayDown(laid, action.phase)


def _hit(outcome: Outcome, state: State, seat: int, action: Hit) -> Action:
    _at_step(state, "play")
    edition, hand = state.edition, state.hands[seat]
    if not state.seats[seat].laid:
        raise IllegalAction("not_laid", "G12", "Lay down your own phase first; then you may hit.")
    card = _held(state, hand, action.card, _NOT_IN_HAND)
    if len(hand) == 1 and not edition.go_out_by_hit:
        raise IllegalAction("last_card", "C4", "Keep your last card: every turn ends with a discard.")
    if action.owner != seat and state.laid_this_turn and not edition.hit_others_same_turn:
        raise IllegalAction("only_own", "C3", "On the turn you lay down your phase, you may hit only your own groups.")
    group = _group_on_table(state, action)
    if card.skip:
        raise IllegalAction("does_not_fit", _skip_rule(state), "A skip fits no group.")
    end = _end_of(group, card, action.end)
    groups = put(state.seats[action.owner].laid, action.group, group.hit(card, end))
    hands = put(state.hands, seat, remove(hand, card))
    outcome.state = state.with_seat(action.owner, laid=groups).at_table(
        hands, state.draw_pile, state.discard_pile, seat, "play", laid_this_turn=state.laid_this_turn, busy=True
    )
    outcome.events.append(CardHit(seat, card, action.owner, action.group, end))
    if not hands[seat]:
        end_round(outcome, seat, "out")
    return Hit(card.word, action.owner, action.group, end)


def _discard(outcome: Outcome, state: State, seat: int, action: Discard) -> Action:
    if state.step != "play":
        _at_step(state, "play")
    hand, edition = state.hands[seat], state.edition
    card = _held(state, hand, action.card, _NOT_IN_HAND)
    if edition.must_lay_down:
        _has_laid_down(state, seat)
    left = remove(hand, card)
    target = None
    if card.skip or action.target is not None:
        target = _skip_target(state, seat, card, action.target, going_out=not left)
    outcome.events.append(Discarded(seat, card, target))
    hands, discards = put(state.hands, seat, left), (card, *state.discard_pile)
    if card.flips:
        outcome.state = state._replace(hands=hands, discard_pile=discards)
        _flip(outcome)
        hands, discards = outcome.state.hands, outcome.state.discard_pile
    if not left:
        outcome.state = outcome.state._replace(hands=hands, discard_pile=discards, quiet_turns=quiet_after(state))
        end_round(outcome, seat, "out")
    else:
        if target is not None:
            outcome.state = outcome.state.with_seat(target, skipped=True)
        end_turn(outcome, seat, hands, discards)
    aimed = target if edition.skip == "chosen" else None
    return action if action.card == card.word and action.target == aimed else Discard(card.word, aimed)


def _save(outcome: Outcome, state: State, seat: int, action: Save) -> Action:
    _at_step(state, "play")
    hand = state.hands[seat]
    if not state.edition.saves:
        raise IllegalAction("no_saving", "M5", "{edition} has no save piles.", edition=Translatable(state.edition.name))
    card = _held(state, hand, action.card, _NOT_IN_HAND)
    if state.seats[seat].saved_this_round:
        raise IllegalAction("saved_already", "M5", "You have already saved a card this round.")
    if len(hand) == 1:
        raise IllegalAction("last_card", "M5", "Your last card cannot be saved.")
    if not legal.may_save(observe(state, seat)):
        raise IllegalAction(
            "deck_too_small", "M5", "Too many cards are saved: not enough would be left to deal the next round."
        )
    if state.edition.must_lay_down:
        _has_laid_down(state, seat)
    saved = put(state.saved, seat, (*state.saved[seat], card))
    outcome.state = state.with_seat(seat, saved_this_round=True)._replace(saved=saved)
    outcome.events.append(Saved(seat, card))
    end_turn(outcome, seat, put(state.hands, seat, remove(hand, card)), state.discard_pile)
    return Save(card.word)


_PLAYS: Mapping[type, Callable[[Outcome, State, int, Any], Action]] = {
    ChoosePhase: _choose_phase,
    Draw: _draw,
    LayDown: _lay_down,
    Hit: _hit,
    Discard: _discard,
    Save: _save,
}


def _at_step(state: State, step: str) -> None:
    if state.step == step:
        return
    if state.step == "choose_phase":
        raise IllegalAction("wrong_step", "M3", "First choose the phase you will try this round.")
    if state.step == "draw":
        raise IllegalAction("wrong_step", "G3", "Draw a card first.")
    if step == "draw":
        raise IllegalAction("wrong_step", "G3", "You have already drawn a card this turn.")
    raise IllegalAction("wrong_step", "M3", "You cannot choose a phase now.")


_NOT_IN_HAND = phrase("The {card} is not in your hand.")
_NOT_SAVED = phrase("The {card} is not among your saved cards.")
_NOT_LEFT = phrase("The {card} is not in your hand, or you used it in two groups.")


def _held(state: State, cards: Cards, word: str | None, otherwise: str) -> Card:
    """Return the card in *cards* with this code (in flip, a single face matches any card that shows it)."""
    if type(word) is not str:
        word = check_word(word)
    try:
        wanted = state.edition.pack.card(word)
    except CardError as error:
        raise malformed(str(error)) from error
    if wanted in cards:
        return wanted
    if wanted.back is not None and wanted.turned in cards:
        return wanted.turned
    if wanted.back is None and state.edition.two_sided:
        for card in cards:
            if card.code == wanted.code:
                return card
    raise IllegalAction("not_held", "G3", otherwise, card=wanted)


def _top_discard(state: State) -> Card:
    if not state.discard_pile:
        raise IllegalAction("nothing_there", "G13", "The discard pile is empty.")
    if not state.edition.may_take(state.discard_pile[0]):
        raise IllegalAction("skip_not_taken", _skip_rule(state), "A skip cannot be taken from the discard pile.")
    return state.discard_pile[0]


def _skip_rule(state: State) -> str:
    """Return the number of the edition's rule on skips."""
    return "M6" if state.edition.skip == "chosen" else "C5"


def _reshuffle(outcome: Outcome, state: State) -> tuple[Cards, Cards]:
    """Return the draw pile and discard pile after an empty draw pile is replaced (G13)."""
    if len(state.discard_pile) < 2:
        raise IllegalAction("nothing_there", "G13", "The draw pile is empty, and there is nothing to shuffle.")
    pile = outcome.shuffle(state, state.discard_pile[1:], deal=False)
    outcome.reshuffled = pile
    outcome.state = state._replace(shuffles=state.shuffles + 1)
    outcome.events.append(Reshuffled(len(pile)))
    return pile, state.discard_pile[:1]


def _flip(outcome: Outcome) -> None:
    """Turn over every card except those on the table and in the save piles (F8)."""
    state = outcome.state
    side = "wild" if state.side == "color" else "color"
    outcome.state = state._replace(
        side=side,
        hands=tuple(tuple(card.turned for card in hand) for hand in state.hands),
        draw_pile=tuple(card.turned for card in reversed(state.draw_pile)),
        discard_pile=tuple(card.turned for card in reversed(state.discard_pile)),
    )
    outcome.events.append(Flipped(side))


def _skip_target(state: State, seat: int, card: Card, wanted: int | None, going_out: bool) -> int | None:
    """Return the seat that loses its turn to this discard, or None (C5, M6)."""
    optional_number("target", wanted)
    if not card.skip or state.edition.skip != "chosen":
        if wanted is not None:
            raise IllegalAction("bad_target", _skip_rule(state), "Only skips in the Masters edition have a target.")
        return left_of(state, seat) if card.skip else None
    targets = legal.skip_targets(observe(state, seat))
    if wanted is None:
        if targets and not going_out and len(state.playing) > 2:
            raise IllegalAction("bad_target", "M6", "Name the player who loses a turn.")
        return targets[0] if targets and not going_out else None
    if wanted not in targets:
        raise _no_target(state, seat, wanted)
    return wanted


def _no_target(state: State, seat: int, wanted: int) -> IllegalAction:
    if wanted == seat:
        return IllegalAction("bad_target", "M6", "You cannot skip yourself.")
    if wanted not in state.playing:
        return IllegalAction("bad_target", "M6", "Nobody is playing in that seat this round.")
    name = state.seats[wanted].name
    return IllegalAction("bad_target", "M6", "{name} is already due to lose a turn; choose someone else.", name=name)


def _has_laid_down(state: State, seat: int) -> None:
    """Raise IllegalAction if option G5 requires laying down the completed phase before the turn ends."""
    if legal.completed_by_hand(observe(state, seat)):
        raise IllegalAction("must_lay_down", "G5", "Your hand completes the phase: lay it down first.")


def _phase_to_lay(state: State, seat: int, action: LayDown) -> Phase:
    phases = {phase.number: phase for phase in legal.phases_to_lay(observe(state, seat))}
    if action.phase is None:
        if len(phases) == 1:
            return next(iter(phases.values()))
        raise IllegalAction("no_such_phase", "V4", "Say which phase you are laying down.")
    if action.phase in phases:
        return phases[action.phase]
    if action.phase in state.seats[seat].completed:
        raise IllegalAction("phase_done", "V4", "You have already completed phase {phase}.", phase=action.phase)
    raise IllegalAction("no_such_phase", "G4", "You cannot lay down phase {phase} now.", phase=action.phase)


def _cards_for(state: State, seat: int, groups: tuple[Laid, ...]) -> tuple[list[Cards], Cards]:
    """Split the hand into the cards for each group, using each card once (G7), and the remaining cards."""
    left, rows = state.hands[seat], []
    for group in groups:
        check_group(group)
        row = []
        for word in group.cards.split():
            card = _held(state, left, word, _NOT_LEFT)
            left = remove(left, card)
            row.append(card)
        rows.append(tuple(row))
    return rows, left


def _read_groups(phase: Phase, rows: list[Cards], asked: tuple[Laid, ...]) -> tuple[Group, ...]:
    """Build the groups from the rows; raise IllegalAction unless they form the phase (G6, G9, S4)."""
    if len(rows) != len(phase.needs):
        n, wanted = len(rows), len(phase.needs)
        raise IllegalAction(
            "not_the_phase",
            "G6",
            "The phase is {phase}. Groups needed: {wanted}, not {n}.",
            phase=phase,
            wanted=wanted,
            n=n,
        )
    groups = [_read_row(need, row, ask) for need, row, ask in zip(phase.needs, rows, asked, strict=True)]
    if all(card.wild for row in rows for card in row):
        raise IllegalAction("no_natural", "G9", "A phase needs at least one card that is not wild.")
    if not differ(phase.needs, [group.identity for group in groups]):
        raise IllegalAction(
            "same_color", "S4", "The groups of this phase must have different colors or suits: {phase}.", phase=phase
        )
    return tuple(groups)


def _read_row(need: Need, row: Cards, asked: Laid) -> Group:
    if len(row) < need.size:
        raise IllegalAction(
            "not_the_phase",
            "G6",
            "{need} needs {n} cards, but this group has only {m}: {cards}.",
            need=need,
            n=need.size,
            m=len(row),
            cards=row,
        )
    if asked.kind not in (None, need.kind):
        raise IllegalAction("not_the_phase", "G6", "This group must be {need}: {cards}.", need=need, cards=row)
    try:
        return read_group(need, row, Identity(asked.number, asked.start, asked.color, asked.suit))
    except GroupError as error:
        raise IllegalAction("not_the_phase", "G8", error.template, **error.parts) from error


def _group_on_table(state: State, action: Hit) -> Group:
    check_number("owner", action.owner)
    check_number("group", action.group)
    if not 0 <= action.owner < len(state.seats):
        raise IllegalAction("no_such_group", "G11", "There is no such group on the table.")
    groups = state.seats[action.owner].laid
    if not 0 <= action.group < len(groups):
        raise IllegalAction("no_such_group", "G11", "There is no such group on the table.")
    return groups[action.group]


def _end_of(group: Group, card: Card, wanted: str | None) -> str:
    """Return the end of the group where the card is added (G11)."""
    check_end(wanted)
    ends = group.ends(card)
    if not ends:
        rule = "F9" if group.kind == "color run" else "G11"
        why = phrase("The {card} does not fit there: the group is {group}.")
        raise IllegalAction("does_not_fit", rule, why, card=card, group=group)
    if wanted is None or (wanted == "any" and len(ends) == 1):
        if len(ends) > 1:
            why = phrase("The {card} fits at both ends of the group ({group}): say which.")
            raise IllegalAction("say_which_end", "G11", why, card=card, group=group)
        return ends[0]
    if wanted not in ends:
        why = phrase("The {card} does not fit at that end of the group ({group}).")
        raise IllegalAction("does_not_fit", "G11", why, card=card, group=group)
    return wanted
