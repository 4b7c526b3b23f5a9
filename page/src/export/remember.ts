// What a link to the view remembers: every control with a name for it, and what was done in the plane.
import type { Plane } from "../plane/plane";
import type { Stage } from "../stage";
import { chooseTheme, chosenTheme } from "../theme";
import { fromRanges, Permalink, ranges, whole } from "./permalink";

const longestList = 1500; // signs; a longer choice of samples does not fit into an address

type Control = HTMLInputElement | HTMLSelectElement;

// The value of a control is told by the event that a hand would have sent.
function rememberControl(link: Permalink, control: Control): void {
  const key = control.dataset["keep"] as string;
  if (control instanceof HTMLInputElement && control.type === "checkbox") {
    const initial = control.checked;
    const set = (text: string | null) => {
      control.checked = text === null ? initial : text === "1";
      control.dispatchEvent(new Event("change"));
    };
    return link.keep(key, () => (control.checked === initial ? null : control.checked ? "1" : "0"), set);
  }
  const initial = control.value;
  const set = (text: string | null) => {
    const before = control.value;
    control.value = text ?? initial;
    if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.value = before;
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? "change" : "input"));
  };
  link.keep(key, () => (control.value === initial ? null : control.value), set);
}

function rememberRadios(link: Permalink, page: HTMLElement, name: string): void {
  const all = Array.from(page.querySelectorAll<HTMLInputElement>(`input[type=radio][name=${name}]`));
  const chosen = () => all.findIndex((one) => one.checked);
  link.keep(
    name,
    () => (chosen() <= 0 ? null : String(chosen())),
    (text) => {
      const one = all[whole(text ?? "0", 0, all.length) ?? chosen()];
      if (!one) return;
      one.checked = true;
      one.dispatchEvent(new Event("change"));
    },
  );
}

function rememberSamples(link: Permalink, stage: Stage): void {
  const { picked, analysis } = stage;
  link.keep(
    "hide",
    () => (picked.hiddenClasses.length > 0 ? ranges(picked.hiddenClasses) : null),
    (text) => picked.hide(fromRanges(text ?? "", 65536)),
  );
  link.keep(
    "picked",
    () => {
      const text = ranges(picked.indices());
      return text === "" || text.length > longestList ? null : text;
    },
    (text) => picked.pick(fromRanges(text ?? "", analysis.count)),
  );
  link.keep(
    "sample",
    () => (stage.chosen < 0 ? null : String(stage.chosen)),
    (text) => {
      const i = whole(text ?? "", 0, analysis.count);
      if (i !== null) stage.choose(i);
    },
  );
}

function rememberView(link: Permalink, plane: Plane): void {
  const digits = (value: number) => Number(value.toPrecision(7));
  link.keep(
    "zoom",
    () => (plane.view.isWhole ? null : plane.view.state.map(digits).join(",")),
    (text) =>
      plane.show(() => {
        if (text === null) return plane.view.reset();
        const [x, y, zoom] = text.split(",").map(Number);
        plane.view.state = [x ?? NaN, y ?? NaN, zoom ?? NaN];
      }),
  );
}

// Reads the address, and writes it after what the reader does.  `model`: its name, where the page is a part of a comparison.
export function remember(
  page: HTMLElement,
  stage: Stage | null,
  plane: Plane | null,
  model: string | null = null,
): Permalink {
  const link = new Permalink((fragment) =>
    history.replaceState(null, "", fragment === "" ? location.pathname + location.search : `#${fragment}`),
  );
  link.keep(
    "model",
    () => model,
    () => {},
  ); // another one is another page (compare/model_page.ts)
  link.keep("theme", chosenTheme, (text) => chooseTheme(text === "dark" || text === "light" ? text : "auto"));
  rememberRadios(link, page, "component");
  for (const control of page.querySelectorAll<Control>("[data-keep]")) rememberControl(link, control);
  if (stage) rememberSamples(link, stage);
  if (plane) rememberView(link, plane);
  for (const event of ["input", "change", "click", "pointerup", "keyup", "wheel"])
    page.addEventListener(event, () => link.changed(), { passive: true });
  addEventListener("hashchange", () => link.read(location.hash));
  link.read(location.hash);
  return link;
}
