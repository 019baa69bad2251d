import { defineWidget } from "./shared/adapter.svelte";
import type { OddsRequest, OddsState } from "./protocol/odds";
import "./shared/theme.css";
import "./shared/form.css";
import "./shared/numbers.css";
import Odds from "./odds/Odds.svelte";

export default defineWidget<OddsState, OddsRequest>(Odds, ["about", "view"], ({ about }) => about?.language);
