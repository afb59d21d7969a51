/** The screens of an organization's targets (docs/rules/targets.md). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { onOneLine } from "#model/characters.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { TargetSet, TargetsForm } from "#model/contract/targets.ts";
import { earlierMessages, scoredItems, scoreIn } from "#model/earlier-scores.ts";
import { P3M3_SCOPES } from "#model/p3m3/catalogue.ts";
import { TARGET_REASON_MAX, type Target, targetMessages, targetState } from "#model/targets.ts";
import { asStored, dayProblem, textProblem } from "#model/text.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { openOrganization, requireOwn } from "~/services/home/opened-organization.server";
import { baseFrom, baseIn, type FormValues, mergeForm } from "~/services/http/merged-form.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { versionIn } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { modelsOf } from "~/services/upstream/permissions.server";
import { isUpstreamFault, untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";
import { targetInWords } from "~/views/target-words";
import {
  scopeInWords,
  TARGETS,
  type TargetRow,
  type TargetSetView,
  type TargetsFormPage,
  type TargetsPage,
  type TargetsReply,
  targetFields,
} from "~/views/targets";

/** Which targets are meant. ITIL has no scope. */
interface Scope {
  model: Role;
  scope: string | null;
}

const SCOPES: Record<Role, readonly (string | null)[]> = { P3M3: P3M3_SCOPES, ITIL: [null] };
const isSame = (one: Scope, other: Scope) => one.model === other.model && one.scope === other.scope;
const asAsked = ({ model, scope }: Scope) => ({ model, ...(scope === null ? {} : { scope }) });

/** The scope that an address or a form names; undefined where it names none, or one that the user does not work with. */
function findScope(form: { get(name: string): unknown }, models: readonly Role[]): Scope | undefined {
  const model = models.find((each) => each === form.get("model"));
  const named = form.get("scope") ?? null;
  const scope = model && SCOPES[model].find((each) => each === named);
  return model && scope !== undefined ? { model, scope } : undefined;
}

/** Reads the organization and its targets with the latest scores. @throws NotFound where the upstream keeps none; LoadFailure */
async function open(context: UserContext, organizationId: Id, only?: Scope) {
  await requireExtension("targets");
  const [opened, { sets }] = await Promise.all([
    openOrganization(context, organizationId),
    loadFor("organization", context.api.targets.list({ id: organizationId, with: "latest", ...(only ? asAsked(only) : {}) })),
  ]);
  return { ...opened, sets };
}

/** @throws NotFound, LoadFailure */
export async function loadTargets(context: UserContext, organizationId: Id, query: URLSearchParams): Promise<TargetsPage> {
  const models = await modelsOf(context);
  const scope = findScope(query, models);
  const { organization, mayChange, sets, backTo } = await open(context, organizationId, scope);
  const shown = sets.filter((set) => set.targets.length > 0 && (!scope || isSame(set, scope)));
  const scopes = scope ? [scope] : models.flatMap((model) => SCOPES[model].map((scope) => ({ model, scope })));
  const described = shown.map((set) => describeSet(set, organization.id, mayChange));
  return {
    organization,
    sets: described,
    mayChange,
    add: mayChange
      ? scopes
          .filter((scope) => !shown.some((set) => isSame(set, scope)))
          .map((scope) => ({ name: scopeInWords(scope), to: morePaths.targetsEdit(organization.id, asAsked(scope)) }))
      : [],
    removing: scope && mayChange ? findRemoval(shown, described, organization.id, query.get(TARGETS.remove)) : undefined,
    only: scope && { name: scopeInWords(scope), all: paths.targets(organization.id) },
    back: backTo(),
  };
}

function describeSet({ model, scope, targets, latest }: TargetSet, organizationId: Id, mayChange: boolean): TargetSetView {
  const [names, scores] = [namesOf(model), new Map(latest?.map(({ code, score }) => [code, score]))];
  const query = asAsked({ model, scope });
  const edit = morePaths.targetsEdit(organizationId, query);
  return {
    ...{ model, scope },
    rows: targets.map((target): TargetRow => {
      const { code } = target;
      const now = scores.get(code) ?? null;
      return {
        ...target,
        ...{ name: names.get(code) ?? code, now, state: targetState(target, now, today()) },
        ...(mayChange
          ? { change: `${edit}#${targetFields(code).score}`, remove: paths.targets(organizationId, { ...query, remove: code }) }
          : {}),
      };
    }),
    latest: [...new Map(latest?.map(({ from }) => [from.id, from])).values()].map(({ id, name, dateCompleted: date }) => ({
      ...{ name: name ?? `Assessment ${id}`, date, to: paths.result(id, model) },
    })),
    ...(mayChange ? { change: edit } : {}),
  };
}

const namesOf = (model: Role) => new Map(scoredItems(model).map(({ code, name }) => [code, name]));

function findRemoval([set]: readonly TargetSet[], [view]: readonly TargetSetView[], organizationId: Id, code: string | null) {
  const row = view?.rows.find((each) => each.code === code);
  if (!set || !row) return undefined;
  const query = asAsked(set);
  const fields = { ...query, [TARGETS.remove]: row.code, [TARGETS.version]: versionText(set) };
  return { row, fields, set: scopeInWords(set), cancel: paths.targets(organizationId, query) };
}

const versionText = ({ versions }: Pick<TargetSet, "versions">) => (versions?.targets === undefined ? undefined : String(versions.targets));

const madeFrom = (form: FormData) => {
  const version = versionIn(form);
  return version === undefined ? undefined : { targets: version };
};

/** Removes the target that the form names. @throws Redirect; NotFound, Forbidden, LoadFailure */
export async function removeTarget(context: UserContext, organizationId: Id, form: FormData): Promise<never> {
  const { organization, scope } = await openToChange(context, organizationId, form);
  const { id } = organization;
  const back = new Redirect(paths.targets(id));
  const removed = String(form.get(TARGETS.remove) ?? "");
  const targets = ((await readSet(context.api, id, scope))?.targets ?? []).filter(({ code }) => code !== removed);
  try {
    await context.api.targets.put({ id, body: { ...scope, targets } }, { madeFrom: madeFrom(form) });
  } catch (error) {
    if (!isUpstreamFault(error) || error.status !== 412) return loadFor("organization", Promise.reject(error));
    const title = "Nothing was removed yet: a colleague changed these targets meanwhile.";
    context.flash.leave({ kind: "error", title, text: "Look at them, then remove the target if you still want to." });
    throw back;
  }
  context.flash.leave({ kind: "success", title: "The target was removed." });
  throw back;
}

/** @throws NotFound for no such scope, or a model that the user does not work with; Forbidden, LoadFailure */
async function openToChange(context: UserContext, organizationId: Id, form: { get(name: string): unknown }) {
  const scope = findScope(form, await modelsOf(context));
  if (!scope) throw new NotFound();
  await requireExtension("targets");
  const opened = await openOrganization(context, organizationId);
  requireOwn(opened);
  return { ...opened, scope };
}

/** @throws NotFound, Forbidden, LoadFailure */
export async function loadTargetsForm(context: UserContext, organizationId: Id, query: URLSearchParams): Promise<TargetsFormPage> {
  const { organization, scope } = await openToChange(context, organizationId, query);
  const set = await readSet(context.api, organization.id, scope, { with: "latest" });
  const targets = set?.targets ?? [];
  return {
    organization,
    ...scope,
    stored: Object.assign({}, ...targets.map(fieldsOf)),
    base: baseFrom(heldBy(scope.model, targets)),
    now: set?.latest ? Object.fromEntries(set.latest.map(({ code, score }) => [code, score])) : undefined,
    back: paths.targets(organization.id),
  };
}

/** A target as the form's fields hold it. */
function fieldsOf({ code, score, date, reason }: Target): Record<string, string> {
  const fields = targetFields(code);
  return { [fields.score]: String(score), [fields.date]: date, [fields.reason]: reason };
}

/** The targets of a model by code: score, day and reason; none where there is no target. */
function heldBy(model: Role, targets: readonly Target[]): FormValues<string> {
  const held = new Map(targets.map(({ code, score, date, reason }) => [code, [String(score), date, asStored(reason, TARGET_REASON_MAX)]]));
  return Object.fromEntries(scoredItems(model).map(({ code }) => [code, held.get(code) ?? []]));
}

/** The codes of the targets that a form was made from. */
function codesIn(form: FormData, model: Role): Set<string> {
  const codes = scoredItems(model).map(({ code }) => code);
  const base = baseIn(form, codes);
  return new Set(codes.filter((code) => base?.[code]?.length));
}

/** What was typed for a target; undefined where all its fields are empty. */
function typedFor(code: string, text: (name: string) => string) {
  const fields = targetFields(code);
  const typed = { score: text(fields.score), date: text(fields.date), reason: text(fields.reason) };
  return Object.values(typed).some(Boolean) ? typed : undefined;
}

/** The schema of the posted form. @param had the codes of targets that it began with: those without a score are removed */
function schemaOf({ model, scope }: Scope, had: ReadonlySet<string>) {
  const items = scoredItems(model);
  const names = [TARGETS.date, TARGETS.reason, ...items.flatMap(({ code }) => Object.values(targetFields(code)))];
  const shape = Object.fromEntries(names.map((name) => [name, z.string().optional()]));
  return z.object(shape).transform((sent, check): TargetsForm => {
    const text = (name: string) => onOneLine(sent[name] ?? "").trim();
    const refuse = (name: string, message: string) => check.addIssue({ code: "custom", path: [name], message });
    /** The text of a target, or the one for all. */
    const either = (name: string, shared: string, message: string, problem: (typed: string) => string | undefined) => {
      const at = text(name) === "" ? shared : name;
      const fault = text(at) === "" ? message : problem(text(at));
      if (fault !== undefined) wrong.set(at, fault);
      return text(at);
    };
    const wrong = new Map<string, string>();
    const reasonProblem = (typed: string) => textProblem(typed, { max: TARGET_REASON_MAX });
    const targets = items.flatMap(({ code }) => {
      const typed = typedFor(code, text);
      if (!typed || (typed.score === "" && had.has(code))) return [];
      const fields = targetFields(code);
      const score = scoreIn(typed.score);
      if (score === undefined) wrong.set(fields.score, typed.score === "" ? targetMessages.score : earlierMessages.score);
      const date = either(fields.date, TARGETS.date, targetMessages.date, dayProblem);
      const reason = asStored(either(fields.reason, TARGETS.reason, targetMessages.reason, reasonProblem), TARGET_REASON_MAX);
      return [{ code, score: score ?? 0, date, reason }];
    });
    for (const [name, message] of wrong) refuse(name, message);
    if (targets.length === 0 && had.size === 0) check.addIssue({ code: "custom", path: [], message: targetMessages.none });
    return { model, scope, targets };
  });
}

/**
 * Saves the targets of a scope.
 * @returns the form to show
 * @throws Redirect once they are saved; NotFound, Forbidden, LoadFailure, SessionOver
 */
export async function saveTargets(context: UserContext, organizationId: Id, request: Request): Promise<Reply<TargetsReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { organization, scope } = await openToChange(context, organizationId, new URL(request.url).searchParams);
  const id = randomUUID();
  const submission = readSubmission(form, schemaOf(scope, codesIn(form, scope.model)));
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const messages = await untilUnmoved(async () => {
      const stored = await readSet(context.api, organization.id, scope);
      const messages = mergeInto(form, stored?.targets ?? [], wanted);
      // A scope without targets was never written, so it has the version before the first one.
      if (!messages)
        await context.api.targets.put({ id: organization.id, body: wanted }, { madeFrom: stored ? stored.versions : { targets: 0 } });
      return messages;
    });
    if (messages) {
      const result = readSubmission(form, schemaOf(scope, codesIn(form, scope.model))).reply({ formErrors: messages });
      return [{ id, result }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, advice } = failedSave(context.requestId, "targets", error);
    const formErrors = ["Something went wrong, please try again", ...(advice === undefined ? [] : [advice])];
    return [{ id, result: submission.reply({ formErrors, fieldErrors: errors }) }, { status }];
  }
  const count = wanted.targets.length;
  context.flash.leave({
    kind: "success",
    title: count === 0 ? "The targets were removed." : "The targets were saved.",
    text: `${scopeInWords(scope)} has ${count === 1 ? "1 target" : `${count || "no"} targets`} now.`,
  });
  throw new Redirect(paths.targets(organization.id));
}

/** The targets of a scope as they are stored now; undefined where there were never any. */
async function readSet(api: UserApi, organizationId: Id, scope: Scope, more: { with?: "latest" } = {}): Promise<TargetSet | undefined> {
  const { sets } = await loadFor("organization", api.targets.list({ id: organizationId, ...asAsked(scope), ...more }));
  return sets.find((set) => isSame(set, scope));
}

/**
 * Takes over into a form what a colleague has changed since it was made, where its user has changed nothing.
 * @returns what the colleague has changed, in words; undefined where the form may be stored, and is left as it is
 */
function mergeInto(form: FormData, stored: readonly Target[], { model, targets }: TargetsForm): string[] | undefined {
  const sideOf = (all: readonly Target[]) => {
    const byCode = new Map(all.map((target) => [target.code, target]));
    const inWords = (code: string) => {
      const target = byCode.get(code);
      return target ? `${targetInWords(target)} (‘${target.reason}’)` : "";
    };
    return { held: heldBy(model, all), inWords };
  };
  const now = sideOf(stored);
  const labels = Object.fromEntries(namesOf(model));
  const empty = "without a target";
  const merged = mergeForm({ what: "these targets were", labels, posted: form, now, mine: sideOf(targets), empty });
  if (merged.isSame) return undefined;
  for (const [code, texts] of Object.entries(now.held)) {
    // An unchanged row may take its date and reason from those for all rows.
    if (merged.form.getAll(code).join("\n") !== [texts].flat().join("\n")) continue;
    for (const [index, field] of Object.values(targetFields(code)).entries()) form.set(field, texts[index] ?? "");
  }
  form.set(TARGETS.base, merged.base);
  return merged.messages;
}
