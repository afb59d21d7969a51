/** What was agreed about threads, practices and components, for the screens on which they are answered (docs/rules/actions.md#next-time). */
import { isOverdue } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { dayOf } from "#model/days.ts";
import { lowerFirst } from "#model/words.ts";
import { config, today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { addActionTo, readActions } from "~/services/upstream/actions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { STATE_WORDS, stateInWords } from "~/views/actions";
import { AGREED_ID, type AgreedInRow, type AgreedView } from "~/views/answering/actions";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";

/**
 * Reads what was agreed about a thread, practice or component; undefined where the upstream keeps no actions, or cannot tell now.
 * @param place such as `thread/2/7`
 * @param here the screen that shows it
 * @returns it for the finding that a new action begins with
 */
export async function loadAgreed(
  context: UserContext,
  assessment: Assessment,
  place: string,
  here: string,
): Promise<(of?: string) => AgreedView | undefined> {
  const [actions, add] = await Promise.all([
    readActions(context.api, assessment.id, place).catch(ignoreFault),
    addActionTo(context, assessment, here),
  ]);
  const organizationId = assessment.organization?.id;
  if (!actions || organizationId === undefined) return () => undefined;
  return (of) => ({
    actions: actions.map((action) => ({
      id: String(action.id),
      title: action.title,
      href: paths.action(organizationId, action.id, { from: here }),
      state: stateInWords(action.state, dayOf(new Date(action.stateSince), config().timeZone)),
      isOverdue: isOverdue(action, today()),
      more: moreOf(action, assessment),
    })),
    add: add?.({ ...(of === undefined ? {} : { of }), places: [place] }),
  });
}

/**
 * Reads the actions about the rows of a grid; undefined where the upstream keeps none, or cannot tell now.
 * @param here the grid
 * @returns it for a place, and for the questions of that place
 */
export async function loadAgreedRows(
  context: UserContext,
  assessment: Assessment,
  here: string,
): Promise<(place: string, questions: string) => AgreedInRow | undefined> {
  const [actions, add] = await Promise.all([
    readActions(context.api, assessment.id).catch(ignoreFault),
    addActionTo(context, assessment, here),
  ]);
  const organizationId = assessment.organization?.id;
  if (!actions || organizationId === undefined) return () => undefined;
  return (place, questions) => {
    const about = actions.filter(({ places }) => places.includes(place));
    const [only] = about;
    const href = about.length === 1 && only ? paths.action(organizationId, only.id, { from: here }) : `${questions}#${AGREED_ID}`;
    return {
      link: only && { words: `Actions (${about.length}): ${worstOf(about)}`, href },
      add: add?.({ places: [place] }),
    };
  };
}

/** The state that needs most to be done. */
function worstOf(actions: readonly Action[]): string {
  if (actions.some((action) => isOverdue(action, today()))) return "overdue";
  const state = (["open", "underWay", "done", "dropped"] as const).find((each) => actions.some((action) => action.state === each));
  return state === undefined ? "" : lowerFirst(STATE_WORDS[state]);
}

function moreOf({ owner, due, from }: Action, { id }: Assessment): string {
  const after = from === null || String(from.assessmentId) === String(id) ? undefined : from.name;
  return [owner, due && `due ${shortDate(due)}`, after && `after ${after}`].filter(Boolean).join(", ");
}
