/** What was agreed about threads, practices and components, for the screens on which they are answered (docs/rules/actions.md#next-time). */
import { isOverdue } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { dayOf } from "#model/days.ts";
import { config, today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { addActionTo, readActions } from "~/services/upstream/actions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { type ActionStart, stateInWords } from "~/views/actions";
import type { AgreedView } from "~/views/answering/agreed";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";

/**
 * What was agreed about one of them; undefined where the upstream keeps no actions, or cannot tell now.
 * @param place such as `thread/2/7`
 * @returns it for what a new action begins with
 */
export async function loadAgreed(
  context: UserContext,
  found: Assessment,
  place: string,
): Promise<(about?: Omit<ActionStart, "places">) => AgreedView | undefined> {
  const [actions, add] = await Promise.all([readActions(context.api, found.id, place).catch(ignoreFault), addActionTo(context, found)]);
  const organizationId = found.organization?.id;
  if (!actions || organizationId === undefined) return () => undefined;
  return (about = {}) => ({
    actions: actions.map((action) => ({
      id: String(action.id),
      title: action.title,
      href: paths.action(organizationId, action.id),
      state: stateInWords(action.state, dayOf(new Date(action.stateSince), config().timeZone)),
      isOverdue: isOverdue(action, today()),
      more: moreOf(action, found),
    })),
    add: add?.({ ...about, places: [place] }),
  });
}

function moreOf({ owner, due, from }: Action, { id }: Assessment): string {
  const after = from === null || String(from.assessmentId) === String(id) ? undefined : from.name;
  return [owner, due && `due ${shortDate(due)}`, after && `after ${after}`].filter(Boolean).join(", ");
}
