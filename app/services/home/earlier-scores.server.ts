/** The screens of earlier scores, entered by hand (docs/rules/earlier-scores.md). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Id, Role } from "#model/contract/common.ts";
import type { EarlierScores, EarlierScoresForm } from "#model/contract/earlier-scores.ts";
import {
  assessedDayProblem,
  EARLIER_SCORES_MAX,
  EARLIER_SOURCE_MAX,
  earlierMessages,
  maturityProblem,
  PASTED_LINES_MAX,
  PASTED_MAX,
  type ScoredLine,
  scoredItems,
  scoreIn,
  scoresInRows,
  tooManyEarlier,
} from "#model/earlier-scores.ts";
import { textMessages } from "#model/text.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { openOrganization, requireOwn } from "~/services/home/opened-organization.server";
import { requiredLine } from "~/services/http/form-schema.server";
import { baseFrom, type FormValues, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
import { readList, textAgain } from "~/services/http/pasted-rows.server";
import { readForm } from "~/services/http/posted.server";
import { onlyFilled, readSubmission } from "~/services/http/submission.server";
import { isToBeChanged, toBeShown } from "~/services/http/understood.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { versionIn } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { modelsOf } from "~/services/upstream/permissions.server";
import { isUpstreamFault, keyFor, untilUnmoved } from "~/services/upstream/upstream.server";
import { shortDate } from "~/views/dates";
import {
  EARLIER,
  type EarlierFormPage,
  type EarlierPage,
  type EarlierReply,
  type EarlierRow,
  earlierFields,
  earlierLabels,
  FILL_INTENT,
  scoreField,
} from "~/views/earlier-scores";
import { morePaths } from "~/views/more-paths";
import type { Reply } from "~/views/shell";

/** Reads the organization and its rows. @throws NotFound where the upstream keeps no earlier scores; LoadFailure */
async function open(context: UserContext, organizationId: Id) {
  await requireExtension("again");
  const [opened, { rows }] = await Promise.all([
    openOrganization(context, organizationId),
    loadFor("organization", context.api.earlierScores.list({ id: organizationId })),
  ]);
  return { ...opened, rows };
}

/** The same for a screen that changes something. @throws also Forbidden; NotPermitted for a viewer */
async function openToChange(context: UserContext, organizationId: Id) {
  const opened = await open(context, organizationId);
  requireOwn(opened);
  return opened;
}

/** @throws NotFound, LoadFailure */
export async function loadEarlierPage(context: UserContext, organizationId: Id, query: URLSearchParams): Promise<EarlierPage> {
  const { organization, mayChange, rows, backTo } = await open(context, organizationId);
  const wanted = mayChange ? rows.find(({ id }) => String(id) === query.get("remove")) : undefined;
  const described = rows.map((row) => rowOf(row, organization.id, mayChange));
  const roles = await modelsOf(context);
  return {
    organization,
    rows: described,
    mayEnter: mayChange,
    add: mayChange
      ? roles.filter((model) => !isFull(rows, model)).map((model) => ({ model, to: morePaths.earlierAdd(organization.id, model) }))
      : [],
    full: mayChange ? roles.filter((model) => isFull(rows, model)).map(tooManyEarlier) : [],
    removing: wanted && { row: rowOf(wanted, organization.id, mayChange), version: wanted.versions?.earlier },
    back: backTo("completed"),
  };
}

/** Whether there is no room for more scores of a model. */
const isFull = (rows: readonly EarlierScores[], model: Role) => rows.filter((row) => row.model === model).length >= EARLIER_SCORES_MAX;

function rowOf({ id, model, scope, date, source, maturity, scores }: EarlierScores, organizationId: Id, mayChange: boolean): EarlierRow {
  const names = new Map(scoredItems(model).map(({ code, name }) => [code, name]));
  return {
    ...{ id, model, scope, date, source, maturity },
    scores: scores.map(({ code, score }) => ({ code, name: names.get(code) ?? code, score })),
    ...(mayChange
      ? { change: morePaths.earlierEdit(organizationId, id), remove: morePaths.earlierScores(organizationId, { remove: id }) }
      : {}),
  };
}

/** Removes the row that the form names. @throws Redirect; NotFound, Forbidden, LoadFailure */
export async function removeEarlier(context: UserContext, organizationId: Id, form: FormData): Promise<never> {
  const { organization } = await openToChange(context, organizationId);
  const earlierId = String(form.get("remove") ?? "");
  const back = new Redirect(morePaths.earlierScores(organization.id));
  try {
    await context.api.earlierScores.remove({ id: organization.id, earlierId }, { madeFrom: madeFrom(form) });
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404) throw back;
    if (!isUpstreamFault(error) || error.status !== 412) return loadFor("organization", Promise.reject(error));
    const title = "Nothing was removed yet: a colleague changed these scores meanwhile.";
    context.flash.leave({ kind: "error", title, text: "Look at them, then remove them if you still want to." });
    throw back;
  }
  context.flash.leave({ kind: "success", title: "The earlier scores were removed." });
  throw back;
}

const madeFrom = (form: FormData) => {
  const version = versionIn(form);
  return version === undefined ? undefined : { earlier: version };
};

const readableModel = (given: string | null, roles: readonly Role[]) => roles.find((role) => role === given);

/** The row that a form changes, with its model. @throws NotFound */
function findRow(rows: readonly EarlierScores[], query: { earlierId?: Id | undefined; model: string | null }, roles: readonly Role[]) {
  const row = query.earlierId === undefined ? undefined : rows.find(({ id }) => String(id) === String(query.earlierId));
  const model = row?.model ?? (query.earlierId === undefined ? readableModel(query.model, roles) : undefined);
  if (!model) throw new NotFound();
  return { row, model };
}

/**
 * @param earlierId undefined when scores are added
 * @throws NotFound for no such row, or no model of the user; Forbidden, LoadFailure
 */
export async function loadEarlierForm(
  context: UserContext,
  organizationId: Id,
  earlierId: Id | undefined,
  query: URLSearchParams,
): Promise<EarlierFormPage> {
  const { organization, rows } = await openToChange(context, organizationId);
  const { row, model } = findRow(rows, { earlierId, model: query.get("model") }, await modelsOf(context));
  return {
    organization,
    model,
    stored: row && textsOf(row),
    base: row && baseFrom(heldBy(row)),
    formId: randomUUID(),
    today: today(),
    refusal: !row && isFull(rows, model) ? tooManyEarlier(model) : undefined,
    back: morePaths.earlierScores(organization.id),
  };
}

/** What is stored, as the form's fields hold it. */
const textsOf = ({ scope, date, source, maturity, scores }: Omit<EarlierScores, "id" | "versions">): Record<string, string> => ({
  ...(scope === null ? {} : { [EARLIER.scope]: scope }),
  [EARLIER.date]: date,
  [EARLIER.source]: source,
  [EARLIER.maturity]: maturity === null ? "" : String(maturity),
  ...Object.fromEntries(scores.map(({ code, score }) => [scoreField(code), String(score)])),
});

type Scores = Parameters<typeof textsOf>[0];

/** The same for every field of a model, "" for nothing. */
function heldBy(scores: Scores): FormValues<string> {
  const texts = textsOf(scores);
  return Object.fromEntries(Object.keys(mergedLabels(scores.model)).map((name) => [name, texts[name] ?? ""]));
}

/** The labels of what is stored: lines are only pasted. */
const mergedLabels = (model: Role): Record<string, string> => {
  const { [EARLIER.lines]: _lines, ...labels } = earlierLabels(model);
  return labels;
};

function sideOf(scores: Scores) {
  const held = heldBy(scores);
  const inWords = (name: string) => (held[name] ? `‘${name === EARLIER.date ? shortDate(String(held[name])) : held[name]}’` : "");
  return { held, inWords };
}

/** How many lines a message names. */
const NAMED_LINES = 5;

/**
 * Puts the scores of pasted lines into the fields of a form that are empty. The lines that give none stay in the form.
 * @returns how many scores they gave, and the messages about what is left
 */
function fillFrom(form: FormData, model: Role): { filled: number; problems: string[]; scores: readonly ScoredLine[] } {
  const pasted = String(form.get(EARLIER.lines) ?? "");
  if (pasted.trim() === "") return { filled: 0, problems: [], scores: [] };
  const { rows, problem } = readList(pasted, "scores", PASTED_MAX);
  const tooMany = rows.length > PASTED_LINES_MAX ? `Please paste at most ${PASTED_LINES_MAX} lines.` : problem;
  if (tooMany !== undefined) return { filled: 0, problems: [tooMany], scores: [] };
  const { scores, wrong, headings } = scoresInRows(rows, model);
  const left = [...wrong];
  let filled = 0;
  for (const { code, score, line, at } of scores) {
    const field = scoreField(code);
    const typed = String(form.get(field) ?? "").trim();
    if (typed === "") form.set(field, String(score));
    if (typed === "" || scoreIn(typed) === score) filled += 1;
    else left.push({ line, why: `Its field says ${typed}.`, at });
  }
  form.set(EARLIER.lines, textAgain(left, { rows, headings }, "scores"));
  const named = left.slice(0, NAMED_LINES).map(({ line, why }) => `‘${line.trim().slice(0, 80)}’: ${why}`);
  const problems = left.length > NAMED_LINES ? [...named, `So it is with ${left.length - NAMED_LINES} more lines.`] : named;
  return { filled, problems, scores };
}

/** A form that stays as it was posted. */
function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) if (typeof value === "string") copy.append(name, value);
  return copy;
}

/** The schema of the posted form. @param problems of pasted lines */
function schemaOf(model: Role, problems: readonly string[]) {
  const text = z
    .string()
    .optional()
    .transform((typed) => typed?.trim() ?? "");
  const checked = (problem: (typed: string) => string | undefined) =>
    text.superRefine((typed, check) => {
      const message = problem(typed);
      if (message !== undefined) check.addIssue(message);
    });
  const score = text.transform((typed, check) => {
    const value = scoreIn(typed);
    if (typed === "" || value !== undefined) return value;
    check.addIssue(earlierMessages.score);
    return z.NEVER;
  });
  const [items, { scopes }] = [scoredItems(model), earlierFields(model)];
  return z
    .object({
      [EARLIER.scope]: checked((typed) => {
        if (scopes.length === 0 || scopes.includes(typed)) return undefined;
        return typed === "" ? textMessages.required : textMessages.oneOf;
      }),
      [EARLIER.date]: checked((typed) => assessedDayProblem(typed, today())),
      [EARLIER.source]: requiredLine(EARLIER_SOURCE_MAX),
      [EARLIER.maturity]: checked(maturityProblem),
      [EARLIER.lines]: z.unknown().superRefine((_, check) => {
        for (const problem of problems) check.addIssue(problem);
      }),
      ...Object.fromEntries(items.map(({ code }) => [scoreField(code), score])),
    })
    .transform((typed, check): EarlierScoresForm => {
      const values = typed as unknown as Record<string, number | undefined>;
      const scores = items.flatMap(({ code }) => {
        const value = values[scoreField(code)];
        return value === undefined ? [] : [{ code, score: value }];
      });
      if (scores.length === 0) check.addIssue({ code: "custom", path: [EARLIER.lines], message: earlierMessages.none });
      const { scope, date, source, maturity } = typed;
      return { model, scope: scope || null, date, source, maturity: maturity === "" ? null : Number(maturity), scores };
    });
}

/**
 * Saves the form of earlier scores, or only puts pasted lines into its fields.
 * @returns the form to show
 * @throws Redirect once it is saved; NotFound, Forbidden, LoadFailure, SessionOver
 */
export async function saveEarlier(
  context: UserContext,
  organizationId: Id,
  earlierId: Id | undefined,
  request: Request,
): Promise<Reply<EarlierReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { organization, rows } = await openToChange(context, organizationId);
  const { model } = findRow(rows, { earlierId, model: new URL(request.url).searchParams.get("model") }, await modelsOf(context));
  const id = randomUUID();
  if (isToBeChanged(form)) return [{ id, result: onlyFilled(form) }, { status: 200 }];
  const asPosted = copyOf(form);
  const { filled, problems, scores } = fillFrom(form, model);
  if (form.get(EARLIER.intent) === FILL_INTENT) {
    const only = readSubmission(form, z.object({ [EARLIER.lines]: schemaOf(model, problems).in.shape[EARLIER.lines] }));
    const fieldErrors: Record<string, string[]> = filled + problems.length === 0 ? { [EARLIER.lines]: ["Please paste a line first."] } : {};
    return [{ id, result: only.reply({ fieldErrors }), filled }, { status: problems.length > 0 ? 400 : 200 }];
  }
  const submission = readSubmission(form, schemaOf(model, problems));
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const shown = scores.map(({ name, score, line }) => ({ cells: [name, String(score)], line, doubts: [] }));
  const understood = shown.length > 0 ? toBeShown(asPosted, ["Name", "Score"], shown, []) : undefined;
  if (understood) return [{ id, result: onlyFilled(asPosted), understood }, { status: 200 }];
  const body = submission.value;
  try {
    if (earlierId === undefined) {
      const idempotencyKey = keyFor(String(form.get(EARLIER.formId)), "earlier", organization.id, body);
      await context.api.earlierScores.add({ id: organization.id, body }, { idempotencyKey });
    } else {
      const conflict = await changeRow(context, organization.id, earlierId, form, body);
      if (conflict) {
        const result = readSubmission(conflict.form, schemaOf(model, [])).reply({ formErrors: conflict.messages });
        return [{ id, result, changedTo: conflict.base }, { status: 409 }];
      }
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "earlier scores", error);
    return [{ id, result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The earlier scores were saved.", text: "The comparison and the trend show them." });
  throw new Redirect(morePaths.earlierScores(organization.id));
}

/** Stores a row, unless it was changed after its form was made. @returns the change, in which case nothing was stored @throws NotFound, UpstreamFault */
function changeRow({ api }: UserContext, id: Id, earlierId: Id, form: FormData, body: EarlierScoresForm): Promise<MergedForm | undefined> {
  return untilUnmoved(async () => {
    const { rows } = await loadFor("organization", api.earlierScores.list({ id }));
    const stored = rows.find((row) => String(row.id) === String(earlierId));
    if (!stored) throw new NotFound();
    const labels = mergedLabels(stored.model);
    const merged = mergeForm({ what: "these scores were", labels, posted: form, now: sideOf(stored), mine: sideOf(body) });
    if (!merged.isSame) return merged;
    await api.earlierScores.put({ id, earlierId, body }, { madeFrom: stored.versions });
    return undefined;
  });
}
