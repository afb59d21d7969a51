// A perspective as a form of a survey library: a page for each thread, five statements with three answers, each open when the
// level below is Fully. The benchmark writes questions.json from what the product shows.
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import "survey-core/survey-core.min.css";
import { Model } from "survey-core";
import { Survey } from "survey-react-ui";
import threads from "./build/questions.json";

const nameOf = (thread, level) => `${thread}-${level}`;

const model = new Model({
  title: "Management control",
  pages: threads.map(({ name, statements }, thread) => ({
    title: name,
    elements: statements.map((title, index) => ({
      type: "radiogroup",
      name: nameOf(thread, index + 1),
      title,
      choices: ["Fully", "Partially", "Rarely/Never"],
      ...(index > 0 ? { enableIf: `{${nameOf(thread, index)}} = 'Fully'` } : {}),
    })),
  })),
});

createRoot(document.getElementById("survey")).render(createElement(Survey, { model }));
