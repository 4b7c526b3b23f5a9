// The page: one analysis, or several compared.
import "./style.css";
import { mountComparison } from "./compare/comparison";
import { chosenModel, isComparison, type RawComparison } from "./compare/comparison_payload";
import { mountModel } from "./compare/model_page";
import { h } from "./element";
import { decode, type RawPayload } from "./payload";
import { mountReport } from "./report";

function mount(app: HTMLElement, payload: RawPayload | RawComparison): void {
  if (!isComparison(payload)) return mountReport(app, decode(payload));
  const model = chosenModel(payload, location.hash);
  if (model < 0) mountComparison(app, payload);
  else mountModel(app, payload, model);
}

function start(): void {
  const app = document.getElementById("app") as HTMLElement;
  const text = document.getElementById("payload")?.textContent ?? "";
  try {
    mount(app, JSON.parse(text) as RawPayload | RawComparison);
  } catch (error) {
    app.replaceChildren(
      h(
        "p",
        { class: "waiting", role: "alert" },
        `This page cannot show its analysis: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
    throw error;
  }
}

start();
