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
    get_game, set_game = mo.state(0)
    get_wins, set_wins = mo.state(dict.fromkeys(bots, 0))
    return get_game, get_wins, set_game, set_wins


@app.cell
def _(mo):
    pause = mo.ui.slider(0.1, 2, 0.1, value=0.6, label="Pause")
    pause
    return (pause,)


@app.cell
def _(get_wins, mo):
    mo.md(" · ".join(f"{name}: {count}" for name, count in get_wins().items()))
    return


@app.cell
def _(asyncio, bots, get_game, mo, p10, set_game, set_wins):
    at = get_game() % len(bots)
    names = [*bots][at:] + [*bots][:at]
    rivals = [(name, bots[name]) for name in names[1:]]
    table = p10.Table("classic", [(names[0], None), *rivals], get_game(), phases=[1, 2], hints=False)

    async def play(player, games=6):
        """Play one game; the first player's cards are open. Then the next game's table takes its place."""
        while not table.game.is_over:
            await asyncio.sleep(table.pace)
            if table.to_act == 0:
                table.act(player.choose(table.game.observe(0)))
        winners = [names[seat] for seat in table.game.winners]
        set_wins(lambda wins: {name: count + (name in winners) for name, count in wins.items()})
        await asyncio.sleep(3)
        set_game(lambda game: min(game + 1, games - 1))

    playing = asyncio.ensure_future(play(p10.players.get(bots[names[0]])))
    mo.ui.anywidget(table)
    return (table,)


@app.cell
def _(pause, table):
    table.pace = pause.value
    return


if __name__ == "__main__":
    app.run()
