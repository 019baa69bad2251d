import type { AnyModel, AnyWidget, InitializeProps } from "@anywidget/types";

/** The ids of the models with the script and the styles of a widget: all widgets of a kernel share them. */
interface Borrower extends Record<string, unknown> {
  _built: { script: string; style: string };
}

interface Lent {
  name: string;
  text: string;
}

type Part = keyof Borrower["_built"];

const borrowed = async (model: AnyModel<Borrower>, part: Part) =>
  (await model.widget_manager.get_model(model.get("_built")[part])) as AnyModel<Lent & Record<string, unknown>>;

const load = (address: string): Promise<any> => import(/* @vite-ignore */ address);

/** Return a separate module for this widget: a script holds a language and other state that may differ between widgets. */
async function made(script: string): Promise<any> {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    const { default: widget } = await load(address);
    return typeof widget === "function" ? await widget() : widget;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Put styles into the page, once for all widgets of their kind. */
function dress({ name, text }: Lent) {
  const id = `p10-${name}`;
  const style = document.getElementById(id) ?? document.head.appendChild(Object.assign(document.createElement("style"), { id }));
  if (style.textContent !== text) style.textContent = text;
}

/** Return the widget of the borrowed script, initialized. */
async function fetched(props: InitializeProps<Borrower>): Promise<any> {
  const [script, style] = await Promise.all([borrowed(props.model, "script"), borrowed(props.model, "style")]);
  dress({ name: style.get("name"), text: style.get("text") });
  const widget = await made(script.get("text"));
  await widget.initialize?.(props);
  return widget;
}

/**
 * A widget whose script and styles are in other models.
 *
 * It counts as initialized before they arrive: anywidget waits two seconds for that, and then withholds all messages
 * of the kernel from a widget that took longer.
 */
const borrower: AnyWidget<Borrower> = () => {
  let widget: Promise<any>;
  return {
    initialize(props) {
      widget = fetched(props);
    },
    render: async (props) => (await widget).render(props),
  };
};

export default borrower;
