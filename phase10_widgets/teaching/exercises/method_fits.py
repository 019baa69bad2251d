"""The method that fits each question in the mixed sets, and the results that other methods would give instead."""

from __future__ import annotations

from collections.abc import Mapping

from ...base.translatable import phrase
from .methods import MethodFit, fit
from .methods_13_16 import INDEPENDENT, LATE_FITS, MEAN_DRAWS, NOTHING_SEEN, ONE_CARD

PUT_BACK = phrase("That is for cards that go back before the next one is drawn. Here, they do not.")
NUMBER_NOT_CHANCE = phrase("That finds a chance. The question asks for a number of hands.")
TWICE = phrase("The sum counts wilds, not hands: a hand with two wilds is counted twice.")
MEAN_WILDS = phrase("That is the average number of wilds, not how often there is one.")
TOO_SMALL = phrase("That is for one kind of card. A phase needs several kinds at once.")
AT_LEAST_ONE_HIT = phrase("That is the chance of at least one hit within some number of tries, not how long it takes.")
NUMBER_OF_HITS = phrase("That is the chance of some hits in a fixed number of tries, not how long it takes.")
HOW_FAR_OFF = phrase("That is how far the result of many trials may be off. Here, the chance itself is known.")
WHO_IS_BETTER = phrase("That is how likely one of them is better, given a result. Here, both are equally good.")

FITS: Mapping[str, MethodFit] = {
    "01/page": fit(
        "count",
        phrase("One card is turned up, and each card is equally likely. Divide those that fit by the number of cards."),
        combinations=phrase("That counts hands of several cards. Here, only one card is turned up."),
        mean=phrase("That is how many such cards turn up on average in a larger hand."),
        bayes=NOTHING_SEEN,
    ),
    "01/longer-run": fit(
        "count",
        phrase("One card comes, and each card that you do not see is equally likely. Count those that fit the run."),
        hypergeometric=ONE_CARD,
        mean=phrase("That is how many cards in a larger hand would fit the run, on average."),
        bayes=NOTHING_SEEN,
    ),
    "01/bigger-set": fit(
        "count",
        phrase("One card comes, and each card that you do not see is equally likely. Count those that fit the set."),
        binomial=phrase("That is the chance of some hits in a series of tries. Here, one card is drawn, once."),
        combinations=phrase("That counts hands of several cards. Here, only one card comes."),
        bayes=NOTHING_SEEN,
    ),
    "01/more-of-a-color": fit(
        "count",
        phrase("One card comes, and each card that you do not see is equally likely. Count those that go with yours."),
        hypergeometric=ONE_CARD,
        product=phrase("That is the number of ways to choose several cards in a row. Here, only one card comes."),
        mean=phrase("That is how many cards in a larger hand would go with yours, on average."),
    ),
    "02/hands": fit(
        "combinations",
        phrase("The cards come at once, so their order does not matter, and none of them comes twice."),
        product=phrase("That counts the same cards once in every order, so each hand several times."),
        count=NUMBER_NOT_CHANCE,
        binomial=phrase("That finds the chance of some hits in a series of tries. Here, hands are counted."),
    ),
    "02/runs": fit(
        "product",
        phrase("Choose where the run starts, then one card of each number. The choices are free, so multiply."),
        combinations=phrase("That counts all hands of {k} cards, whether they are runs or not."),
        complement=phrase("That starts from the hands that are not runs. There are far more of them to count."),
        hypergeometric=NUMBER_NOT_CHANCE,
    ),
    "02/dealt-run": fit(
        "combinations",
        phrase("All hands are equally likely. Count the runs, and divide by the number of all hands, C({size}, {k})."),
        binomial=phrase(
            "That is for tries with the same chance each time. Here, every card depends on the ones before."
        ),
        complement=phrase("That starts from the hands that are not runs. They are harder to count than the runs."),
        mean=phrase("That is how many of your cards fit some run, on average."),
    ),
    "02/page": fit(
        "count",
        phrase("One card is on top, and each card is equally likely. Divide those that fit by the number of cards."),
        combinations=phrase("That counts hands of several cards. Here, only one card counts."),
        mean=phrase("That is how many such cards turn up on average in a larger hand."),
        hypergeometric=ONE_CARD,
    ),
    "02/one-color": fit(
        "combinations",
        phrase("Of all C({size}, {k}) hands, C({marked}, {k}) consist of red cards only."),
        binomial=PUT_BACK,
        complement=phrase("From the hands without red, that leads to at least one red card. Here, all must be red."),
        addition=phrase("Adding up the four colors gives the chance of one color, no matter which. Here, it is red."),
    ),
    "03/at-least-one": fit(
        "complement",
        phrase("“At least one” leaves out a single case: no wild. Find that one, and subtract it from 1."),
        addition=TWICE,
        binomial=PUT_BACK,
        mean=MEAN_WILDS,
    ),
    "03/special": fit(
        "complement",
        phrase("“At least one” leaves out a single case: number cards only. Find that one, and subtract it from 1."),
        addition=phrase("The sum counts a hand twice if it holds both a wild and a skip."),
        product=phrase("Multiplying asks for a wild and a skip in the same hand. One of them is enough."),
        binomial=PUT_BACK,
    ),
    "03/at-least-two": fit(
        "complement",
        phrase("Only two cases do not count: no wild, and exactly one. Find both, and subtract them from 1."),
        binomial=PUT_BACK,
        conditional=phrase(
            "That is the chance of a second wild once you know of the first. Here, you know nothing yet."
        ),
        mean=MEAN_WILDS,
    ),
    "03/table": fit(
        "complement",
        phrase(
            "It does not matter who has the wild. Put all the hands together, find “no wild”, and subtract it from 1."
        ),
        addition=phrase("The sum counts a deal twice if two players have a wild."),
        binomial=phrase("That treats the players as if each had a deck of their own. They share one."),
        mean=MEAN_WILDS,
    ),
    "03/masters": fit(
        "complement",
        phrase("It is a different deck, but the same question: find “no wild”, and subtract it from 1."),
        addition=TWICE,
        binomial=PUT_BACK,
        bayes=phrase("That would tell you which deck you have, once you have seen a hand from it. You know your deck."),
    ),
    "04/three-fives": fit(
        "hypergeometric",
        phrase("Cards do not go back, and what counts is the number of hits: three, four, and so on."),
        binomial=phrase("That is for cards that go back. Here, each hit makes the next one less likely."),
        addition=phrase("That adds up single cards. You need three of them in the same hand."),
        mean=phrase("That is how many of these cards you get on average, not how often you get three."),
    ),
    "04/any-triple": fit(
        "complement",
        phrase(
            "A hand can have one triple, two or three. Hands with none are a single case: count those, and subtract."
        ),
        addition=phrase("Twelve equal chances, added up, count a hand with two triples twice."),
        binomial=phrase("That treats the 12 numbers as independent tries. But they share one hand."),
        hypergeometric=phrase("That is the chance of a triple of one particular number. Here, any number will do."),
    ),
    "04/mean": fit(
        "mean",
        phrase("“On average” asks for an expected value. It adds up card by card."),
        hypergeometric=phrase("That is how likely each number of hits is. The question asks only for the average."),
        complement=phrase("That is the chance of at least one such card, not their average number."),
        conditional=phrase("That needs something you know about the hand. You have not seen a card yet."),
    ),
    "04/pair": fit(
        "complement",
        phrase("“At least two match” leaves out a single case: all the cards are different."),
        addition=phrase("Adding up all pairs of cards counts a hand with two matches twice."),
        binomial=phrase("That is for cards that go back, as in the birthday problem. Here, they do not."),
        hypergeometric=phrase("That counts the cards of one particular number. Here, any number will do."),
    ),
    "05/given-one": fit(
        "conditional",
        phrase("Your friend has ruled out all hands without a wild. Look only at the others."),
        hypergeometric=phrase("That is the chance among all hands, before your friend said anything."),
        total=phrase("That mixes the hands with a wild and those without. Those without are ruled out."),
        binomial=PUT_BACK,
    ),
    "05/first-wild": fit(
        "conditional",
        phrase("The first card is known. What is left is a smaller hand from a smaller deck, with one wild fewer."),
        total=phrase("That mixes in the hands whose first card is not wild. They are ruled out."),
        binomial=phrase("That is for cards that go back. But the wild in your hand cannot come again."),
        bayes=phrase(
            "That tells you how likely a wild is as the first card, once you know the rest. You know the first card."
        ),
    ),
    "05/phase-with-a-wild": fit(
        "conditional",
        phrase("You know the first card. Look only at the hands that begin with a wild."),
        total=phrase("That mixes hands whose first card is wild with all others: the chance for any {cards} cards."),
        bayes=phrase("That tells you how likely a wild is as the first card, once you know that you have the phase."),
        hypergeometric=phrase("That counts wilds. A phase depends on the numbers and colors as well."),
    ),
    "05/blog": fit(
        "total",
        phrase("Sort the hands by their number of wilds, find the chance in each case, and add the cases up."),
        hypergeometric=phrase("That counts the cards of one color and stops there: the blog's method, without wilds."),
        conditional=phrase("That holds once you know how many wilds you have. You do not, so every case counts."),
        binomial=PUT_BACK,
    ),
    "06/took": fit(
        "bayes",
        phrase("You know how often collectors take it. You want to know how often takers are collectors."),
        total=phrase("That is how often anybody at all takes the 7. You need it, but only as the denominator."),
        product=phrase("That is the proportion of all opponents who collect 7s and take this one."),
        complement=phrase("That is how often collectors leave the 7, or others do. Your opponent took it."),
    ),
    "06/left": fit(
        "bayes",
        phrase(
            "You know how often collectors leave it. You want to know how many of those who leave it are collectors."
        ),
        total=phrase("That is how often anybody at all leaves the 7. You need it, but only as the denominator."),
        product=phrase("That is the proportion of all opponents who collect 7s and leave this one."),
        complement=phrase("1 minus the answer for those who take it is of no use: those are other people."),
    ),
    "06/twice": fit(
        "bayes",
        phrase(
            "You know how often collectors take two. You want to know how many of those who take two are collectors."
        ),
        total=phrase("That is how often anybody at all takes both. You need it, but only as the denominator."),
        product=phrase("That is the proportion of all opponents who collect 7s and take both."),
        binomial=phrase("That is how often a collector takes two of two. You want to know who takes two."),
    ),
    "06/holds": fit(
        "conditional",
        phrase("They took the card, so they held two or more. Look only at such hands."),
        hypergeometric=phrase("That is the chance before they took the card. Taking it ruled out most hands."),
        total=phrase("That adds up all hands with which they take the card. It belongs in the denominator."),
        binomial=PUT_BACK,
    ),
    "07/small-series": fit(
        "error",
        phrase("The fewer the deals, the farther a proportion can be from 50%."),
        mean=phrase("On average, the proportion is 50% for both of them. That does not tell them apart."),
        waiting=phrase("That is how long each of them waits for a good deal. Both wait equally long."),
        bayes=phrase("That tells you who dealt, once you have seen the proportion."),
    ),
    "07/due": fit(
        "independent",
        phrase("A well-shuffled deal does not remember the others. Its chance is the same as always."),
        complement=phrase("That is the chance of at least one hit in the whole series, before it began."),
        product=phrase("That is the chance of the whole series, the misses and then a hit. The misses are over."),
        waiting=phrase("That is how long it takes on average. The question asks about one deal."),
    ),
    "07/at-least-once": fit(
        "complement",
        phrase("“At least once” leaves out a single case: a miss every time. The deals are independent, so multiply."),
        addition=phrase("The sum counts a series twice if the phase comes up twice."),
        waiting=MEAN_DRAWS,
        hypergeometric=INDEPENDENT,
        error=HOW_FAR_OFF,
    ),
    "08/cost": fit(
        "mean",
        phrase("“On average” asks for an expected value: each cost counts as often as it occurs."),
        variance=phrase("That is how much the cost differs from hand to hand, not what it is on average."),
        hypergeometric=phrase("That is how likely some number of wilds is, for example. You need all the costs."),
        count=phrase("That is the chance of one kind of card. The question asks for points."),
    ),
    "08/with-a-wild": fit(
        "mean",
        phrase("“On average” asks for an expected value. Two cards are known; average over the others."),
        variance=phrase("That is how much the cost differs from hand to hand, not what it is on average."),
        bayes=phrase("That tells you which cards you are likely to hold, once you know what they cost."),
        hypergeometric=phrase("That is how likely some number of wilds is, for example. You need all the costs."),
    ),
    "08/below-the-mean": fit(
        "count",
        phrase("It is about a single card, and each is equally likely. Count those that cost less."),
        mean=phrase("The mean is known already. It does not tell you how many cards lie below it."),
        variance=phrase("That is how far costs lie from the mean, but not on which side."),
        error=phrase("That is how far the average of many cards may be off. Here, it is a single card."),
    ),
    "09/pair-or-run": fit(
        "count",
        phrase(
            "Each of them needs one card. Count the cards that help: the one with more of them is ahead on every draw."
        ),
        bayes=phrase("That tells you who holds what, once you see who completes a phase. You know both hands."),
        chain=phrase("That follows players through many phases. Here, each has one phase and lacks one card."),
        test=phrase("That is for judging a long series of rounds between the two. Here, nothing has been played yet."),
    ),
    "09/next-card": fit(
        "count",
        phrase("One card comes, and each card that you do not see is equally likely. Count those that help."),
        waiting=phrase("That is how many draws it takes on average. The question asks about the next one."),
        hypergeometric=phrase("That is for several cards drawn one after another. Here, only one card comes."),
        total=phrase("That is for several cases with different chances. Here, there is one draw and one case."),
    ),
    "09/some-draws": fit(
        "complement",
        phrase("“At least one” leaves out a single case: every draw misses."),
        addition=phrase("The sum counts a series twice if two of its draws help."),
        binomial=phrase("That is for cards that go back. Here, a card that missed cannot come again."),
        waiting=MEAN_DRAWS,
    ),
    "09/wait": fit(
        "gaps",
        phrase("Cards do not go back. The cards that help cut the pile into gaps, and on average all gaps are equal."),
        waiting=phrase("That is for cards that go back. It comes close, but a card that missed cannot come again."),
        hypergeometric=NUMBER_OF_HITS,
        complement=AT_LEAST_ONE_HIT,
    ),
    "10/ten-phases": fit(
        "waiting",
        phrase("Each phase is a wait for the first hit. The averages of the ten waits add up."),
        binomial=NUMBER_OF_HITS,
        complement=AT_LEAST_ONE_HIT,
        error=phrase("That is how far the average of many games may be off, not how long a game takes."),
    ),
    "10/two-kinds": fit(
        "waiting",
        phrase("Each phase is a wait for the first hit, a short one or a long one. Add up the ten averages."),
        binomial=phrase("That needs the same chance every time, and it finds a number of hits, not a wait."),
        total=phrase("That mixes the two chances into one. But you spend more rounds on the hard phases."),
        complement=AT_LEAST_ONE_HIT,
    ),
    "10/race": fit(
        "waiting",
        phrase("Find the chance that somebody makes it in a round. Then wait for the first such round."),
        binomial=phrase("That is how likely it is that some number of players make it in the same round."),
        addition=phrase("The sum counts a round twice if two players make it, and it is a chance, not a wait."),
        bayes=phrase("That tells you who it was, once you know that somebody made it."),
    ),
    "10/one-miss": fit(
        "binomial",
        phrase("The rounds are independent, with the same chance, and their number is fixed. At most one may miss."),
        waiting=phrase("That is how many rounds it takes on average. The question asks how likely so few are."),
        hypergeometric=INDEPENDENT,
        mean=phrase("That is how many phases you complete in {rounds} rounds, on average."),
    ),
    "10/dealt": fit(
        "waiting",
        phrase("All deals have the same chance and do not depend on each other. You wait for the first hit."),
        complement=AT_LEAST_ONE_HIT,
        binomial=NUMBER_OF_HITS,
        gaps=phrase("That is for one pile in which every card comes only once. Here, the deck is shuffled each time."),
    ),
    "11/which-phase": fit(
        "computer",
        phrase("A phase depends on numbers, colors and wilds at once. No short formula covers that."),
        hypergeometric=TOO_SMALL,
        waiting=phrase("That turns a chance into a wait. The two chances are what you are looking for."),
        bayes=phrase("That tells you which phase somebody was on, once you have seen their cards."),
    ),
    "11/which-game": fit(
        "computer",
        phrase("The decks differ in numbers, copies and wilds at once. No short formula covers that."),
        hypergeometric=TOO_SMALL,
        mean=phrase("That is how many wilds come with each deck, on average. They help, but they do not decide alone."),
        test=phrase("That is for judging a series of deals that you have seen. Here, nothing has been dealt yet."),
    ),
    "12/luck": fit(
        "test",
        phrase("Suppose that the players are equal, and ask how often luck alone does that well. That is a p-value."),
        bayes=phrase("That is how likely your player is better, given this result. A p-value does not tell you that."),
        mean=phrase("That is how many games equal players win on average: half of them."),
        hypergeometric=INDEPENDENT,
    ),
    "12/both-sides": fit(
        "addition",
        phrase("Either player could win that many, but they cannot both do it. So the two chances add up."),
        product=phrase("That asks for both players to win that many games. It cannot happen."),
        bayes=WHO_IS_BETTER,
        hypergeometric=INDEPENDENT,
    ),
    "12/many": fit(
        "complement",
        phrase("“At least one of them” leaves out a single case: nobody does that well."),
        addition=phrase("The sum counts a case twice if two players are lucky at once."),
        test=phrase("That is how likely one player does that well by luck. Here, the best of many counts."),
        bayes=WHO_IS_BETTER,
    ),
    "12/peeking": fit(
        "chain",
        phrase("Go from check to check, and keep only the contests that have not been stopped yet."),
        addition=phrase("The sum counts a contest several times if it would have been stopped at several checks."),
        test=phrase("That is the chance of being fooled at a single check. You check several times."),
        independent=phrase("The checks depend on each other: a player ahead at one is often ahead at the next."),
    ),
    **LATE_FITS,
}
"""The methods that fit, keyed by question id. Questions without an entry are not in mixed sets; see NO_METHOD."""

NO_METHOD = {
    "01/which-group": "nothing is counted",
    "07/error": "it names its method",
    "08/spread": "it names its method",
    "08/middles": "it names its method",
    "11/wild-side": "it names its method",
    "11/first-draw": "it names its method",
    "13/first-edition": "it asks how you came to know something",
    "14/which-picture": "it asks for a shape, and its numbers decide which method fits",
    "14/beyond": "it names its method",
    "14/our-mistakes": "it asks for a verdict on two rules",
    "15/reliability": "it names its method",
}
"""The reasons why some questions are not in any mixed set, keyed by question id."""
