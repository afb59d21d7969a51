/** Stores what a workbook changes: in one write where the upstream has the extension `bulk`, else place by place. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { BulkChange, BulkOrigin } from "#model/contract/bulk.ts";
import { groupBy } from "#model/group-by.ts";
import { fingerprint } from "#model/note.ts";
import type { WorkbookChange } from "#model/workbook/compare.ts";
import type { Item, ItemGroup } from "~/services/answering/answering-model.server";
import { answeringOf } from "~/services/answering/models.server";
import { verdictStore } from "~/services/answering/store.server";
import { itemsByPlace, loadItems } from "~/services/answering/workbook/items.server";
import { standingOf } from "~/services/answering/workbook/preview.server";
import type { RequestContext } from "~/services/context.server";
import { LoadFailure } from "~/services/faults.server";
import { catchFaults } from "~/services/saving/save-versioned.server";
import { withLock } from "~/services/saving/with-lock.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { confirmed } from "~/services/upstream/lost-answers.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { Change, SaveOutcome } from "~/views/saving";

/** The outcome of the changes: those that are stored, and why the others are not. */
export interface ApplyResult {
  stored: WorkbookChange[];
  outcome: SaveOutcome;
  /** The place whose change was refused, if one was. */
  about?: Item | undefined;
}

/**
 * Stores changes that nobody overtook, as they were read from `groups`.
 * @param origin what the history says of them, where they are stored at once
 * @throws SessionOver, LoadFailure
 */
export async function storeChanges(
  context: RequestContext,
  assessment: Assessment,
  groups: readonly ItemGroup[],
  changes: readonly WorkbookChange[],
  origin: BulkOrigin,
): Promise<ApplyResult> {
  const items = itemsByPlace(groups);
  const byPlace = new Map<Item, WorkbookChange[]>();
  for (const [place, all] of groupBy(changes, (change) => change.place)) {
    const item = items.get(place);
    if (item) byPlace.set(item, all);
  }
  return (await hasExtension("bulk")) ? storeAtOnce(context, assessment, byPlace, origin) : storeEach(context, assessment, byPlace);
}

type ChangesByItem = ReadonlyMap<Item, WorkbookChange[]>;

async function storeAtOnce(
  context: RequestContext,
  assessment: Assessment,
  byPlace: ChangesByItem,
  origin: BulkOrigin,
): Promise<ApplyResult> {
  const { api } = context;
  const changes = [...byPlace.values()].flat();
  const body = { changes: [...byPlace].map(([item, parts]) => bulkChange(item, parts)), origin };
  let refused: Item | undefined;
  const isDone = async () => {
    const groups = await loadItems(api, assessment).catch((error: unknown) => {
      throw error instanceof LoadFailure ? error.fault : error;
    });
    const now = itemsByPlace(groups);
    return changes.every((change) => standingOf(change, now.get(change.place)) === "stored");
  };
  const write = async (): Promise<SaveOutcome> => {
    try {
      await confirmed(() => api.assessments.bulk({ id: assessment.id, body }), isDone);
      return { kind: "saved" };
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      const index = Number(/^changes\.(\d+)/.exec(error.detail.errors?.[0]?.path ?? "")?.[1] ?? Number.NaN);
      refused = [...byPlace.keys()][index];
      if (error.status === 412) return { kind: "conflict", stored: {} };
      throw error;
    }
  };
  const outcome = await catchFaults(() => withLock(context, assessment.id, undefined, write));
  return { stored: outcome.kind === "saved" ? changes : [], outcome, about: refused };
}

type BulkAnswer = NonNullable<BulkChange["answers"]>[number];

/** What the wire calls the lowest answer. */
const RARELY = { thread: "Rarely/Never", practice: "Rarely", component: "Rarely" } as const;

function answerOf({ kind }: Item, questionId: number, letter: string): BulkAnswer {
  if (letter === "F") return { questionId, selection: "Fully" };
  if (letter === "P") return { questionId, selection: "Partially" };
  if (letter === "R") return { questionId, selection: RARELY[kind] };
  return { questionId, selection: "N/A" };
}

function bulkChange(item: Item, parts: readonly WorkbookChange[]): BulkChange {
  const [answers, note] = (["answers", "note"] as const).map((part) => parts.find((change) => change.part === part)?.target);
  const answered = item.questions.map(
    ({ id }, index): BulkAnswer =>
      item.kind === "component" ? { questionId: id, optionId: Number(answers) } : answerOf(item, id, answers?.[index] ?? "N"),
  );
  const versions = {
    answers: answers === undefined ? undefined : item.versions.answers,
    note: note === undefined ? undefined : item.versions.note,
  };
  return {
    place: item.place,
    answers: answers === undefined ? undefined : answered,
    note,
    versions: (versions.answers ?? versions.note) === undefined ? undefined : versions,
  };
}

/** After a fault, a lost lock or too many saves the rest is not sent. A conflict or a refusal of one place says nothing about the next. */
async function storeEach(context: RequestContext, assessment: Assessment, byPlace: ChangesByItem): Promise<ApplyResult> {
  const stored: WorkbookChange[] = [];
  let [outcome, about]: [SaveOutcome, Item | undefined] = [{ kind: "saved" }, undefined];
  for (const [item, parts] of byPlace) {
    const change: Change = Object.fromEntries(
      parts.map(({ part, base, target }) => [part, { base: part === "note" ? fingerprint(item.note) : base, target }]),
    );
    const saved = await answeringOf(assessment).save(context, verdictStore(context.api), assessment.id, item.codes, change);
    if (saved.kind === "saved") stored.push(...parts);
    else {
      const kept = "parts" in saved ? (saved.parts?.saved ?? []) : [];
      stored.push(...parts.filter(({ part }) => kept.includes(part)));
      [outcome, about] = [saved, item];
    }
    if (saved.kind === "failed" || saved.kind === "locked" || ("retryAfter" in saved && saved.retryAfter !== undefined)) break;
  }
  return { stored, outcome, about };
}
