import { defineWidget } from "./lib/adapter.svelte";
import type { TournamentState } from "./lib/tournament-protocol";
import "./lib/theme.css";
import "./lib/form.css";
import "./odds/parts.css";
import Tournament from "./tournament/Tournament.svelte";

export default defineWidget<TournamentState>(Tournament, ["about", "view"], ({ about }) => about?.language);
