import type { AnyModel } from "@anywidget/types";
import { show, type FrameState } from "./rooms/frame";
import "./rooms/frame.css";

export default {
  render: ({ model, el }: { model: AnyModel<FrameState>; el: HTMLElement }) => show(model, el),
};
