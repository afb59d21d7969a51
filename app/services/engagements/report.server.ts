/** The report of an engagement: its screen, its texts and its files (docs/rules/engagements.md#the-report). */

import { changesInWords, type Fact } from "#model/basis.ts";
import type { Id } from "#model/contract/common.ts";
import type { Engagement, EngagementTexts } from "#model/contract/engagements.ts";
import { engagementMessages, PLAN_KINDS, PLAN_STATES } from "#model/engagements.ts";
import { fingerprint, withLineFeeds } from "#model/note.ts";
import { COVER_FIELD_NAMES, COVER_FIELDS, coverPart, coverProblem, hasLines } from "#model/report-cover.ts";
import { asStored, REPORT_TEXT_MAX, textProblem } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { getEngagement } from "~/services/engagements/engagement.server";
import { hasResult, type OpenedMember, openMembers } from "~/services/engagements/members.server";
import { composeEngagementDocument, composeEngagementSlides, draftsInWords } from "~/services/engagements/report-compose.server";
import {
  contentFrom,
  type EngagementContent,
  engagementChoices,
  SECTIONS,
  suggestedSummary,
} from "~/services/engagements/report-content.server";
import { BadRequest, Forbidden, loadFor } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { attachment, fileName } from "~/services/http/file-names.server";
import { coverTexts, readCoverFields } from "~/services/results/files/client-report/save-cover.server";
import { basisFrom, basisInForm } from "~/services/results/files/client-report/still-right.server";
import { FORM_CHANGED, FORM_WRONG, isChangedText, oneLine, readTexts } from "~/services/results/files/client-report/wording.server";
import { type Concern, IN_REPORTS } from "~/services/results/result-request.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { findHouseStyle } from "~/services/upstream/style.server";
import { isUpstreamFault, NotPermitted, untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { fileResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import {
  BASIS_FIELD,
  type CoverOutcome,
  type FitOutcome,
  type Misfit,
  readWish,
  SUMMARY_PART,
  type TextOutcome,
  textId,
  type WrittenTexts,
} from "~/views/client-report";
import { profilePaths } from "~/views/engagement-profile";
import { type EngagementReportPage, engagementReportPaths } from "~/views/engagement-report";
import { engagementPaths } from "~/views/engagements";
import { orNotProvided } from "~/views/missing";
import { paths, type ReportFormat } from "~/views/paths";

/** An engagement whose report the reader may have. @throws Forbidden for whoever lacks the model of a member; NotFound, LoadFailure */
async function getForReport(api: UserApi, id: Id): Promise<Engagement> {
  await requireExtension("engagements");
  const engagement = await getEngagement(api, id);
  if (engagement.members.some(({ assessment }) => assessment === null))
    throw new Forbidden({
      title: "This report is closed to you.",
      description: engagementMessages.noReport,
      next: { href: engagementPaths.screen(engagement.id), label: "Go to the engagement" },
    });
  return engagement;
}

const writtenIn = ({ texts }: EngagementTexts): WrittenTexts => Object.fromEntries(texts.map(({ part, body }) => [part, body]));

/** What the summary needs, which the screen suggests as the files have it. */
const IN_SUMMARY: readonly Concern[] = ["actions", "comparison"];
/** What a board's report needs: no chapter of a single report. */
const IN_BRIEF: readonly Concern[] = [...IN_SUMMARY, "evidence"];

/** Opens everything that a report is made from. @throws LoadFailure: a file without a part could be sent by mistake */
async function openContent(context: UserContext, engagement: Engagement, concerns: readonly Concern[]): Promise<EngagementContent> {
  const { api } = context;
  const [opened, plan] = await Promise.all([
    openMembers(context, engagement, { concerns, isWhole: true }),
    loadFor("organization", api.engagements.plan({ id: engagement.id })),
  ]);
  const texts = await Promise.all(
    opened.filter(hasResult).map(async (member) => [member, await readTexts(api, member.result.assessment.id)] as const),
  );
  // Kinds and states that a newer upstream may have are nothing that was done.
  const rows = plan.rows.flatMap(({ kind, state }) => {
    const [known, at] = [PLAN_KINDS.find((each) => each === kind), PLAN_STATES.find((each) => each === state)];
    return known && at ? [{ kind: known, state: at }] : [];
  });
  const { id, name, organization, start } = engagement;
  const about = { ...{ id: String(id), name, start, plan: rows }, organization: orNotProvided(organization.name) };
  return contentFrom(about, opened, new Map<OpenedMember, WrittenTexts>(texts));
}

/** The summary, if it was written when other facts stood there. */
function misfitsOf(texts: EngagementTexts, facts: readonly Fact[]): Misfit[] {
  const stored = texts.texts.find(({ part }) => part === SUMMARY_PART);
  if (!stored?.body.trim()) return [];
  const changed = changesInWords(stored.basis ?? [], facts);
  if (stored.basis !== null && changed.length === 0) return [];
  const about = { part: SUMMARY_PART, title: "Executive summary", field: textId(SUMMARY_PART) };
  return [{ ...about, changed, base: fingerprint(stored.body), basis: basisInForm(facts) }];
}

/** What the screen shows. @throws NotFound, Forbidden, LoadFailure */
export async function loadEngagementReport(context: UserContext, engagementId: Id): Promise<EngagementReportPage> {
  const { api } = context;
  const engagement = await getForReport(api, engagementId);
  const { id, name, organization, state } = engagement;
  const [content, texts] = await Promise.all([
    openContent(context, engagement, IN_SUMMARY),
    loadFor("organization", api.engagements.texts({ id })),
  ]);
  const written = writtenIn(texts);
  const { suggestion, facts } = suggestedSummary(content);
  const misfits = misfitsOf(texts, facts);
  const own = written[SUMMARY_PART] ?? "";
  return {
    ...{ id, name, misfits, waiting: [...content.waiting] },
    organization: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
    choices: [...engagementChoices],
    texts: [
      {
        ...{ part: SUMMARY_PART, title: "Executive summary", suggestion, body: own || suggestion, isOwn: own !== "" },
        ...{ base: fingerprint(own), basis: basisInForm(facts), misfit: misfits[0] },
      },
    ],
    cover: coverTexts(written),
    mayWrite: mayChange(engagement) && state !== "closed",
    draft: draftsInWords(content.members),
    isEmpty: content.members.length === 0,
    files: { docx: engagementReportPaths.file(id, "docx"), pptx: engagementReportPaths.file(id, "pptx") },
    links: { engagement: engagementPaths.screen(id), profile: profilePaths.screen(id) },
  };
}

// --- texts ------------------------------------------------------------------------------------------------------------

/** An engagement whose report the reader may write. @throws NotPermitted for a viewer; Forbidden while it is closed, and as `getForReport` */
async function getForTexts(api: UserApi, id: Id): Promise<Engagement> {
  const engagement = await getForReport(api, id);
  const next = { href: engagementPaths.screen(engagement.id), label: "Go to the engagement" };
  if (!mayChange(engagement)) throw new NotPermitted(next);
  if (engagement.state === "closed") throw new Forbidden({ title: "Nothing was saved.", description: engagementMessages.closed, next });
  return engagement;
}

interface NewText {
  part: string;
  body: string;
  /** The digest of what was stored when the form was made. */
  base: string;
  basis: Fact[] | null;
}

/** Stores one text, unless somebody has changed it since. @returns what is stored now where somebody has @throws UpstreamFault */
const storeText = (api: UserApi, id: Id, { part, body, base, basis }: NewText): Promise<string | undefined> =>
  untilUnmoved(async () => {
    const { texts } = await api.engagements.texts({ id });
    const stored = texts.find((each) => each.part === part);
    const now = stored?.body ?? "";
    if (now !== body && fingerprint(now) !== base) return now;
    await api.engagements.text({ id, body: { part, body, basis } }, { madeFrom: stored?.versions ?? { engagementText: 0 } });
    return undefined;
  });

const NOT_SAVED = "The text could not be saved. It is still here; please try again.";
const CLOSED_TO_YOU = "You may read this report, but not change its texts.";

/** Saves the summary. One that says what is suggested, or nothing, is taken back. @throws BadRequest for what our own page never sends, and as `getForTexts` */
export async function saveEngagementText(context: UserContext, engagementId: Id, form: FormData): Promise<TextOutcome> {
  const { api } = context;
  const [typed, base, suggestion] = ["body", "base", "suggestion"].map((name) => form.get(name));
  const part = SUMMARY_PART;
  if (form.get("part") !== part || typeof typed !== "string" || typeof base !== "string") throw new BadRequest();
  const { id } = await getForTexts(api, engagementId);
  const basis = (await basisFrom(form.get(BASIS_FIELD))) ?? null;
  const wording = form.get("suggested") === "yes" ? "" : withLineFeeds(typed);
  const problem = textProblem(wording, { max: REPORT_TEXT_MAX });
  if (problem) return { kind: "refused", part, typed, base, message: problem };
  const text = asStored(wording, REPORT_TEXT_MAX);
  const suggested = typeof suggestion === "string" ? asStored(suggestion, REPORT_TEXT_MAX) : "";
  const body = text === suggested ? "" : text;
  try {
    const now = await storeText(api, id, { part, body, base, basis });
    if (now !== undefined) return { kind: "conflict", part, typed, base: fingerprint(now), theirs: now || suggested };
    return { kind: "saved", part, base: fingerprint(body), shown: body || suggested };
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...late, part, typed, base };
    return { kind: "failed", part, typed, base, message: error.status === 403 ? CLOSED_TO_YOU : NOT_SAVED };
  }
}

/** Saves the fields of the cover that the form changed. @returns undefined once they are saved @throws as `saveEngagementText` */
export async function saveEngagementCover(context: UserContext, engagementId: Id, form: FormData): Promise<CoverOutcome | undefined> {
  const { api } = context;
  const { id } = await getForTexts(api, engagementId);
  const posted = readCoverFields(form);
  const changed = COVER_FIELD_NAMES.flatMap((name) => {
    const { text, base } = posted[name];
    const body = (hasLines(name) ? asStored : oneLine)(text, COVER_FIELDS[name].max);
    return isChangedText({ body, base }) ? [{ name, text, part: coverPart(name), body, base, basis: null }] : [];
  });
  const failed = (kind: CoverOutcome["kind"], message: string, errors: CoverOutcome["errors"] = {}): CoverOutcome => {
    const typed = Object.fromEntries(changed.map(({ name, text, base }) => [name, { text, base }]));
    return { of: "cover", kind, typed, errors, message };
  };
  const wrong = changed.flatMap(({ name, text }) => {
    const problem = coverProblem(name, text);
    return problem ? [[name, problem] as const] : [];
  });
  if (wrong.length > 0) return failed("refused", FORM_WRONG, Object.fromEntries(wrong));
  try {
    const theirs: [string, string][] = [];
    for (const text of changed) {
      const now = await storeText(api, id, text);
      text.base = fingerprint(now ?? text.body);
      if (now !== undefined) theirs.push([text.name, now === "" ? "It was taken back." : `This is saved now: ${now}`]);
    }
    return theirs.length === 0 ? undefined : failed("conflict", FORM_CHANGED, Object.fromEntries(theirs));
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...failed("failed", late.message), ...late, of: "cover" };
    return failed("failed", error.status === 403 ? CLOSED_TO_YOU : NOT_SAVED);
  }
}

const CHANGED = "Somebody changed this text after you opened the page. Read it again, then say whether it is still right.";

/** Stores the present facts as what the summary rests on. @returns undefined once they are stored @throws as `saveEngagementText` */
export async function keepSummaryAsRight(context: UserContext, engagementId: Id, form: FormData): Promise<FitOutcome | undefined> {
  const { api } = context;
  const base = form.get("base");
  const basis = await basisFrom(form.get(BASIS_FIELD));
  if (form.get("part") !== SUMMARY_PART || typeof base !== "string" || basis === undefined) throw new BadRequest();
  const { id } = await getForTexts(api, engagementId);
  try {
    const { texts } = await api.engagements.texts({ id });
    const body = texts.find(({ part }) => part === SUMMARY_PART)?.body ?? "";
    if (body === "" || fingerprint(body) !== base) return { of: "fit", kind: "conflict", message: CHANGED };
    const now = await storeText(api, id, { part: SUMMARY_PART, body, base, basis });
    return now === undefined ? undefined : { of: "fit", kind: "conflict", message: CHANGED };
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...late, of: "fit" };
    return { of: "fit", kind: "failed", message: error.status === 403 ? CLOSED_TO_YOU : NOT_SAVED };
  }
}

// --- files ------------------------------------------------------------------------------------------------------------

const CONTENT_TYPES: Record<ReportFormat, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};
/** Milliseconds of the processor that the chapters of one assessment may take in addition, and of waiting. */
const FOR_EACH = { work: 5_000, time: 10_000 };
const FOR_ALL = { work: 20_000, time: 40_000 };

/** Answers 'Word' and 'PowerPoint'. @throws NotFound, Forbidden, LoadFailure */
export async function engagementReportFile(
  context: UserContext,
  engagementId: Id,
  format: ReportFormat,
  request: Request,
): Promise<Response> {
  const { api } = context;
  const wayBack = {
    next: { href: engagementReportPaths.screen(engagementId), label: "Back to the report" },
    safe: "The assessments themselves are safe.",
  };
  const tooMany = tooManyFiles(context, "report", wayBack);
  if (tooMany) return tooMany;
  const wish = readWish(new URL(request.url).searchParams);
  const engagement = await getForReport(api, engagementId);
  const hasChapters =
    format === "docx" && wish.audience === "full" && (wish.sections.length === 0 || wish.sections.includes(SECTIONS.chapters));
  const [content, texts, style] = await Promise.all([
    openContent(context, engagement, hasChapters ? IN_REPORTS : IN_BRIEF),
    loadFor("organization", api.engagements.texts({ id: engagement.id })),
    loadFor("organization", findHouseStyle(api)),
  ]);
  const written = writtenIn(texts);
  const { members } = content;
  const limits = {
    person: context.user.email,
    asker: request.signal,
    ...(hasChapters ? { work: FOR_ALL.work + members.length * FOR_EACH.work, time: FOR_ALL.time + members.length * FOR_EACH.time } : {}),
  };
  return unlessTaskFails(context, wayBack, "report", async () => {
    const composed =
      format === "docx" ? composeEngagementDocument(content, wish, written) : composeEngagementSlides(content, wish, written);
    const about = { ...composed.about, style };
    const file =
      "chapters" in composed
        ? await runTask("writeReportDocument", { ...composed, about }, limits)
        : await runTask("writeReportSlides", { ...composed, about }, limits);
    const what = format === "docx" ? "report of an engagement as a Word file" : "report of an engagement as PowerPoint slides";
    for (const { result } of members) noteTaken(api, result.assessment.id, what);
    const kind = wish.audience === "board" ? "board report" : "report";
    return fileResponse(file, {
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": attachment(fileName(new Date(), undefined, `${content.name} ${kind}`, format)),
    });
  });
}
