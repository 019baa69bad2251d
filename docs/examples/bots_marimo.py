"""A tournament of your own players in marimo, to watch while a program plays: ``marimo run bots_marimo.py``."""

import marimo

app = marimo.App()


@app.cell
def _():
    import asyncio

    import marimo as mo

    import phase10_widgets as p10

    return asyncio, mo, p10


@app.cell
def _(p10):
    def hasty(view):
        """Lay down and hit as soon as possible; otherwise discard the card that costs most."""
        actions = view.legal_actions()
        discards = [action for action in actions if isinstance(action, p10.Discard)]
        if not discards or isinstance(actions[0], p10.LayDown | p10.Hit):
            return actions[0]
        return max(discards, key=lambda action: p10.points(action.card, edition=view.edition))

    class Patient:
        """Like greedy, but never take the open card."""

        def __init__(self):
            self.greedy = p10.players.get("greedy")

        def choose(self, view):
            return p10.Draw("deck") if view.step == "draw" and view.draw_size else self.greedy.choose(view)

    bots = {"Hasty": hasty, "Patient": Patient, "Greedy": "greedy"}
    return (bots,)


@app.cell
def _(bots, mo):
    get_table, set_table = mo.state(None)
    get_wins, set_wins = mo.state(dict.fromkeys(bots, 0))
    return get_table, get_wins, set_table, set_wins


@app.cell
def _(mo):
    pause = mo.ui.slider(0, 2, 0.05, value=0.6, label="Pause")
    pause
    return (pause,)


@app.cell
def _(get_wins, mo):
    mo.md(" · ".join(f"{name}: {count}" for name, count in get_wins().items()))
    return


@app.cell
def _(get_table, mo):
    mo.stop(get_table() is None)
    mo.ui.anywidget(get_table())
    return


@app.cell
def _(get_table, mo, pause):
    mo.stop(get_table() is None)
    get_table().pace = pause.value
    return


@app.cell
def _(asyncio, bots, p10, set_table, set_wins):
    async def play(names, seed):
        """Play one game; the first player's cards are open."""
        rivals = [(name, bots[name]) for name in names[1:]]
        table = p10.Table("classic", [(names[0], None), *rivals], seed, phases=[1, 2], hints=False)
        set_table(table)
        player = p10.players.get(bots[names[0]])
        while not table.game.is_over:
            await asyncio.sleep(max(table.pace, 0.01))
            if table.to_act == 0:
                table.act(player.choose(table.game.observe(0)))
        winners = [names[seat] for seat in table.game.winners]
        set_wins(lambda wins: {name: count + (name in winners) for name, count in wins.items()})
        await asyncio.sleep(3)

    async def play_all(games):
        names = list(bots)
        for seed in range(games):
            await play(names[seed % len(names) :] + names[: seed % len(names)], seed)

    tournament = asyncio.ensure_future(play_all(games=6))
    return


if __name__ == "__main__":
    app.run()
