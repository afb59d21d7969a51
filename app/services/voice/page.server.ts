/** A page of a sheet: read, and saved with and without script (docs/rules/voices.md#the-sheet). */

import { withoutNonCharacters } from "#model/characters.ts";
import { requiredPlace } from "#model/contract/history.ts";
import { type VoicePage, voicePageForm } from "#model/contract/voices.ts";
import { withLineFeeds } from "#model/note.ts";
import { CANNOT_TELL, CANNOT_TELL_WORDS, NO_ANSWER, voiceMessages } from "#model/voices.ts";
import type { RequestContext } from "~/services/context.server";
import { Redirect, SheetUnavailable } from "~/services/faults.server";
import { isSessionOver } from "~/services/http/failures.server";
import { readForm } from "~/services/http/posted.server";
import { formStatus, saveInit } from "~/services/saving/posted-form.server";
import { saveVersioned } from "~/services/saving/save-versioned.server";
import { refuseWithout } from "~/services/upstream/extensions.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { firstRoundOver, pageGone, requireOpen, sheetClosed } from "~/services/voice/availability.server";
import { readSecondRound } from "~/services/voice/round.server";
import { sayDone } from "~/services/voice/sheet.server";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";
import {
  DONE,
  DOUBTFUL,
  FIELD,
  isMadeFrom,
  OVER,
  type PageFaults,
  type PageOutcome,
  type PageReply,
  type PageScreen,
  TO_SHEET,
  type TypedPage,
  textOf,
  VERDICT_CHANGED,
  versionOfPage,
} from "~/views/voice-sheet";

/** A page of the sheet that is open. @throws Redirect where the sheet is closed; SheetUnavailable, UpstreamFault, SessionOver */
export async function readPage(context: RequestContext, sheet: string, place: string): Promise<PageScreen> {
  requirePlace(sheet, place);
  const { api } = context;
  const [page, { pages, until }, second] = await Promise.all([
    api.voice.page({ place }).then(withRichTexts),
    api.voice.sheet(),
    readSecondRound(context),
  ]).catch((error: unknown) => {
    if (isUpstreamFault(error) && error.status === 409 && !context.unsavedForm.kept) throw new Redirect(paths.voiceSheet(sheet));
    throw availabilityOf(error, sheet);
  });
  const index = pages.findIndex((each) => each.place === place);
  return {
    ...{ sheet, place, name: page.name, within: page.within, help: richText(page.help), number: index + 1, pages: pages.length, until },
    left: second
      ? second.pages.filter(({ checked }) => !checked).length
      : pages.reduce((sum, { total, answered }) => sum + Math.max(0, total - answered), 0),
    second: second !== undefined,
    statements: page.statements.map(({ questionId, statement, choices, choice, comment, seen, verdict }) => ({
      questionId,
      statement: richText(statement),
      choices: [
        ...choices.map(({ key, name, statement: says }) => ({ key, name, statement: richText(says) })),
        { key: CANNOT_TELL, name: CANNOT_TELL_WORDS },
        { key: "", name: NO_ANSWER },
      ],
      verdict,
      ...(second ? { own: { answer: answerIn({ choices, choice }), comment, seen } } : {}),
    })),
    checksFacts: page.check !== undefined,
    stored: textOf(typedIn(page, second !== undefined)),
    next: pages[index + 1]?.place,
  };
}

/** An answer in words; undefined for none. */
const answerIn = ({ choices, choice }: Pick<VoicePage["statements"][number], "choices" | "choice">) =>
  choice === CANNOT_TELL ? CANNOT_TELL_WORDS : choices.find(({ key }) => key === choice)?.name;

function requirePlace(sheet: string, place: string): void {
  if (!requiredPlace.safeParse(place).success) throw pageGone(sheet);
}

/** What a fault means for the page as a whole; the fault itself where the page is still there. */
function availabilityOf(error: unknown, sheet: string): unknown {
  if (!isUpstreamFault(error)) return error;
  if (error.status === 404) return pageGone(sheet);
  if (error.status !== 409) return error;
  return error.detail.title === voiceMessages.firstRoundOver ? firstRoundOver(sheet) : sheetClosed(sheet);
}

/** A stored page as a form has it. @param second whether it takes a check of facts alone */
const typedIn = ({ statements, check }: VoicePage, second: boolean): TypedPage => ({
  statements: (second ? [] : statements).map(({ questionId, choice, comment, seen }) => ({
    questionId,
    choice: choice ?? "",
    comment,
    seen,
  })),
  check: check && { agrees: check.agrees === null ? "" : check.agrees ? "yes" : "no", reason: check.reason, verdicts: check.verdicts },
});

/** The same as it is written. Leaves out a disagreement without a reason, because everything else can be saved. */
function bodyOf({ statements, check }: TypedPage, { withCheck }: { withCheck: boolean }) {
  return {
    answers: statements.map(({ choice, ...texts }) => ({ ...texts, choice: choice === "" ? null : choice })),
    ...(check && withCheck ? { check: { ...check, agrees: check.agrees === "" ? null : check.agrees === "yes" } } : {}),
  };
}

const COMMENT = /^comment-(\d{1,10})$/;

/** What a form or script posts. */
function postedPage(form: FormData): TypedPage {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? withoutNonCharacters(withLineFeeds(value)) : "";
  };
  const ids = [...form.keys()].flatMap((name) => COMMENT.exec(name)?.[1] ?? []).map(Number);
  return {
    statements: [...new Set(ids)].map((questionId) => ({
      questionId,
      choice: text(FIELD.choice(questionId)),
      comment: text(FIELD.comment(questionId)),
      seen: text(FIELD.seen(questionId)),
    })),
    check: form.has(FIELD.reason) ? { agrees: text(FIELD.agrees), reason: text(FIELD.reason), verdicts: text(FIELD.verdicts) } : undefined,
  };
}

/** What is wrong with a page, by field. */
function faultsIn(page: TypedPage): PageFaults {
  const { error } = voicePageForm.safeParse(bodyOf(page, { withCheck: true }));
  const fields = (error?.issues ?? []).map(({ path: [part, index, field], message }): [string, string] => {
    if (part === "check") return [FIELD.reason, message];
    const { questionId = 0 } = page.statements[Number(index)] ?? {};
    return [`${String(field)}-${questionId}`, message];
  });
  return Object.fromEntries(fields);
}

const lacksReason = (faults: PageFaults) => faults[FIELD.reason] === voiceMessages.reason;
const SAVED = "Your answers are saved.";
const NOT_ALL = "Please look at what is marked.";
const SAVED_WITHOUT_CHECK = "Your answers are saved. Please say again whether you agree.";
const NO_REASON = "Your disagreement is not saved yet: please say why.";

/** How a save ends, unless the sheet is not open any more. */
type SavedPage = Exclude<PageOutcome, { kind: "signed-out" }>;

interface PageChange {
  page: TypedPage;
  /** The version that it was made from, and those that were sent before without an answer. */
  known: readonly string[];
}

/**
 * Saves a page. If somebody has changed it on another device, nothing is written.
 * @throws SheetUnavailable, SessionOver; every other failure is an outcome
 */
async function savePage({ api }: RequestContext, sheet: string, place: string, { page, known }: PageChange): Promise<SavedPage> {
  const faults = faultsIn(page);
  const { [FIELD.reason]: reason, ...others } = faults;
  if (Object.keys(lacksReason(faults) ? others : faults).length > 0) return { kind: "refused", message: NOT_ALL, faults };
  const target = versionOfPage(textOf(page));
  // A page of the first round has a statement at least.
  const second = page.statements.length === 0 && page.check !== undefined;
  const saved = (version: string): SavedPage =>
    reason === undefined
      ? { kind: "saved", version }
      : { kind: "refused", message: NO_REASON, version, faults: { [FIELD.reason]: reason } };
  return saveVersioned<VoicePage, SavedPage>({
    place: `${sheet}/${place}`,
    read: () => api.voice.page({ place }),
    conflictWith(stored) {
      const now = typedIn(stored, second);
      const isFree = versionOfPage(textOf(now)) === target || isMadeFrom(known, page, now);
      return isFree ? undefined : { kind: "conflict", stored: textOf(now) };
    },
    async write(stored) {
      const now = versionOfPage(textOf(typedIn(stored, second)));
      if (now === target) return saved(now);
      const body = bodyOf(page, { withCheck: reason === undefined });
      const written = await api.voice.putPage({ place, body }, { madeFrom: stored.versions });
      const outcome = saved(versionOfPage(textOf(typedIn(written, second))));
      const isMoved = body.check?.agrees != null && written.check && written.check.agrees !== body.check.agrees;
      return isMoved ? { ...outcome, faults: { [FIELD.agrees]: VERDICT_CHANGED } } : outcome;
    },
    refusal(fault) {
      const unavailable = availabilityOf(fault, sheet);
      if (unavailable !== fault) throw unavailable;
      return fault.status === 422 ? (fault.detail.errors?.[0]?.message ?? fault.detail.title ?? NOT_ALL) : undefined;
    },
  });
}

/**
 * Saves the form of a page without script, and leads on.
 * @throws Redirect once it is saved; SheetUnavailable, SessionOver
 */
export async function savePostedPage(context: RequestContext, sheet: string, place: string, form: FormData): Promise<Reply<PageReply>> {
  requirePlace(sheet, place);
  const page = postedPage(form);
  const [typed, base] = [textOf(page), String(form.get(FIELD.base) ?? "")];
  const faults = faultsIn(page);
  const outcome: PageOutcome = lacksReason(faults)
    ? { kind: "refused", message: NOT_ALL, faults }
    : await savePage(context, sheet, place, { page, known: [base, String(form.get(OVER) ?? "")] });
  switch (outcome.kind) {
    case "saved": {
      const go = String(form.get(FIELD.go) ?? "");
      if (outcome.faults) {
        context.flash.leave({ kind: "info", title: "The verdict on this page has changed.", text: SAVED_WITHOUT_CHECK });
        throw new Redirect(paths.voicePage(sheet, place));
      }
      if (go === DONE) return sayDone(context, sheet, SAVED);
      context.flash.leave({ kind: "success", title: SAVED });
      if (go === TO_SHEET) throw new Redirect(paths.voiceSheet(sheet));
      throw new Redirect(paths.voicePage(sheet, requiredPlace.safeParse(go).success ? go : place));
    }
    case "failed":
      return [{ typed, base, outcome: { kind: "failed" } }, { status: formStatus(outcome) }];
    default:
      return [{ typed, base, outcome }, { status: formStatus(outcome) }];
  }
}

/** Saves what script sends of a page. Whatever keeps it from being saved is an outcome. */
export async function savePageInBackground(context: RequestContext, sheet: string, place: string, request: Request): Promise<Response> {
  await refuseWithout("voices");
  try {
    requireOpen(context.openSheet, sheet);
    requirePlace(sheet, place);
    const form = await readForm(request);
    const known = [String(form.get(FIELD.base) ?? ""), ...String(form.get(DOUBTFUL) ?? "").split(" ")];
    return answerOf(await savePage(context, sheet, place, { page: postedPage(form), known }));
  } catch (error) {
    if (isSessionOver(error) || (error instanceof SheetUnavailable && error.status === 401)) return answerOf({ kind: "signed-out" });
    if (!(error instanceof SheetUnavailable)) throw error;
    return answerOf({ kind: "refused", message: `${error.page.title} ${error.page.description}` });
  }
}

/** An outcome for script. */
const answerOf = (outcome: PageOutcome): Response =>
  Response.json(outcome, outcome.kind === "signed-out" ? { status: 401 } : saveInit(outcome));
