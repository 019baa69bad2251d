import { defineWidget } from "./lib/adapter.svelte";
import type { OddsState } from "./lib/odds-protocol";
import "./lib/theme.css";
import "./lib/form.css";
import "./odds/parts.css";
import Odds from "./odds/Odds.svelte";

export default defineWidget<OddsState>(Odds, ["about", "view"], ({ about }) => about?.language);
