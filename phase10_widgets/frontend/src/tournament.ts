import { defineWidget } from "./shared/adapter.svelte";
import type { TournamentRequest, TournamentState } from "./protocol/tournament";
import "./shared/theme.css";
import "./shared/form.css";
import "./shared/numbers.css";
import Tournament from "./tournament/Tournament.svelte";

export default defineWidget<TournamentState, TournamentRequest>(Tournament, ["about", "view"], ({ about }) => about?.language);
