/** The evidence of a thread, practice or component: what the questions screens show, and how it is saved (docs/rules/evidence.md). */
import { randomUUID } from "node:crypto";
import { onOneLine } from "#model/characters.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Versions } from "#model/contract/common.ts";
import { type EvidenceContent, type EvidenceEntry, type EvidenceForm, evidenceForm } from "#model/contract/evidence.ts";
import { subjectAt } from "#model/contract/history.ts";
import { EVIDENCE_SHOWN, isSameEvidence, levelsAt, newestShown } from "#model/evidence.ts";
import { groupBy } from "#model/group-by.ts";
import { markRenewed } from "~/services/answering/locks.server";
import { readComments } from "~/services/answering/voices.server";
import { today } from "~/services/config.server";
import type { RequestContext } from "~/services/context.server";
import { saveVersioned } from "~/services/saving/save-versioned.server";
import { withLock } from "~/services/saving/with-lock.server";
import { baseOf, evidenceItem } from "~/services/upstream/evidence.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { ignoreFault, keyFor, UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import {
  type EvidenceErrorField,
  type EvidenceOutcome,
  type EvidenceTextField,
  type EvidenceView,
  FIELDS,
  NEW,
  OPEN_FIELD,
  type TypedEvidence,
} from "~/views/answering/evidence";
import { evidenceLevelField, evidencePlaceField, TEXT_LABELS } from "~/views/answering/evidence-form";
import { type AnsweringPaths, paths } from "~/views/paths";

/** What else the entries of a place can serve, and which levels they speak about. */
export function evidenceChoices(assessment: Assessment, place: string): Pick<EvidenceView, "levels" | "others"> {
  const subject = subjectAt(place);
  const others = listInScope(assessment).filter((item) => item.place !== place);
  return {
    levels: subject ? levelsAt(subject) : [],
    others: [...groupBy(others, ({ group }) => group)].map(([group, items]) => ({
      group,
      items: items.map(({ place: other, label }) => ({ place: other, label })),
    })),
  };
}

/** The entry that the address of a screen opens. */
export const entryAsked = ({ url }: Pick<Request, "url">) => new URL(url).searchParams.get(OPEN_FIELD);

/**
 * The newest entries of evidence of a place; undefined where the upstream keeps none. If they cannot be read the rest of the screen works
 * without.
 * @param open the entry that is to be changed: it is there however old it is
 */
export async function loadEvidence(
  api: UserApi,
  assessment: Assessment,
  place: string,
  { at = paths, open }: { at?: AnsweringPaths; open?: string | null } = {},
): Promise<EvidenceView | undefined> {
  if (!(await hasExtension("evidence"))) return undefined;
  const list = await api.evidence.list({ id: assessment.id, place, newest: EVIDENCE_SHOWN }).catch(ignoreFault);
  const newest = list && newestShown(list.entries);
  const isOlder = open && open !== NEW && newest?.some(({ id }) => String(id) === open) === false;
  const opened = isOlder ? await findEntry(api, assessment, open).catch(ignoreFault) : undefined;
  const older = opened?.places.some((each) => each.place === place) ? [opened] : [];
  const scope = listInScope(assessment, at);
  return {
    place,
    entries: newest && [...older, ...newest].map((entry) => evidenceItem(entry, scope, today())),
    total: list?.total ?? list?.entries.length ?? 0,
    ...evidenceChoices(assessment, place),
    putsBack: await hasExtension("history"),
    formId: randomUUID(),
    register: paths.evidence(assessment.id),
    registerHere: paths.evidence(assessment.id, { place }),
    addMany: paths.evidenceAdd(assessment.id, place),
    save: paths.evidenceSave(assessment.id),
  };
}

/** An entry by its number; undefined where there is none, or no longer. @throws UpstreamFault */
export async function findEntry(api: UserApi, assessment: Assessment, id: string): Promise<EvidenceEntry | undefined> {
  const { entries } = await api.evidence.list({ id: assessment.id, entry: id });
  return entries.find((each) => String(each.id) === id);
}

/** The evidence that a form wants to store. What it does not show is kept: the levels at other places, and places out of scope. */
function contentFrom(typed: TypedEvidence, place: string, assessment: Assessment, stored: EvidenceContent | undefined) {
  const text = (name: EvidenceTextField) => typed[FIELDS[name]] ?? "";
  const day = (name: "date" | "goodUntil") => text(name).trim() || null;
  const subject = subjectAt(place);
  const speaking = (how: string) => (subject ? levelsAt(subject) : []).filter((level) => typed[evidenceLevelField(level)] === how);
  const inScope = new Set(listInScope(assessment).map((item) => item.place));
  const known = stored?.places ?? [];
  const others = [...inScope]
    .filter((other) => other !== place && typed[evidencePlaceField(other)] === "on")
    .map((other) => known.find((each) => each.place === other) ?? { place: other, supports: [], against: [] });
  return {
    kind: text("kind"),
    what: onOneLine(text("what")),
    where: onOneLine(text("where")),
    who: onOneLine(text("who")),
    date: day("date"),
    goodUntil: day("goodUntil"),
    remark: text("remark"),
    places: [
      { place, supports: speaking("supports"), against: speaking("against") },
      ...others,
      ...known.filter((each) => !inScope.has(each.place)),
    ],
  };
}

const PLACES = "places";
/** A fault in a single place counts for the whole list, because our own forms name no wrong place. */
const fieldAt = ([name, ...rest]: readonly PropertyKey[]): EvidenceErrorField | undefined =>
  typeof name === "string" && name in TEXT_LABELS ? (name as EvidenceTextField) : name === PLACES && rest.length === 0 ? PLACES : undefined;

function invalid(issues: readonly { path: readonly PropertyKey[]; message: string }[]): EvidenceOutcome {
  const errors: Partial<Record<EvidenceErrorField, string>> = {};
  for (const { path, message } of issues) {
    const field = fieldAt(path);
    if (field) errors[field] ??= message;
  }
  const elsewhere = issues.find(({ path }) => !fieldAt(path))?.message;
  return { kind: "invalid", errors, message: elsewhere };
}

/** Carries out a change of evidence, with the lock, after those before it. @throws SessionOver, LoadFailure */
async function change(
  context: RequestContext,
  assessment: Assessment,
  pageId: string | undefined,
  write: () => Promise<EvidenceOutcome>,
): Promise<EvidenceOutcome> {
  const outcome = await saveVersioned({
    place: `${assessment.id}/evidence`,
    around: (save) => withLock(context, assessment.id, pageId, save),
    read: async () => undefined,
    write,
  });
  if (outcome.kind === "saved") markRenewed(context.lockMarkers, assessment.id);
  return outcome;
}

/** Turns what the upstream says of single fields into an outcome. @throws any other fault */
function refusedBy(error: unknown): EvidenceOutcome {
  if (!(error instanceof UpstreamFault)) throw error;
  if (error.status !== 422 || !error.detail.errors?.length) throw error;
  return invalid(error.detail.errors.map(({ path, message }) => ({ path: path.split("."), message })));
}

/**
 * Saves a form: adds an entry, or changes one. If somebody changed it since the form was rendered, nothing is written.
 * @param typed the fields as posted
 * @param place where the form was
 * @throws SessionOver, LoadFailure
 */
export function saveEvidence(
  context: RequestContext,
  assessment: Assessment,
  { typed, place, pageId }: { typed: TypedEvidence; place: string; pageId: string | undefined },
): Promise<EvidenceOutcome> {
  const { api } = context;
  const id = typed[FIELDS.id] ?? NEW;
  const isNew = id === NEW;
  return change(context, assessment, pageId, async () => {
    const entry = isNew ? undefined : await findEntry(api, assessment, id);
    const parsed = evidenceForm.safeParse(contentFrom(typed, place, assessment, entry));
    if (!parsed.success) return invalid(parsed.error.issues);
    const body = parsed.data;
    if (isNew) return add(api, assessment, body, typed[FIELDS.formId]);
    return putUnlessMoved(api, assessment, { id, body, base: typed[FIELDS.base], stored: entry });
  });
}

/** Adds an entry. The same one that the same form sends twice is stored once. */
function add(api: UserApi, assessment: Assessment, body: EvidenceForm, formId: string | undefined): Promise<EvidenceOutcome> {
  return api.evidence
    .add({ id: assessment.id, body }, { idempotencyKey: keyFor(formId, "evidence", assessment.id, body) })
    .then((added): EvidenceOutcome => ({ kind: "saved", id: String(added.id) }))
    .catch(refusedBy);
}

/** Adds an entry that no screen holds the lock for. @throws SessionOver, LoadFailure */
export const addEntry = (
  context: RequestContext,
  assessment: Assessment,
  body: EvidenceContent,
  formId: string,
): Promise<EvidenceOutcome> => change(context, assessment, undefined, () => add(context.api, assessment, body, formId));

/**
 * Lets an entry serve more than it does. All else in it stays as it is stored, so it cannot collide with a change by somebody else.
 * @returns a conflict where it was removed
 * @throws SessionOver, LoadFailure
 */
export function serveMore(
  context: RequestContext,
  assessment: Assessment,
  id: string,
  places: readonly string[],
): Promise<EvidenceOutcome> {
  const { api } = context;
  return change(context, assessment, undefined, async () => {
    const entry = await findEntry(api, assessment, id);
    if (!entry) return { kind: "conflict", stored: undefined };
    const { id: _id, versions, ...content } = entry;
    const more = places.filter((place) => !content.places.some((each) => each.place === place));
    if (more.length === 0) return { kind: "saved", id };
    const all = [...content.places, ...more.map((place) => ({ place, supports: [], against: [] }))];
    return put(api, assessment, id, { ...content, places: all }, versions);
  });
}

/** Writes an entry under its number. */
function put(api: UserApi, assessment: Assessment, id: string, body: EvidenceForm, madeFrom?: Versions): Promise<EvidenceOutcome> {
  return api.evidence
    .put({ id: assessment.id, evidenceId: id, body }, { madeFrom })
    .then((): EvidenceOutcome => ({ kind: "saved", id }))
    .catch(refusedBy);
}

/**
 * Does so unless the entry is not any more what it was when somebody decided so.
 * @param base what it was then, as of `baseOf`; empty for one that was gone
 */
async function putUnlessMoved(
  api: UserApi,
  assessment: Assessment,
  { id, body, base, stored }: { id: string; body: EvidenceContent; base: string | undefined; stored: EvidenceEntry | undefined },
): Promise<EvidenceOutcome> {
  if ((stored ? baseOf(stored) : "") !== base)
    return { kind: "conflict", stored: stored && evidenceItem(stored, listInScope(assessment), today()) };
  return put(api, assessment, id, body, stored?.versions);
}

/** Removes an entry. @throws SessionOver, LoadFailure */
export function removeEvidence(
  context: RequestContext,
  assessment: Assessment,
  id: string,
  pageId: string | undefined,
): Promise<EvidenceOutcome> {
  return change(context, assessment, pageId, async () => {
    await context.api.evidence.remove({ id: assessment.id, evidenceId: id });
    return { kind: "saved", id };
  });
}

/**
 * Writes an entry as it was at some time, under its number. If it is not any more what it was when somebody decided so, nothing is written.
 * @param base what it was then, as of `baseOf`; empty for one that was removed
 * @throws SessionOver, LoadFailure
 */
export function restoreEvidence(
  context: RequestContext,
  assessment: Assessment,
  { id, content, base }: { id: string; content: EvidenceContent; base: string },
): Promise<EvidenceOutcome> {
  const { api } = context;
  return change(context, assessment, undefined, async () => {
    const stored = await findEntry(api, assessment, id);
    return putUnlessMoved(api, assessment, { id, body: content, base, stored });
  });
}

/** Puts an entry back that was removed, as the history has it. @throws SessionOver, LoadFailure */
export function putBackEvidence(
  context: RequestContext,
  assessment: Assessment,
  id: string,
  pageId: string | undefined,
): Promise<EvidenceOutcome> {
  const { api } = context;
  return change(context, assessment, pageId, async () => {
    if (await findEntry(api, assessment, id)) return { kind: "saved", id };
    const history = await api.history.list({ id: assessment.id, kind: ["evidence"], place: `evidence/${id}` });
    const before = evidenceForm.safeParse(history.entries[0]?.before);
    if (!before.success) return { kind: "refused", message: "What it was is no longer kept." };
    return put(api, assessment, id, before.data);
  });
}

/**
 * Takes an entry of the assessment before over, to the place where it was (docs/rules/assess-again.md#last-times-evidence). The same evidence
 * is stored once: an entry that serves another place gets this one, too.
 * @param id of the entry in the assessment before
 * @throws SessionOver, LoadFailure
 */
export function takeOverEvidence(
  context: RequestContext,
  assessment: Assessment,
  { id, place, pageId }: { id: string; place: string; pageId: string | undefined },
): Promise<EvidenceOutcome> {
  const { api } = context;
  const formId = randomUUID();
  return change(context, assessment, pageId, async () => {
    const [previous, { entries }] = await Promise.all([
      api.assessments.again({ id: assessment.id, place }),
      api.evidence.list({ id: assessment.id }),
    ]);
    const entry = previous.places.flatMap(({ evidence }) => evidence).find((each) => String(each.id) === id);
    const here = entry?.places.find((each) => each.place === place);
    if (!entry || !here) return { kind: "refused", message: "This evidence is past its date, or is no longer there." };
    const same = entries.find((each) => isSameEvidence(each, entry));
    if (!same) {
      const { id: _id, places: _places, ...said } = entry;
      return add(api, assessment, { ...said, places: [here], takenOver: true }, formId);
    }
    const { id: sameId, versions, ...content } = same;
    if (content.places.some((each) => each.place === place)) return { kind: "saved", id: String(sameId) };
    return put(api, assessment, String(sameId), { ...content, places: [...content.places, here], takenOver: true }, versions);
  });
}

/**
 * Keeps the comment of a voice as evidence of the place that it is about, with the role and never the name
 * (docs/rules/voices.md#taking-over). The same comment is kept once.
 * @param id of voice and statement
 * @throws SessionOver, LoadFailure
 */
export function addComment(
  context: RequestContext,
  assessment: Assessment,
  { id, place, pageId }: { id: string; place: string; pageId: string | undefined },
): Promise<EvidenceOutcome> {
  const { api } = context;
  const formId = randomUUID();
  return change(context, assessment, pageId, async () => {
    const [comments, { entries }] = await Promise.all([
      readComments(api, assessment, place),
      api.evidence.list({ id: assessment.id, place }),
    ]);
    const comment = comments.find((each) => each.id === id);
    if (!comment) return { kind: "refused", message: "This comment is no longer there." };
    const said = comment.asEvidence;
    const same = entries.find((each) => isSameEvidence(each, said));
    if (same) return { kind: "saved", id: String(same.id) };
    return add(api, assessment, { ...said, places: [{ place, supports: [], against: [] }] }, formId);
  });
}
