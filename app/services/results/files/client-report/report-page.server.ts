/** The screen of the report for a client: what to put in, and the texts that the assessors write (docs/rules/client-report.md). */

import { ACTION_TEXT_MAX } from "#model/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { IssuedVersion } from "#model/contract/report-versions.ts";
import { fingerprint, withLineFeeds } from "#model/note.ts";
import { actionForGoal, stepsOfReport } from "#model/recommended-steps.ts";
import { coverFrom } from "#model/report-cover.ts";
import { asStored, REPORT_TEXT_MAX, textProblem } from "#model/text.ts";
import { recommendedChoice } from "#model/what-if.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { choicesOf, textsOf } from "~/services/results/files/client-report/compose.server";
import { toAnswer } from "~/services/results/files/client-report/draft.server";
import { formerWords, wordsAbout } from "~/services/results/files/client-report/moved.server";
import { coverTexts } from "~/services/results/files/client-report/save-cover.server";
import { saveSteps, stepRows } from "~/services/results/files/client-report/save-steps.server";
import { basisFrom, basisInForm, misfitsOf } from "~/services/results/files/client-report/still-right.server";
import { noteList, readTickedNotes } from "~/services/results/files/client-report/ticked-notes.server";
import { type BasedTexts, getForTexts, readBasedTexts, readTexts, storeText } from "~/services/results/files/client-report/wording.server";
import { IN_REPORTS, type ResultRequest } from "~/services/results/result-request.server";
import { openResult } from "~/services/results/results.server";
import { readRemarks } from "~/services/results/sections/second-ratings.server";
import { placesOfStep, suggestedSteps } from "~/services/results/sections/steps.server";
import { loadChecks } from "~/services/reviews/checks.server";
import { addActionTo } from "~/services/upstream/actions.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { archivedNotice } from "~/services/upstream/rights.server";
import { screensFrom } from "~/services/upstream/screens.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { type ActionAbout, type ActionBegun, FINDINGS } from "~/views/action-links";
import {
  BASIS_FIELD,
  changesPart,
  comparedIn,
  type Misfit,
  MOVED_PART,
  type ReportPage,
  type ReportText,
  readWish,
  type StepFormRow,
  type StepsOutcome,
  type TextOutcome,
  type TextView,
  type VersionsView,
  type WrittenTexts,
} from "~/views/client-report";
import { shortDate } from "~/views/dates";
import { subtitleOf } from "~/views/facts";
import { COMPARE_WITH, resultPaths } from "~/views/paths";
import type { Result } from "~/views/result";
import { withAddresses } from "~/views/screens";
import { choiceQuery } from "~/views/what-if";

/** What the screen shows. @throws as `openResult` */
export async function loadReportPage(reader: UserContext, request: ResultRequest): Promise<ReportPage> {
  const { assessmentId, isDraft } = request;
  const [{ result, query: kept, assessment: storedAssessment, at: answering }, based, hasTexts, ticked] = await Promise.all([
    openResult(reader, request, { concerns: IN_REPORTS }),
    readBasedTexts(reader.api, assessmentId),
    hasExtension("wording"),
    readTickedNotes(reader.api, assessmentId),
  ]);
  const { assessment, model } = result;
  const { written, bases } = based;
  const misfits = misfitsOf(result, based);
  const at = resultPaths(isDraft);
  const { issued = [] } = result;
  const [add, archived, canIssue, checks] = await Promise.all([
    addActionTo(reader, storedAssessment, at.report(assessment.id, kept)),
    archivedNotice(reader, storedAssessment),
    hasExtension("report-versions"),
    loadChecks(reader, storedAssessment, answering, { report: { result, texts: based } }),
  ]);
  const mayWrite = mayChange(storedAssessment) && archived === undefined;
  const notes = ticked && mayWrite ? noteList(result, ticked, await readRemarks(reader.api, storedAssessment)) : undefined;
  const toRead = stepRows(result, based, misfits).filter(({ about, texts }) => about !== "" || texts.step !== "");
  const recommended = recommendedChoice(result.scored.standing.groups);
  const wish = readWish(request.query);
  const otherMoved = ({ moved }: Result, written: WrittenTexts) =>
    moved?.choices
      .filter(({ id }) => changesPart(id) !== moved.part && written[changesPart(id)]?.trim())
      .map(({ id, name }) => ({ name, href: at.report(assessment.id, withOther(kept, id)) }));
  return {
    assessment: { id: assessment.id, name: assessment.name },
    subtitle: subtitleOf(result),
    choices: choicesOf(result),
    ...(wish.sections.length > 0 ? { wish } : {}),
    ...(hasTexts
      ? { texts: textsOf(result).map((text) => textView(text, result, based, misfits)), otherMoved: otherMoved(result, written) }
      : {}),
    ...(hasTexts && mayWrite
      ? { steps: stepRows(result, based, misfits).map((row) => withAct(row, result, storedAssessment, add)), cover: coverTexts(written) }
      : {}),
    ...(hasTexts && !mayWrite && toRead.length > 0 ? { steps: toRead } : {}),
    mayWrite,
    checks,
    ...(bases ? { misfits } : {}),
    ...(notes ? { notes } : {}),
    hasAllNotes: ticked === undefined,
    lacksFindings: ticked !== undefined && !ticked.notes?.some((note) => note.ticked),
    ...(canIssue && (mayWrite || issued.length > 0) ? { versions: versionsView(issued, written, mayWrite) } : {}),
    ...(archived ? { archived } : {}),
    kept: [...new URLSearchParams(kept)],
    files: { docx: at.reportFile(assessment.id, "docx"), pptx: at.reportFile(assessment.id, "pptx") },
    ...(recommended ? { whatIf: at.whatIf(assessment.id, choiceQuery(recommended)) } : {}),
    screens: withAddresses(await screensFrom(storedAssessment, "Report", answering), {
      [isDraft ? "Draft" : "Result"]: at.result(assessment.id, model, kept),
    }),
    ...(isDraft ? { draft: toAnswer(result) } : {}),
  };
}

/** The versions, and the number that the next begins with: that of the cover, unless it was issued. */
function versionsView(issued: readonly IssuedVersion[], written: WrittenTexts, mayWrite: boolean): VersionsView {
  const { version = "" } = coverFrom(written);
  const rows = issued.toReversed().map(({ number, change, at, by, approval }) => ({
    ...{ number, change, day: shortDate(at), by: by ?? "–" },
    approval: approval === undefined ? undefined : approval === null ? "not approved" : `approved by ${approval.firstName ?? approval.by}`,
  }));
  const isNew = !issued.some(({ number }) => number === version);
  return { issued: rows, ...(mayWrite ? { form: { number: isNew ? version : "" } } : {}) };
}

/** A step with the link to an action that begins with it. One of the assessors' own is about no place. */
function withAct(row: StepFormRow, result: Result, assessment: Assessment, add: ((about: ActionAbout) => string) | undefined): StepFormRow {
  if (!add || row.texts.step === "") return row;
  return { ...row, act: add({ of: FINDINGS.step(row.key), places: placesOfStep(row.key, result, listInScope(assessment)) }) };
}

/** Finds what an action from a recommended step begins with; undefined where there is no such step. @throws LoadFailure */
export async function findStep(reader: UserContext, { id, status }: Assessment, key: string): Promise<ActionBegun | undefined> {
  const isDraft = status !== "Completed";
  const query = new URLSearchParams({ benchmark: "off" });
  const request = { assessmentId: id, isDraft, query, path: resultPaths(isDraft).report(id) };
  const [{ result }, written] = await Promise.all([openResult(reader, request), readTexts(reader.api, id)]);
  const { goal, begin, step = "", why = "" } = stepsOfReport(suggestedSteps(result), written).find((each) => each.key === key) ?? {};
  if (step === "") return undefined;
  const [title, rest] = goal ? [actionForGoal(goal), begin?.join(" ") || step] : firstSentences(step, ACTION_TEXT_MAX.title);
  return { title, why: [rest, why].filter(Boolean).join(" ") };
}

/** The sentences that have room, and the rest: a step may say more than the title of an action. */
function firstSentences(text: string, room: number): [first: string, rest: string] {
  const end = text.length <= room ? text.length : text.lastIndexOf(". ", room - 1) + 1;
  return end === 0 ? [text, ""] : [text.slice(0, end), text.slice(end).trim()];
}

const withOther = (kept: string, id: string) =>
  new URLSearchParams([...[...new URLSearchParams(kept)].filter(([name]) => name !== COMPARE_WITH), [COMPARE_WITH, id]]).toString();

const FORMER =
  "This was written before each comparison had its own text, so it may be about another one. Change it to keep it for this one.";

function textView({ facts, ...text }: ReportText, { moved }: Result, { written, bases }: BasedTexts, misfits: readonly Misfit[]): TextView {
  const isMoved = moved?.part === text.part;
  const stored = isMoved ? wordsAbout(moved, written) : (written[text.part] ?? "");
  return {
    ...text,
    body: stored || text.suggestion,
    isOwn: stored !== "",
    ...(isMoved && formerWords(moved, written) ? { remark: FORMER } : {}),
    base: fingerprint(written[text.part] ?? ""),
    ...(bases ? { basis: basisInForm(facts), misfit: misfits.find(({ part }) => part === text.part) } : {}),
  };
}

/**
 * The report that a text to be written belongs to. Nothing that shapes a result changes which texts there are.
 * @param part of the text
 */
async function openTexts(reader: UserContext, { id: assessmentId, status }: Assessment, part?: string): Promise<Result> {
  const other = comparedIn(part ?? "");
  const query = new URLSearchParams({ benchmark: "off", ...(other ? { [COMPARE_WITH]: other } : {}) });
  const isDraft = status !== "Completed";
  return (
    await openResult(
      reader,
      { assessmentId, isDraft, query, path: resultPaths(isDraft).report(assessmentId, "") },
      { concerns: other === undefined ? [] : ["comparison"] },
    )
  ).result;
}

/** Saves the recommended steps. @throws as `saveText` */
export async function saveReportSteps(reader: UserContext, assessmentId: Id, form: FormData): Promise<StepsOutcome | undefined> {
  return saveSteps(reader, await openTexts(reader, await getForTexts(reader, assessmentId)), assessmentId, form);
}

const NOT_SAVED = "The text could not be saved. It is still here; please try again.";

/**
 * Saves one text, unless somebody changed it after the form was made. One that says what is suggested, or nothing, is taken back.
 * @throws BadRequest for anything that our own page never sends; NotPermitted, Forbidden as `getForTexts`; SessionOver
 */
export async function saveText(reader: UserContext, assessmentId: Id, form: FormData): Promise<TextOutcome> {
  const { api } = reader;
  const [part, typed, base] = ["part", "body", "base"].map((name) => form.get(name));
  if (typeof part !== "string" || typeof typed !== "string" || typeof base !== "string" || !(await hasExtension("wording")))
    throw new BadRequest();
  const assessment = await getForTexts(reader, assessmentId);
  const basis = await basisFrom(form.get(BASIS_FIELD));
  const wording = form.get("suggested") === "yes" ? "" : withLineFeeds(typed);
  const problem = textProblem(wording, { max: REPORT_TEXT_MAX });
  if (problem) return { kind: "refused", part, typed, base, message: problem };
  const text = asStored(wording, REPORT_TEXT_MAX);
  const result = await openTexts(reader, assessment, part);
  const known = textsOf(result).find((each) => each.part === part);
  if (!known) throw new BadRequest();
  // A suggestion follows the figures; a copy of it would not.
  const suggestions = [known.suggestion, form.get("suggestion")];
  const body = suggestions.some((each) => typeof each === "string" && asStored(each, REPORT_TEXT_MAX) === text) ? "" : text;
  try {
    const former = result.moved ? formerWords(result.moved, await readTexts(api, assessmentId)) : "";
    const stored = await storeText(api, assessmentId, { part, body, base, basis });
    if (former && stored.kind === "saved") await storeText(api, assessmentId, { part: MOVED_PART, body: "", base: fingerprint(former) });
    if (stored.kind === "conflict") return { kind: "conflict", part, typed, base: stored.base, theirs: stored.now || known.suggestion };
    return { kind: "saved", part, base: stored.base, shown: body || known.suggestion };
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...late, part, typed, base };
    const message = error.status === 403 ? "You may read this report, but not change its texts." : NOT_SAVED;
    return { kind: "failed", part, typed, base, message };
  }
}
