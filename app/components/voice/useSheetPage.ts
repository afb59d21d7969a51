import { useNavigate, useSubmit } from "@remix-run/react";
import { type FormEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { showTrouble } from "~/components/saving/SaveStatus";
import { type UnsavedPost, useDraft } from "~/components/saving/useDraft";
import { paths } from "~/views/paths";
import { sheetPaths } from "~/views/sheet-paths";
import {
  DONE,
  DOUBTFUL,
  FIELD,
  ownerOf,
  type PageFaults,
  type PageOutcome,
  type PageReply,
  type PageScreen,
  pageIn,
  TO_SHEET,
  type TypedPage,
  textOf,
  versionOfPage,
} from "~/views/voice-sheet";

/** A page of a sheet as it is filled in. With script, each change is saved in the background. */
export function useSheetPage(screen: PageScreen, reply: PageReply | undefined, form: RefObject<HTMLFormElement>) {
  const { sheet, place, stored } = screen;
  const navigate = useNavigate();
  const post = useSubmit();
  const [faults, setFaults] = useState<PageFaults>(faultsOf(reply?.outcome));
  const [wasPressed, setPressed] = useState(false);
  const draft = useDraft({
    screen: { owner: ownerOf(sheet), href: paths.voicePage(sheet, place), label: screen.name, writable: true },
    part: "answers",
    stored,
    posted: reply && unsaved(reply),
    early: () => (form.current ? earlyIn(form.current, stored) : undefined),
    isTyped: true,
    versionOf: versionOfPage,
    send: async (value, base, { doubtful }) => {
      const fields = [...fieldsOf(pageIn(value)), [FIELD.base, base], ...(doubtful.length > 0 ? [[DOUBTFUL, doubtful.join(" ")]] : [])];
      const body = new URLSearchParams(fields as [string, string][]);
      const response = await fetch(sheetPaths.save(sheet, place), { method: "POST", body, headers: { Accept: "application/json" } });
      const outcome: PageOutcome = await response.json();
      // A caller that waits for this save looks at once for what is marked.
      flushSync(() => setFaults(faultsOf(outcome)));
      return outcome;
    },
  });
  const typed = pageIn(draft.value);
  // Answers that the browser keeps of the first round are over in the second.
  const page = screen.second ? { statements: [], check: typed.check ?? pageIn(stored).check } : typed;

  /** Saves what is left, and leads on once all of it is saved. What leaves the pages is posted, so that the sheet says what became of it. */
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const go = button?.value;
    const isSaved = await draft.flush();
    // A caller that could not save reads why at once, also while it is tried again.
    flushSync(() => setPressed(!isSaved));
    const marked = form.current?.querySelector<HTMLElement>("[aria-invalid], [data-fault]");
    if (marked) marked.focus();
    else if (!isSaved) showTrouble();
    else if (go === TO_SHEET || go === DONE) post(button);
    else if (go) navigate(paths.voicePage(sheet, go));
  };

  return {
    page,
    draft,
    faults,
    wasPressed,
    base: reply?.base ?? versionOfPage(stored),
    change: (next: Partial<TypedPage>) => draft.change(textOf({ ...page, ...next })),
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  };
}

const faultsOf = (outcome: PageOutcome | undefined): PageFaults => (outcome && "faults" in outcome ? outcome.faults : undefined) ?? {};

/** A form that was posted without script and not saved. */
const unsaved = ({ typed, base, outcome }: PageReply): UnsavedPost => ({ target: typed, base, state: outcome });

/** The fields of a page, as the form without script posts them. */
function fieldsOf({ statements, check }: TypedPage): [string, string][] {
  return [
    ...statements.flatMap(({ questionId, choice, comment, seen }): [string, string][] => [
      [FIELD.choice(questionId), choice],
      [FIELD.comment(questionId), comment],
      [FIELD.seen(questionId), seen],
    ]),
    ...(check
      ? ([
          [FIELD.agrees, check.agrees],
          [FIELD.reason, check.reason],
          [FIELD.verdicts, check.verdicts],
        ] as [string, string][])
      : []),
  ];
}

/** What was filled in before the page came alive; undefined for nothing. */
function earlyIn(form: HTMLFormElement, stored: string): string | undefined {
  const { statements, check } = pageIn(stored);
  const chosen = new FormData(form);
  const choice = (name: string, otherwise: string) => String(chosen.get(name) ?? otherwise);
  const typed = (name: string, otherwise: string) => takePreHydrationText(name) ?? otherwise;
  return textOf({
    statements: statements.map((each) => ({
      questionId: each.questionId,
      choice: choice(FIELD.choice(each.questionId), each.choice),
      comment: typed(FIELD.comment(each.questionId), each.comment),
      seen: typed(FIELD.seen(each.questionId), each.seen),
    })),
    check: check && { ...check, agrees: choice(FIELD.agrees, check.agrees), reason: typed(FIELD.reason, check.reason) },
  });
}
