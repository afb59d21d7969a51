/** The plan of an engagement: its screen, and what its forms do (docs/rules/engagements.md#the-plan-on-screen). */
import { randomUUID } from "node:crypto";
import type { Id } from "#model/contract/common.ts";
import type { Plan, PlanRow } from "#model/contract/engagements.ts";
import {
  coverageOf,
  engagementMessages,
  isPlanDone,
  isPlanLate,
  PLAN_KINDS,
  PLAN_STATE_NAMES,
  PLAN_STATES,
  PLAN_TOPICS,
  peopleInWords,
  planKindName,
  withWhomAsText,
} from "#model/engagements.ts";
import { withLineFeeds } from "#model/note.ts";
import { pageOf } from "#model/paging.ts";
import { counted } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { colleagueOptions, noEngagement } from "~/services/engagements/engagement.server";
import { byField } from "~/services/engagements/form.server";
import {
  mergePlanRow,
  type RowToAdd,
  readPlanLines,
  readPlanRow,
  rowBase,
  rowTexts,
  topicName,
} from "~/services/engagements/plan-form.server";
import { Redirect } from "~/services/faults.server";
import { textAgain } from "~/services/http/pasted-rows.server";
import { readForm } from "~/services/http/posted.server";
import { isToBeChanged, toBeShown } from "~/services/http/understood.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { keyFor, NotPermitted, untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { shortDate } from "~/views/dates";
import {
  PLAN,
  PLAN_INTENTS,
  PLAN_LABELS,
  PLAN_ROWS_AT_ONCE,
  type PlanAddress,
  type PlanFields,
  type PlanPage,
  type PlanReply,
  type PlanRowView,
  planPaths,
  TOPIC_OPTIONS,
} from "~/views/engagement-plan";
import { colleagueName, engagementPaths } from "~/views/engagements";
import { orNotProvided } from "~/views/missing";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** A plan as it is stored. @throws NotFound, LoadFailure */
export async function getPlan(api: UserApi, engagementId: Id): Promise<Plan> {
  try {
    return await api.engagements.plan({ id: engagementId });
  } catch (error) {
    throw await noEngagement(error);
  }
}

const kindOf = ({ kind }: Pick<PlanRow, "kind">) => PLAN_KINDS.find((each) => each === kind) ?? "other";
const stateOf = ({ state }: Pick<PlanRow, "state">) => PLAN_STATES.find((each) => each === state) ?? "open";

/** A row in words: 'Interview: Funding'. */
export const titleOf = ({ kind, what }: Pick<PlanRow, "kind" | "what">): string =>
  what === "" ? planKindName(kind) : kind === "other" ? what : `${planKindName(kind)}: ${what}`;

/** With whom a row is, for whoever reads the plan: names, or how many people. */
export const withWhomOf = ({ withWhom, people }: PlanRow): string =>
  withWhom ? withWhomAsText(withWhom) : people > 0 ? peopleInWords(people) : "";

/** A row as it is shown. */
export function rowView(row: PlanRow, now: string): Omit<PlanRowView, "links" | "number"> {
  const state = stateOf(row);
  return {
    ...{ id: row.id, kind: planKindName(row.kind), what: row.what, day: row.day },
    withWhom: withWhomOf(row),
    topics: row.topics.map(topicName),
    who: row.who.map(colleagueName),
    isLate: isPlanLate({ state, day: row.day }, now),
    state: PLAN_STATE_NAMES[state],
    isDone: isPlanDone(state),
  };
}

function readAddress(query: URLSearchParams): PlanAddress {
  const number = (name: keyof PlanAddress) => {
    const value = query.get(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(value) ? value : undefined;
  };
  return { page: number("page"), row: number("row"), remove: number("remove") };
}

/** @throws NotFound where there is no such engagement, or the upstream keeps none; LoadFailure */
export async function loadPlan({ api }: UserContext, engagementId: Id, query: URLSearchParams): Promise<PlanPage> {
  await requireExtension("engagements");
  const plan = await getPlan(api, engagementId);
  const { engagement, organization, rows, topics } = plan;
  const address = readAddress(query);
  const now = today();
  const isClosed = engagement.state === "closed";
  const isOpen = mayChange(plan) && !isClosed;
  const find = (id: string | undefined) => (mayChange(plan) ? rows.findIndex((row) => String(row.id) === id) : -1);
  const [changing, removing] = [rows[find(address.row)], rows[find(address.remove)]];
  const { page, pages, shown } = pageOf(rows, PLAN_ROWS_AT_ONCE, Number(address.page ?? 1), find(address.row ?? address.remove));
  const at = (own: PlanAddress) => ({ ...own, page: page > 1 ? String(page) : undefined });
  const views = rows.map((row) => rowView(row, now));
  const counting = rows.map((row) => ({ kind: kindOf(row), state: stateOf(row), topics: row.topics }));
  return {
    engagement: { id: engagement.id, name: engagement.name, to: engagementPaths.screen(engagement.id) },
    organization: { name: orNotProvided(organization.name), to: paths.home({ organizationId: organization.id }) },
    rows: shown.map((row, index) => ({
      ...rowView(row, now),
      number: (page - 1) * PLAN_ROWS_AT_ONCE + index + 1,
      links: isOpen
        ? {
            change: planPaths.row(engagement.id, at({ row: String(row.id) })),
            remove: planPaths.screen(engagement.id, at({ remove: String(row.id) })),
          }
        : undefined,
    })),
    ...{ page, pages, total: rows.length },
    counts: { done: views.filter(({ isDone }) => isDone).length, late: views.filter(({ isLate }) => isLate).length },
    coverage: coverageOf(counting, topics).map(({ topic, name, counts }) => ({ topic, name, counts: { ...counts } })),
    closed: mayChange(plan) && isClosed ? engagementMessages.closed : undefined,
    forgottenAt: plan.forgottenAt === null ? undefined : shortDate(plan.forgottenAt),
    add: mayChange(plan) ? fieldsOf(plan, undefined) : undefined,
    changing: changing && fieldsOf(plan, changing),
    removing: removing && { id: removing.id, what: titleOf(removing), version: removing.versions?.planRow },
    links: {
      here: planPaths.screen(engagement.id, at({})),
      workbook: planPaths.workbook(engagement.id),
      calendar: planPaths.calendar(engagement.id),
    },
  };
}

/** The form of a row: all topics of the plan, and those that it has. */
function fieldsOf({ topics, colleagues }: Plan, row: PlanRow | undefined): PlanFields {
  const offered = topics.length > 0 ? [...topics, ...(row?.topics ?? [])] : PLAN_TOPICS.map(({ topic }) => topic);
  const people = row ? [...colleagues, ...row.who.filter(({ id }) => !colleagues.some((each) => each.id === id))] : colleagues;
  return {
    texts: row ? rowTexts(row) : { kind: "interview", what: "", withWhom: "", topics: [], who: [], day: "", state: "" },
    base: row && rowBase(row),
    row: row?.id,
    formId: row ? "" : randomUUID(),
    topics: TOPIC_OPTIONS.filter(({ value }) => offered.includes(value)),
    colleagues: colleagueOptions(people),
  };
}

/** A plan that the reader may change. @throws NotFound, NotPermitted, LoadFailure */
async function getToChange(api: UserApi, engagementId: Id): Promise<Plan> {
  const plan = await getPlan(api, engagementId);
  if (!mayChange(plan)) throw new NotPermitted({ href: planPaths.screen(plan.engagement.id), label: "Go to the plan" });
  return plan;
}

/** A plan, and the page of it that is shown. */
interface Place {
  plan: Plan;
  id: Id;
  back: string;
}

/**
 * Does what one of the screen's forms asks for.
 * @returns the form that was not stored, or what was understood of pasted lines
 * @throws Redirect once it is done; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function changePlan(context: UserContext, engagementId: Id, request: Request): Promise<Reply<PlanReply>> {
  await requireExtension("engagements");
  const form = await readForm(request);
  const intent = form.get(PLAN.intent);
  if (intent !== PLAN_INTENTS.remove) context.unsavedForm.keep(form);
  const plan = await getToChange(context.api, engagementId);
  const { id } = plan.engagement;
  const { page } = readAddress(new URL(request.url).searchParams);
  const place = { plan, id, back: planPaths.screen(id, { page }) };
  if (intent === PLAN_INTENTS.paste) return paste(context, place, form);
  if (intent === PLAN_INTENTS.remove) return removeRow(context, place, form);
  return intent === PLAN_INTENTS.change ? saveRow(context, place, form) : addRow(context, place, form);
}

async function addRow(context: UserContext, { id, back }: Place, form: FormData): Promise<Reply<PlanReply>> {
  const reply = { id: randomUUID(), form: "add" } as const;
  const submission = readPlanRow(form);
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const body = { rows: [submission.value] };
  try {
    await context.api.engagements.addRows({ id, body }, { idempotencyKey: keyFor(String(form.get(PLAN.formId)), "row", id, body) });
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "row of a plan", error);
    const { rows = [], ...others } = byRow(errors);
    const fieldErrors = Object.keys(others).length > 0 ? others : {};
    return [{ ...reply, result: submission.reply({ formErrors: rows.length > 0 ? rows : messages, fieldErrors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The row was added." });
  throw new Redirect(back);
}

/** Messages about `rows.0.who` as messages about `who`. */
const byRow = (errors: Readonly<Record<string, string[]>>) =>
  byField(Object.fromEntries(Object.entries(errors).map(([path, messages]) => [path.replace(/^rows\.\d+\./, ""), messages])));

async function saveRow(context: UserContext, { plan, id, back }: Place, form: FormData): Promise<Reply<PlanReply>> {
  const { api } = context;
  const rowId = String(form.get(PLAN.row) ?? "");
  const reply = { id: randomUUID(), form: "change" } as const;
  const submission = readPlanRow(form);
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const now = await getToChange(api, id);
      const stored = now.rows.find((row) => String(row.id) === rowId);
      if (!stored) return "gone" as const;
      const merged = mergePlanRow(stored, wanted, form, plan);
      if (!merged.isSame) return merged;
      await api.engagements.row({ id, rowId, body: wanted }, { madeFrom: stored.versions });
      return undefined;
    });
    if (conflict === "gone") {
      // Nothing typed is lost: it can be added as a new row.
      const formErrors = ["A colleague has removed this row. What you have typed can be added as a new one."];
      return [{ ...reply, form: "add", result: submission.reply({ formErrors }) }, { status: 409 }];
    }
    if (conflict) {
      const result = readPlanRow(conflict.form).reply({ formErrors: conflict.messages });
      return [{ ...reply, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "row of a plan", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: byField(errors) }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The changes were saved." });
  throw new Redirect(back);
}

function removeRow({ api, ...context }: UserContext, { id, back }: Place, form: FormData): Promise<never> {
  const rowId = String(form.get(PLAN.row) ?? "");
  const version = versionIn(form);
  return carryOut(context, {
    write: () =>
      api.engagements.removeRow({ id, rowId }, version === undefined ? {} : { madeFrom: { planRow: version }, changeKey: "planRow" }),
    isDone: async () => !(await api.engagements.plan({ id })).rows.some((row) => String(row.id) === rowId),
    success: { title: "The row was removed." },
    ...{ gone: "The row had been removed already.", back },
  });
}

/** The columns of the page that shows what was understood. */
const COLUMNS = [PLAN_LABELS.what, PLAN_LABELS.withWhom, PLAN_LABELS.topics, PLAN_LABELS.who, PLAN_LABELS.day, PLAN_LABELS.state];
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });

function rowUnderstood({ body, line, doubts }: RowToAdd, names: ReadonlyMap<string, string>) {
  const day = body.day === null ? "" : `${WEEKDAY.format(new Date(`${body.day}T00:00:00Z`))} ${shortDate(body.day)}`;
  const cells = [
    titleOf(body),
    body.withWhom.join("; "),
    body.topics.map(topicName).join(", "),
    body.who.map((id) => names.get(String(id)) ?? "").join(", "),
    day,
    PLAN_STATE_NAMES[body.state],
  ];
  return { cells, line, doubts };
}

/** Shows what pasted lines were understood to say, and adds them once that was confirmed. */
async function paste(context: UserContext, { plan, id, back }: Place, form: FormData): Promise<Reply<PlanReply>> {
  const text = withLineFeeds(String(form.get(PLAN.lines) ?? ""));
  const formId = String(form.get(PLAN.formId) ?? "").slice(0, 100) || randomUUID();
  const reply = (status: number, lines: Partial<NonNullable<PlanReply["lines"]>>): Reply<PlanReply> => [
    {
      ...{ id: randomUUID(), form: "lines", result: null },
      lines: { text, formId, error: undefined, understood: undefined, outcome: undefined, left: [], ...lines },
    },
    { status },
  ];
  if (isToBeChanged(form)) return reply(200, {});
  const { rows, problem, headings, good, wrong } = readPlanLines(text, plan, today());
  if (problem !== undefined) return reply(400, { error: problem });
  if (rows.length === 0) return reply(400, { error: "Please paste a line." });
  if (good.length === 0) return reply(400, { outcome: "No row was added.", left: wrong });
  const names = new Map(colleagueOptions(plan.colleagues).map(({ value, label }) => [value, label]));
  const understood = toBeShown(
    form,
    COLUMNS,
    good.map((row) => rowUnderstood(row, names)),
    wrong,
  );
  if (understood) return reply(200, { understood });
  const body = { rows: good.map((row) => row.body) };
  try {
    await context.api.engagements.addRows({ id, body }, { idempotencyKey: keyFor(formId, "rows", id, body) });
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "rows of a plan", error);
    return reply(status, { outcome: [...Object.values(errors).flat(), ...messages][0] });
  }
  context.unsavedForm.forget();
  const added = `${counted(good.length, "row was", "rows were")} added.`;
  if (wrong.length > 0)
    return reply(200, {
      text: textAgain(wrong, { rows, headings }, "entries"),
      formId: randomUUID(),
      outcome: `${added} ${counted(wrong.length, "line was", "lines were")} not taken, and ${wrong.length === 1 ? "is" : "are"} still here.`,
      left: wrong,
    });
  context.flash.leave({ kind: "success", title: added });
  throw new Redirect(back);
}
