/** The assessment before, as the questions screens show it (docs/rules/assess-again.md#on-the-questions-screens). */
import { answerInWords, UNANSWERED } from "#model/answer-words.ts";
import type { Again, PlaceSince, StatementThen } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { dayOf } from "#model/evidence.ts";
import { evidenceItem } from "~/services/upstream/evidence.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Change } from "~/views/answering";
import type { LastTime, StatementSince } from "~/views/answering/again";
import { monthOf } from "~/views/dates";
import { paths } from "~/views/paths";

/** What the assessment before said at a place; its statements are found by the ids of the questions or options. */
export type LastTimeAt = (ids: readonly number[]) => LastTime | undefined;

/**
 * Reads what the assessment before said about a thread, practice or component. If that cannot be read the rest of the screen works without.
 * @param place such as `thread/2/7`
 */
export async function loadLastTime(api: UserApi, found: Assessment, place: string): Promise<LastTimeAt> {
  const { id, previousId } = found;
  if (previousId === undefined || previousId === null || !(await hasExtension("again"))) return () => undefined;
  const again = await api.assessments.again({ id, place }).then(withRichTexts).catch(ignoreFault);
  const at = again?.places.find((each) => each.place === place);
  return (ids) => again && at && view(found, again, at, ids);
}

/** Which answers of a change confirm those of the assessment before, by their number from 0. */
export function confirmedOf({ previousId }: Assessment, { answers }: Change): (index: number) => boolean {
  const confirmed = previousId === undefined || previousId === null ? [] : (answers?.confirmed ?? []);
  return (index) => confirmed.includes(index);
}

function view(found: Assessment, { before, nothing, counts }: Again, at: PlaceSince, ids: readonly number[]): LastTime {
  const month = before.dateCompleted ? monthOf(before.dateCompleted) : undefined;
  const none = at.place.startsWith("maturity/") ? "Not chosen" : UNANSWERED.unasked;
  const since = new Map(at.statements.map((each) => [each.id, each]));
  const today = dayOf(new Date());
  return {
    name: before.name ?? "Not provided",
    href: paths.result(before.id, found.assessmentType),
    month,
    told: tell(at, nothing, month ? `in ${month}` : "then"),
    statements: at.statements.length === 0 ? [] : ids.map((id) => inWords(since.get(id), month, none)),
    changed: [],
    gone: at.gone.map((each) => then(each, none)),
    proposals: ids.map((id) => {
      const { proposal } = since.get(id) ?? {};
      return proposal === "Chosen" ? undefined : proposal?.charAt(0);
    }),
    chosen: ids.find((id) => since.get(id)?.proposal === "Chosen")?.toString(),
    all: undefined,
    note: at.note,
    evidence: at.evidence.map((entry) => evidenceItem(entry, listInScope(found), today)),
    counts: nothing ? undefined : counts,
  };
}

function tell({ covered, descoped }: PlaceSince, nothing: Again["nothing"], when: string): string[] {
  if (!covered) return [`${UNANSWERED.unasked} ${when}.`];
  if (descoped) return [`${UNANSWERED.descoped} ${when}${descoped.reason ? `: ${descoped.reason}` : "."}`];
  if (nothing === "scope") return ["That assessment had another scope, so its answers are not shown."];
  return nothing === "pack" ? ["That assessment used another content pack, so its answers are not shown."] : [];
}

/** @param none the word for no answer */
function inWords(since: PlaceSince["statements"][number] | undefined, month: string | undefined, none: string): StatementSince {
  const when = month ?? "last time";
  if (!since || since.state === "new") return { words: `New since ${when}`, kind: "new" };
  if (since.former) return { words: `Changed since ${when}`, kind: "changed", former: then(since.former, none) };
  const { proposal } = since;
  return { words: `${month ?? "Last time"}: ${proposal ? answerInWords(proposal) : none}`, kind: proposal ? "answered" : "unanswered" };
}

const then = ({ level, statement, selection }: StatementThen, none: string) => ({
  level,
  statement: richText(statement),
  answer: selection === null ? none : answerInWords(selection),
});
