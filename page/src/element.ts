// Elements of the page.  Text enters only as text nodes and attributes, so a name can never become markup.

type Attributes = Record<string, string | number | boolean | EventListener | undefined>;
type Child = Node | string | null;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    // The page's policy forbids style attributes, not styles that its own script sets.
    else if (name === "style") (element as unknown as ElementCSSInlineStyle).style.cssText = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

// What is wider than a narrow screen scrolls by itself, by keys too.
export function scroller(label: string, ...children: Child[]): HTMLElement {
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, ...children);
}

export interface Section {
  element: HTMLElement;
  tools: HTMLElement; // beside the heading: downloads and choices
}

// `hint` says what can be done on a screen; paper leaves it out.
export function section(id: string, title: string, lead: string, hint = ""): Section {
  const tools = h("div", { class: "tools" });
  const heading = h("h2", { id: `${id}-title` }, title);
  const element = h(
    "section",
    { id, "aria-labelledby": `${id}-title` },
    h("header", {}, heading, tools),
    h("p", { class: "lead" }, lead, hint ? h("span", { class: "hint" }, ` ${hint}`) : null),
  );
  return { element, tools };
}

// `keep`: the name that a link to the view knows it by.
export function choice(
  text: string,
  checked: boolean,
  changed: (on: boolean) => void,
  keep?: string,
): HTMLLabelElement {
  const box = h("input", { type: "checkbox", checked, "data-keep": keep, change: () => changed(box.checked) });
  return h("label", { class: "choice" }, box, text);
}

export function selection(
  text: string,
  entries: [string, string][],
  value: string,
  changed: (value: string) => void,
  keep?: string,
) {
  const list = h(
    "select",
    { "data-keep": keep, change: () => changed(list.value) },
    ...entries.map(([key, name]) => h("option", { value: key }, name)),
  );
  list.value = value;
  return h("label", { class: "choice" }, text, list);
}

// The way to the parts of the page; the rest of the address stays as it is.
export function partLinks(parts: [string, string][]): HTMLElement {
  const link = ([id, text]: [string, string]) =>
    h(
      "a",
      {
        href: `#${id}`,
        click: (event: Event) => {
          event.preventDefault();
          document.getElementById(id)?.scrollIntoView();
        },
      },
      text,
    );
  return h("nav", { "aria-label": "parts of the page" }, ...parts.map(link));
}

// Long names of files may be broken after their signs.
export const breakable = (name: string): (string | HTMLElement)[] =>
  name.split(/(?<=[/_])(?=.)/).flatMap((part, k) => (k > 0 ? [h("wbr"), part] : [part]));
