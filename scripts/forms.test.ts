/** Every form whose text would be lost with its screen is sent through Remix (docs/rules/errors-and-retries.md#a-form-without-an-answer). */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sourcesBelow } from "./styles.ts";

const sources = sourcesBelow(fileURLToPath(new URL("../app", import.meta.url)), [".ts", ".tsx"]);

/** The files with a form that the browser sends by itself, and why nothing is lost with it. */
const SENT_BY_BROWSER: Record<string, string> = {
  "components/results/Misfits.tsx": "holds no text; script saves the texts beside it",
  "components/results/ReportForm.tsx": "the way back of the browser has its texts",
  "components/results/ReportTextForm.tsx": "script saves each text and keeps it",
  "components/reviews/OnReport.tsx": "the way back of the browser has its texts",
  "components/session/Devices.tsx": "holds no text",
  "components/session/EntryPages.tsx": "holds no text",
  "components/session/JoinPages.tsx": "holds no text",
  "components/session/OwnPersonScreens.tsx": "the form that the browser sends holds no text",
  "components/session/SessionKeeper.tsx": "holds no text",
  "components/session/SignInPages.tsx": "nobody is signed in, and a page back has the address of the mail",
  "components/shell/ErrorPage.tsx": "holds no text",
  "components/shell/SendAgain.tsx": "is the last page of a form that has left its screen already",
  "components/shell/TopBar.tsx": "holds no text",
  "components/voice/LinkPages.tsx": "holds no text",
  "components/voice/SheetPage.tsx": "script saves each page and keeps it",
  "components/voice/SheetStart.tsx": "holds no text",
  "routes/session/demo.tsx": "holds no text",
  "routes/session/signed-out.tsx": "holds no text",
};

const isPost = (form: string) => /method="post"/.test(form);
const isSentByBrowser = (form: string) => isPost(form) && (form.startsWith("<form") || /\breloadDocument\b/.test(form));
/** The opening tags of forms. An arrow is no end of a tag. */
const formsIn = (text: string) => [...text.matchAll(/<(?:form|Form)\b(?:=>|[^>])*>/g)].map(([form]) => form);

test("a form that the browser sends has nothing to lose", () => {
  const faults = sources.filter(({ text }) => formsIn(text).some(isSentByBrowser)).map(({ path }) => path);
  expect(faults.sort()).toEqual(Object.keys(SENT_BY_BROWSER).sort());
});

test("all other forms are there", () => {
  const sent = sources.flatMap(({ text }) => formsIn(text)).filter((form) => isPost(form) && !isSentByBrowser(form));
  expect(sent.length).toBeGreaterThan(30);
});

test("no screen counts a form that is held as one on its way", () => {
  const asks = /import \{[^}]*\buseNavigation\b[^}]*\} from "@remix-run\/react"/;
  expect(sources.filter(({ text }) => asks.test(text)).map(({ path }) => path)).toEqual(["components/shell/held-forms.ts"]);
});

test("every form is read without the control characters that nobody sees", () => {
  expect(sources.filter(({ path, text }) => !path.includes(".test.") && /\.formData\(\)/.test(text)).map(({ path }) => path)).toEqual([
    "services/http/posted.server.ts",
  ]);
});
