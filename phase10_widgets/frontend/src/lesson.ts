import { defineWidget } from "./lib/adapter.svelte";
import type { LessonState } from "./lib/lesson-protocol";
import "./lib/theme.css";
import "./lib/form.css";
import "./odds/parts.css";
import "./lesson/lesson.css";
import Lesson from "./lesson/Lesson.svelte";

export default defineWidget<LessonState>(Lesson, ["about", "view", "kept" as "view"], ({ about }) => about?.language);
