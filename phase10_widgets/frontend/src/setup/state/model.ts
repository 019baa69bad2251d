import type { AnyModel, AnyWidget } from "@anywidget/types";

type Made = {
  initialize(props: { model: AnyModel }): Promise<void>;
  render(props: { model: AnyModel; el: HTMLElement }): () => Promise<void>;
};

/** Return the model with its trait `status` named `view`, as the adapter expects. */
export function withStatus(model: AnyModel): AnyModel {
  const own = (name: string) => name.replace(/^((change:)?)view$/, "$1status");
  return {
    get: (name: string) => model.get(own(name)),
    send: (message: unknown) => model.send(message),
    on: (name: string, listener: () => void) => model.on(own(name), listener),
    off: (name: string, listener: () => void) => model.off(own(name), listener),
  } as unknown as AnyModel;
}

export function answersInStatus(widget: AnyWidget): AnyWidget {
  return () => {
    const made = (widget as unknown as () => Made)();
    return {
      initialize: ({ model }) => made.initialize({ model: withStatus(model as AnyModel) }),
      render: ({ model, el }) => made.render({ model: withStatus(model as AnyModel), el }),
    };
  };
}
