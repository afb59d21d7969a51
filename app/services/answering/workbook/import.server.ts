/** The screen where a workbook of answers comes back (docs/rules/workbook.md#what-comes-back). */

import { z } from "zod";
import type { Assessment } from "#model/contract/assessments.ts";
import { bulkWritten } from "#model/contract/bulk.ts";
import { type Id, requiredText } from "#model/contract/common.ts";
import { subjectAt } from "#model/contract/history.ts";
import { Quota } from "#model/quota.ts";
import { compareWorkbook, type WorkbookChange } from "#model/workbook/compare.ts";
import type { ItemGroup } from "~/services/answering/answering-model.server";
import { borrowLock } from "~/services/answering/locks.server";
import { type ApplyResult, storeChanges } from "~/services/answering/workbook/apply.server";
import { itemsByPlace, loadItems } from "~/services/answering/workbook/items.server";
import { type PreviewState, previewOf, sealPreview, standingOf, tickOf, unsealPreview } from "~/services/answering/workbook/preview.server";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { formStatus } from "~/services/saving/posted-form.server";
import { sealLarge, unsealLarge } from "~/services/session/sealing.server";
import { getAssessment, hasScope, historyOf, titleOf } from "~/services/upstream/assessments.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { reasonNotToEdit } from "~/services/upstream/rights.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { ignoreFault, nextTurn } from "~/services/upstream/upstream.server";
import { type FailureReason, runTask, TaskFailure } from "~/services/workers/pool.server";
import {
  type AppliedPage,
  FILE_FIELD,
  type ImportPage,
  type ImportResult,
  SEALED_FIELD,
  TICK_FIELD,
  type UnreadReason,
  UPLOAD_MAX,
  UPLOAD_TOO_LARGE,
} from "~/views/answering/workbook";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import type { SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

/** @throws NotFound where the upstream does not give everything at once; LoadFailure */
export async function loadImport(context: UserContext, assessmentId: Id): Promise<ImportPage> {
  const { assessment, readOnly } = await open(context, assessmentId);
  return {
    assessment: { id: assessment.id, name: titleOf(assessment) },
    readOnly,
    screens: await screensBeside(context, assessment, "Excel"),
    links: {
      here: paths.importAnswers(assessment.id),
      apply: morePaths.importApply(assessment.id),
      workbook: paths.answersWorkbook(assessment.id),
    },
  };
}

async function open(context: UserContext, assessmentId: Id) {
  await requireExtension("overview");
  const assessment = await getAssessment(context.api, assessmentId);
  const reason = await reasonNotToEdit(context, assessment);
  return { assessment, readOnly: reason ?? (hasScope(assessment) ? undefined : "There is nothing to answer yet: choose the scope first.") };
}

const UNREAD: Readonly<Record<UnreadReason, string>> = {
  "not-xlsx": "This is no Excel workbook (.xlsx). In Excel or LibreOffice choose ‘Save as’ and the type .xlsx, then upload that file.",
  protected: "This file is protected by a password, or in the format of old Excel versions. Save it as .xlsx without a password.",
  broken: "This file is damaged and could not be read. Open it in Excel or LibreOffice, save it again as .xlsx, and upload that file.",
  "too-much": "This file holds far more than a workbook of answers, so it was not read. Upload the one that was downloaded here.",
  "not-ours": "This is not a workbook of answers. Download one here, fill that in, and upload it.",
};

const asFault = (fileError: string, status = 400): Reply<ImportResult> => [{ fileError }, { status }];

/** Files that one person may have read within a minute: one is read at a time, and nobody is to keep all others waiting. */
const UPLOADS = new Quota(20);
const TOO_MANY = "You have uploaded many files within a minute. Please wait a minute, then upload this one again.";

/**
 * Reads an uploaded workbook, and shows what it would change. Nothing is stored.
 * @throws NotFound, LoadFailure, SessionOver
 */
export async function previewUpload(context: UserContext, assessmentId: Id, form: FormData): Promise<Reply<ImportResult>> {
  const { assessment, readOnly } = await open(context, assessmentId);
  if (readOnly !== undefined) return [{ problem: { title: "This assessment cannot be changed.", text: readOnly } }, { status: 409 }];
  const file = form.get(FILE_FIELD);
  if (!(file instanceof File) || file.size === 0) return asFault("Please choose the workbook that you filled in.");
  if (file.size > UPLOAD_MAX) return asFault(UPLOAD_TOO_LARGE);
  if (UPLOADS.take(context.user.email) !== undefined) return asFault(TOO_MANY, 429);
  const read = await readFile(file, context.user.email);
  if (typeof read === "string") return read in UNREAD ? asFault(UNREAD[read as UnreadReason]) : asFault(read, 503);
  if (read.assessmentId !== String(assessment.id))
    return asFault(
      "This workbook was downloaded from another assessment. Open that one and upload it there, or download the workbook of this one.",
    );
  const groups = await loadItems(context.api, assessment);
  const items = groups.flatMap((group) => group.items);
  const compared = await compareWorkbook(items, new Map(read.base), read.rows, nextTurn);
  const preview = await sealPreview(assessment, context.user, file.name.slice(0, 200), compared);
  if (!preview)
    return asFault(
      "The notes in this workbook are longer than can be applied at once. Upload it in two parts: first with only some of the changed notes.",
    );
  return [{ preview: previewOf(preview, groups) }, { status: 200 }];
}

const WORKER_FAILED: Readonly<Record<FailureReason, string>> = {
  busy: "The server is busy, so this file was not read. Please upload it again in half a minute.",
  "too heavy":
    "Reading this file took too long, or too much memory. Upload the workbook that was downloaded here, without anything added to it.",
  failed: "Something went wrong here while this file was read. Please upload it again in half a minute.",
};

async function readFile(file: File, person: string) {
  try {
    return await runTask("readAnswers", new Uint8Array(await file.arrayBuffer()), { person });
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return WORKER_FAILED[error.reason];
  }
}

/**
 * Applies the changes of a preview: all of them, or those that are ticked. It releases a lock that it has taken.
 * @returns the preview once more, with the reason, where not all was applied
 * @throws Redirect for the page that says what was applied; NotFound, LoadFailure, SessionOver
 */
export async function applyImport(context: UserContext, assessmentId: Id, form: FormData): Promise<Reply<ImportResult>> {
  const { assessment, readOnly } = await open(context, assessmentId);
  const sealed = String(form.get(SEALED_FIELD) ?? "");
  const held = await unsealPreview(assessment, context.user, sealed);
  if (!held) return asFault("This preview is too old, or was made for another assessment. Upload the workbook once more.");
  const ticked = form.getAll(TICK_FIELD).map(String);
  const groups = await loadItems(context.api, assessment);
  const again = (now: readonly ItemGroup[], title: string, text: string, status: number): Reply<ImportResult> => [
    { problem: { title, text }, preview: previewOf({ held, sealed }, now, ticked) },
    { status },
  ];
  if (readOnly !== undefined) return again(groups, "This assessment cannot be changed.", readOnly, 409);
  const wanted = form.get("apply") === "all" ? held.changes : held.changes.filter((change) => ticked.includes(tickOf(change)));
  if (wanted.length === 0) return again(groups, "Nothing is ticked.", "Tick the changes to apply, or apply all of them.", 400);
  const items = itemsByPlace(groups);
  const standing = (change: WorkbookChange) => standingOf(change, items.get(change.place));
  const overtaken = wanted.filter((change) => ["moved", "gone"].includes(standing(change)));
  if (overtaken.length > 0 && overtaken.length === wanted.length) return again(groups, MOVED.title, MOVED.text, 409);
  // If somebody else changed answers after the preview, the page says so first, so that nobody applies half of the preview unawares.
  if (overtaken.length > 0 && isFirstTold(held, form)) return again(groups, MOVED.title, MOVED.text, 409);
  const open_ = wanted.filter((change) => standing(change) === "open");
  const origin = { workbook: requiredText(200).safeParse(held.file).data ?? "answers.xlsx" };
  const applied: ApplyResult =
    open_.length === 0
      ? { stored: [], outcome: { kind: "saved" } }
      : await borrowLock(context, assessment.id, () => storeChanges(context, assessment, groups, open_, origin));
  if (applied.outcome.kind === "saved") {
    context.unsavedForm.forget();
    const done = wanted.filter((change) => standing(change) !== "moved" && standing(change) !== "gone");
    const applied: z.input<typeof appliedSchema> = {
      assessmentId: String(assessment.id),
      ticks: done.map(tickOf),
      leftOut: held.faults.slice(0, LEFT_OUT_MAX).map(({ address }) => address),
      moreLeftOut: Math.max(0, held.faults.length - LEFT_OUT_MAX) + held.moreFaults,
      entry: open_.length === 0 ? undefined : await entryAbout(context, assessment.id, origin.workbook),
    };
    throw new Redirect(morePaths.importApplied(assessment.id, await sealLarge("applied", applied, 24 * 60 * 60)));
  }
  const { title, text } = notApplied(applied.outcome, applied);
  const now = await loadItems(context.api, assessment).catch(() => groups);
  return again(now, title, text, formStatus(applied.outcome));
}

const MOVED = {
  title: "Somebody changed some of this meanwhile.",
  text: "Nothing was applied. What was changed is marked below and will be left out; apply again to store the rest.",
};

/** Whether the page that was posted did not know yet what is overtaken: it names how many changes it offered. */
const isFirstTold = ({ changes }: PreviewState, form: FormData) => String(form.get("offered") ?? changes.length) === String(changes.length);

function notApplied(outcome: Exclude<SaveOutcome, { kind: "saved" }>, { stored, about }: ApplyResult): { title: string; text: string } {
  const kept = stored.length === 0 ? "Nothing was applied." : `${counted(stored.length)} applied, and marked below as stored already.`;
  const name = about ? `${about.name}: ` : "";
  switch (outcome.kind) {
    case "locked":
      return {
        title: `${outcome.by ?? "Somebody else"} is editing this assessment now.`,
        text: `${kept} This page keeps what you chose: apply again once the assessment is free.`,
      };
    case "conflict":
      return {
        title: "Somebody changed this meanwhile.",
        text: `${name}${kept} What was changed is marked below; apply again to store the rest.`,
      };
    case "refused":
      return { title: "This cannot be applied.", text: `${name}${outcome.message} ${kept}` };
    case "failed":
      return {
        title: "Something happened, please try again...",
        text: outcome.unknown
          ? "It is not known whether the changes were stored. Apply again: what is stored already is not stored twice."
          : `${kept} This page keeps what you chose, so you can apply again.`,
      };
  }
}

/** What the address of the page about it holds. */
const appliedSchema = z.object({
  assessmentId: z.string(),
  ticks: z.array(z.string()),
  leftOut: z.array(z.string()),
  moreLeftOut: z.number(),
  /** The entry of the history about all of it. */
  entry: z.number().optional(),
});

/** How many cells that were left out the page about it names. */
const LEFT_OUT_MAX = 20;

/** The entry of the history about a workbook that was just applied; undefined where the upstream has none, or does not say. */
async function entryAbout({ api, user }: UserContext, assessmentId: Id, workbook: string): Promise<number | undefined> {
  if (!(await hasExtension("history")) || !(await hasExtension("bulk"))) return undefined;
  const [newest] = (await api.history.list({ id: assessmentId, kind: ["bulk"] }).catch(ignoreFault))?.entries ?? [];
  const { origin } = bulkWritten.safeParse(newest?.after).data ?? {};
  const isIt = newest?.by === user.email && origin && "workbook" in origin && origin.workbook === workbook;
  return isIt ? newest.id : undefined;
}

const counted = (count: number) => `${count} ${count === 1 ? "change was" : "changes were"}`;

/**
 * The changes that were applied, each with its screen and the entry where it can be put back.
 * @throws Redirect for the upload where the address says nothing
 */
export async function loadApplied(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<AppliedPage> {
  await requireExtension("overview");
  const assessment: Assessment = await getAssessment(context.api, assessmentId);
  const appliedRecord = await unsealLarge("applied", appliedSchema, query.get("applied") ?? undefined);
  if (appliedRecord?.assessmentId !== String(assessment.id)) throw new Redirect(paths.importAnswers(assessment.id));
  const groups = await loadItems(context.api, assessment);
  const items = groups.flatMap((group) => group.items.map((item) => ({ ...item, group: group.name })));
  const applied = items.map(async ({ place, group, name, href }) => {
    const parts = (["answers", "note"] as const).filter((part) => appliedRecord.ticks.includes(tickOf({ place, part })));
    const subject = subjectAt(place);
    return { name: `${group} – ${name}`, parts: parts.join(" and "), href, history: subject && (await historyOf(assessment, subject)) };
  });
  return {
    assessment: { id: assessment.id, name: titleOf(assessment) },
    applied: (await Promise.all(applied)).filter(({ parts }) => parts !== ""),
    history: await historyOf(assessment),
    putBack: appliedRecord.entry === undefined ? undefined : paths.history(assessment.id, { back: String(appliedRecord.entry) }),
    leftOut: appliedRecord.leftOut,
    moreLeftOut: appliedRecord.moreLeftOut,
    screens: await screensBeside(context, assessment, "Excel"),
    links: { summary: paths.summary(assessment.id, assessment.assessmentType), again: paths.importAnswers(assessment.id) },
  };
}
