/** What was agreed after assessments of the same model and scope, and what was done about it, in a result (docs/rules/actions.md#next-time). */

import { type ActionState, countActions, isAtRisk, isOverdue } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { dayOf, daysAfter } from "#model/days.ts";
import { groupBy } from "#model/group-by.ts";
import { counted, countedInWords, countInWords, listed, lowerFirst, upperFirst } from "#model/words.ts";
import { config, today } from "~/services/config.server";
import { NONE, textCell, textOrNone } from "~/services/results/blocks/cells.server";
import { type TableColumn, tableOf } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import { readActions } from "~/services/upstream/actions.server";
import { listInScope } from "~/services/upstream/models.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { beganOn, STATE_WORDS } from "~/views/actions";
import { shortDate } from "~/views/dates";
import type { ResultSection, ResultTable } from "~/views/result";

/** The actions that an assessment shows, and the names of its places. */
export interface AgreedActions {
  actions: readonly Action[];
  nameOf: ReadonlyMap<string, string>;
  /** As in 2026-11-05. */
  today: string;
  timeZone: string;
}

/** The names of all that an assessment can be answered in, by place. */
export const placeNames = (assessment: Assessment): Map<string, string> =>
  new Map(listInScope(assessment).map(({ place, name }) => [place, name]));

/** @returns undefined where the upstream keeps no actions @throws UpstreamFault */
export async function readAgreedActions(api: UserApi, assessment: Assessment): Promise<AgreedActions | undefined> {
  const actions = await readActions(api, assessment.id);
  return actions && { actions, nameOf: placeNames(assessment), today: today(), timeZone: config().timeZone };
}

/** The id of the section and of its only table. */
export const ACTIONS_SECTION = "agreed";
/** Whether a table of a result is that of actions. */
export const isOfActions = (exhibitId: string): boolean => exhibitId === ACTIONS_SECTION;
const TITLE = "What was agreed, what was done";
const ABOUT = "About";
const STATE = "State";
const OVER: readonly string[] = [STATE_WORDS.done, STATE_WORDS.dropped];
const statesIn = ({ columns, rows }: ResultTable) => {
  const at = columns.findIndex(({ title }) => title === STATE);
  return rows.map((row) => row[at]?.text ?? "");
};
/** The rows of the table about what is still to be done. */
export function stillToDo(table: ResultTable): ResultTable["rows"] {
  const states = statesIn(table);
  return table.rows.filter((_, index) => !OVER.includes(states[index] ?? ""));
}
/** The states of the others: 'done', 'dropped'. */
export const statesOver = (table: ResultTable): string[] =>
  OVER.filter((state) => statesIn(table).includes(state)).map((state) => state.toLowerCase());

/** Days after which states of today are no longer those of a result. */
const RECENT = 90;

/** Rows of the table: a page stays readable, and the register has the rest. */
const MOST = 100;

const ONE = { done: "is done", underWay: "is under way", open: "is open", dropped: "was dropped" } as const;
const SEVERAL = { done: "are done", underWay: "are under way", open: "are open", dropped: "were dropped" } as const;

interface ActionContext {
  assessment: Pick<Assessment, "id" | "edition"> & { dateCompleted?: Assessment["dateCompleted"] };
  actions?: AgreedActions | undefined;
}

/** Whether an action was agreed after an assessment, or after an edition that it corrects. */
export function belongsTo({ from }: Pick<Action, "from">, { id, edition }: Pick<Assessment, "id" | "edition">): boolean {
  const ids = [id, edition?.ofId, edition?.firstId].flatMap((each) => (each === undefined || each === null ? [] : String(each)));
  return from !== null && ids.includes(String(from.assessmentId));
}

/** 'Of five agreed actions, two are done and three are open; one of them is overdue'. @param day as in 2026-11-05 @param when 'agreed before' */
export function agreedMessage(actions: readonly Pick<Action, "state" | "due">[], day: string, when?: string): string {
  const { overdue, ...counts } = countActions(actions, day);
  const { length } = actions;
  const states = (["done", "underWay", "open", "dropped"] as const).filter((state) => counts[state] > 0);
  const became = (state: ActionState) => (counts[state] === 1 ? ONE : SEVERAL)[state];
  const [only] = states;
  const those = (one: boolean) => (when ? `action${one ? "" : "s"} ${when}` : `agreed action${one ? "" : "s"}`);
  const all = length === 1 ? `The ${those(true)}` : `${length === 2 ? "Both" : `All ${countInWords(length)}`} ${those(false)}`;
  const said =
    states.length === 1 && only
      ? `${all} ${became(only)}`
      : `Of ${countInWords(length)} ${those(false)}, ${listed(states.map((state) => `${countInWords(counts[state])} ${became(state)}`))}`;
  const unfinished = counts.open + counts.underWay;
  // A count alone would read as some more actions.
  const some = overdue === length ? (length === 2 ? "both" : "all") : `${countInWords(overdue)} of them`;
  const late = overdue === unfinished && unfinished < length ? unfinishedInWords(unfinished) : some;
  return overdue === 0 ? said : `${said}; ${length === 1 ? "it" : late} ${overdue === 1 ? "is" : "are"} overdue`;
}

/** 'Seven of 13 agreed actions are still to be done; three are overdue': the message of a slide, behind a summary that has all counts. */
function leftMessage(actions: readonly Action[], day: string): string {
  const { open, underWay, overdue } = countActions(actions, day);
  const [left, { length }] = [open + underWay, actions];
  if (left === 0) return agreedMessage(actions, day);
  const which =
    length === 1
      ? "The agreed action"
      : left === length
        ? `${left === 2 ? "Both" : `All ${countInWords(left)}`} agreed actions`
        : upperFirst(`${countInWords(left)} of ${countInWords(length)} agreed actions`);
  const late =
    overdue === 0
      ? ""
      : left === 1
        ? "; it is overdue"
        : `; ${overdue === left ? "all" : countInWords(overdue)} ${overdue === 1 ? "is" : "are"} overdue`;
  return `${which} ${left === 1 ? "is" : "are"} still to be done${late}`;
}

const unfinishedInWords = (count: number) =>
  count === 1 ? "the one that is not finished" : `${count === 2 ? "both" : `all ${countInWords(count)}`} that are not finished`;

/** The same, with what was agreed after this assessment apart from what was agreed before. */
function bothMessage(actions: readonly Action[], day: string, assessment: ActionContext["assessment"]): string {
  const now = actions.filter((action) => belongsTo(action, assessment));
  const before = actions.filter((action) => !now.includes(action));
  if (now.length === 0 || before.length === 0) return agreedMessage(actions, day);
  const more = now.length === 1 ? "one more was" : `${countInWords(now.length)} more were`;
  return `${agreedMessage(before, day, "agreed before")}; ${more} agreed after this assessment`;
}

/** The day on which it became what it is. */
const stateDay = ({ stateSince }: Action, timeZone: string) => dayOf(new Date(stateSince), timeZone);
const isLate = (action: Action, timeZone: string) =>
  action.state === "done" && action.due !== null && stateDay(action, timeZone) > action.due;

/** What is late and what may become so, by name. */
function lateInWords({ actions, today: day, timeZone }: AgreedActions): string[] {
  const named = (some: readonly Action[]) => listed(some.map(({ title }) => `'${title.replace(/\.$/, "")}'`));
  const say = (some: readonly Action[], one: string, many: string) =>
    some.length === 0
      ? []
      : [`${some.length <= NAMED ? named(some) : upperFirst(countedInWords(some.length, "action"))} ${some.length === 1 ? one : many}.`];
  const atRisk = actions.filter((action) => isAtRisk(action, day));
  return [
    ...say(
      actions.filter((action) => isOverdue(action, day)),
      "is overdue",
      "are overdue",
    ),
    ...say(atRisk, `is at risk: due ${shortDate(atRisk[0]?.due ?? day)} and not begun`, "are at risk: due soon and not begun"),
    ...say(
      actions.filter((action) => isLate(action, timeZone)),
      "was done late",
      "were done late",
    ),
  ];
}

/** More threads of one perspective than these are counted. */
const NAMED = 3;

/** 'Risk management / Planning; Benefits management (nine threads)'. @param names of places, those of threads behind their perspective */
function placesInWords(names: readonly string[]): string {
  const groups = [...groupBy(names, (name) => (name.includes(" / ") ? name.slice(0, name.indexOf(" / ")) : name))];
  return groups.map(([group, all]) => (all.length > NAMED ? `${group} (${countInWords(all.length)} threads)` : all.join("; "))).join("; ");
}

/** What was agreed, and what was done about it; no section without any action. */
export function actionSections({ actions: agreed, assessment }: ActionContext): ResultSection[] {
  if (!agreed || agreed.actions.length === 0) return [];
  const { actions, nameOf, today: day, timeZone } = agreed;
  const message = bothMessage(actions, day, assessment);
  const { overdue: _, ...states } = countActions(actions, day);
  const facts = Object.entries(states).map(([state, count]) => ({
    what: `agreed actions: ${SEVERAL[state as ActionState]}`,
    value: String(count),
  }));
  const columns: TableColumn<Action>[] = [
    { title: "What was agreed", kind: "text", names: true, wide: true, cell: ({ title }) => textCell(title) },
    {
      title: ABOUT,
      kind: "text",
      wide: true,
      cell: ({ places }) => textOrNone(placesInWords([...nameOf].flatMap(([place, name]) => (places.includes(place) ? [name] : [])))),
    },
    {
      title: "Agreed after",
      kind: "text",
      cell: ({ from }) =>
        textOrNone(
          from === null ? "" : String(from.assessmentId) === String(assessment.id) ? "This assessment" : (from.name ?? "An assessment"),
        ),
    },
    { title: "Owner", kind: "text", cell: ({ owner }) => textOrNone(owner) },
    {
      title: "Due",
      kind: "code",
      cell: (action) =>
        action.due === null
          ? NONE
          : {
              text: shortDate(action.due),
              ...(isOverdue(action, day) ? { aside: "overdue" } : isAtRisk(action, day) ? { aside: "at risk" } : {}),
            },
    },
    {
      title: STATE,
      kind: "code",
      cell: (action) =>
        action.state === "open"
          ? textCell(STATE_WORDS.open)
          : {
              text: STATE_WORDS[action.state],
              aside: `${beganOn(action.state)} ${shortDate(stateDay(action, timeZone))}${isLate(action, timeZone) ? ", late" : ""}`,
            },
    },
  ];
  // A client reads what was agreed. The register of actions names the threads that it is about.
  const inReport = columns.filter(({ title }) => title !== ABOUT);
  const left = actions.length - MOST;
  const parts = {
    id: ACTIONS_SECTION,
    title: TITLE,
    rows: actions.slice(0, MOST),
    ...(left > 0 ? { note: `${counted(left, "more action is", "more actions are")} in the register of actions.` } : {}),
  };
  const late = lateInWords(agreed);
  // Of an old result the summary says of which day the states are.
  const isOld = typeof assessment.dateCompleted === "string" && daysAfter(assessment.dateCompleted.slice(0, 10), RECENT) < day;
  const inSummary = isOld ? `As of ${shortDate(day)}: ${lowerFirst(message)}` : message;
  // The executive summary has the counts.
  const instead = {
    text: [`This is how the agreed actions stood on ${shortDate(day)}.`, ...late],
    exhibits: [tableOf({ ...parts, columns: inReport })],
  };
  return [
    section(ACTIONS_SECTION, TITLE, [`${message}, as of ${shortDate(day)}.`, ...late], [tableOf({ ...parts, columns })], {
      forClients: { chapter: "own", board: "whole", message: leftMessage(actions, day), inSummary, facts, instead },
    }),
  ];
}
