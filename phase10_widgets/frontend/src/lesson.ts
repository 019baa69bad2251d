import { defineWidget } from "./shared/adapter.svelte";
import type { LessonState } from "./protocol/learner";
import "./shared/theme.css";
import "./shared/form.css";
import "./shared/numbers.css";
import "./figures/figures.css";
import Learner from "./learner/Learner.svelte";

export default defineWidget<LessonState>(Learner, ["about", "view", "kept" as "view"], ({ about }) => about?.language);
