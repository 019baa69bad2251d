import { defineWidget } from "./shared/adapter.svelte";
import type { LessonState } from "./protocol/lesson";
import "./shared/theme.css";
import "./shared/form.css";
import "./shared/numbers.css";
import "./lesson/lesson.css";
import Lesson from "./lesson/Lesson.svelte";

export default defineWidget<LessonState>(Lesson, ["about", "view", "kept" as "view"], ({ about }) => about?.language);
