// What is chosen for the whole page: the width of figures, light or dark; the link to the view, and paper.
import { button } from "./download";
import { h, selection } from "./element";
import { chooseWidth, chosenWidthNumber, widths } from "./export/figure";
import { chooseTheme, isDark, onThemeChange } from "./theme";

interface View {
  fragment(): string; // of the address, for what is seen
  say(text: string): void; // to those who do not see it
}

// The address with what is seen, for a message or a notebook.
async function copyLink(view: View): Promise<void> {
  const address = `${location.href.split("#")[0]}#${view.fragment()}`;
  try {
    await navigator.clipboard.writeText(address);
    view.say("The link to this view was copied");
  } catch {
    view.say("The link to this view is in the address of the page");
  }
}

export function settings(view: View): HTMLElement {
  const toggle = h("button", { type: "button", class: "small", click: () => chooseTheme(isDark() ? "light" : "dark") });
  const name = () => (toggle.textContent = isDark() ? "Light" : "Dark");
  name();
  onThemeChange(name);
  const width = selection(
    "SVG width",
    widths.map((one, k) => [String(k), one.name]),
    String(chosenWidthNumber()),
    (value) => chooseWidth(Number(value)),
    "width",
  );
  return h(
    "div",
    { class: "settings" },
    width,
    button("Link", "Copy a link to this view", () => void copyLink(view)),
    button("Print", "Print a report of all components", () => window.print()),
    toggle,
  );
}
