/** The assessment before, as the screens show it on which somebody answers (docs/rules/assess-again.md#on-the-questions-screens). */
import { answerInWords, UNANSWERED } from "#model/answer-words.ts";
import type { Again, AgainQuery, PlaceSince, StatementThen, WithAgain } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { today } from "~/services/config.server";
import { evidenceItem } from "~/services/upstream/evidence.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type BeforeView, type LastTime, type PreviousInRow, type StatementSince, wordsThen } from "~/views/answering/previous";
import { monthOf } from "~/views/dates";
import { paths } from "~/views/paths";
import type { Change } from "~/views/saving";

/** What the assessment before said, for a screen that shows several places of an assessment. */
interface BeforeRead {
  before: BeforeView;
  /** What it said at a place such as `thread/2/7`; its statements are found by the ids of the questions or options. */
  at(place: string, ids: readonly number[]): LastTime | undefined;
  /** What of it a row of a grid shows: note, evidence and what is gone stay on its questions screen. */
  inRow(place: string, ids: readonly number[]): PreviousInRow | undefined;
  /** What became of a single statement; undefined where nothing can be compared. */
  since(place: string, id: number): StatementSince | undefined;
}

/** Whether an assessment names one before it that can be read. */
const hasBefore = async ({ previousId }: Assessment) => previousId !== undefined && previousId !== null && (await hasExtension("again"));

/**
 * The query with which an overview, or the progress, also says what the assessment before said.
 * @param place only this one, as the progress may be asked
 */
export const withBefore = async (assessment: Assessment, place?: string) =>
  (await hasBefore(assessment)) ? { with: "again" as const, ...(place !== undefined && { place }) } : {};

/**
 * Reads what the assessment before said. If that cannot be read, or none is named, a screen works without.
 * @param only what the screen shows; all of the assessment if it names no place
 * @param known what another call has said of it already; an upstream may leave that to a call of its own
 */
export async function readBefore(
  api: UserApi,
  assessment: Assessment,
  only: AgainQuery,
  { again: known }: WithAgain = {},
): Promise<BeforeRead | undefined> {
  if (!(await hasBefore(assessment))) return undefined;
  const previous = known ?? (await api.assessments.again({ id: assessment.id, ...only }).catch(ignoreFault));
  if (!previous) return undefined;
  // Only former statements, gone or with other words, have texts of their own.
  await withRichTexts(previous.places.flatMap(({ statements, gone }) => [...gone, ...statements.flatMap(textsThen)]));
  const places = new Map(previous.places.map((each) => [each.place, each]));
  const before = beforeView(assessment, previous);
  return {
    before,
    at(place, ids) {
      const said = places.get(place);
      return said && { ...before, ...view(assessment, said, ids, before.month) };
    },
    inRow(place, ids) {
      const said = places.get(place);
      return said && inRow(said, ids, before.month);
    },
    since(place, id) {
      const said = places.get(place);
      return (
        said &&
        inWords(
          said,
          before.month,
          said.statements.find((each) => each.id === id),
        )
      );
    },
  };
}

/** The same for a single thread, practice or component. */
export async function loadLastTime(
  api: UserApi,
  assessment: Assessment,
  place: string,
  withAgain: WithAgain,
): Promise<(ids: readonly number[]) => LastTime | undefined> {
  const read = await readBefore(api, assessment, { place }, withAgain);
  return (ids) => read?.at(place, ids);
}

/** The query with which the progress also says which assessment came before. One place will do: the counts are of the whole. */
export const withCounts = (assessment: Assessment) => withBefore(assessment, listInScope(assessment)[0]?.place);

/** Reads which assessment came before, and how many answers are as then. @param withAgain what the progress has said of it */
export async function loadBefore(api: UserApi, assessment: Assessment, withAgain: WithAgain): Promise<BeforeView | undefined> {
  const place = listInScope(assessment)[0]?.place;
  return place === undefined ? undefined : (await readBefore(api, assessment, { place, without: "notes" }, withAgain))?.before;
}

/** Which answers of a change confirm those of the assessment before, by their number from 0. */
export function confirmedOf({ previousId }: Assessment, { answers }: Change): (index: number) => boolean {
  const confirmed = previousId === undefined || previousId === null ? [] : (answers?.confirmed ?? []);
  return (index) => confirmed.includes(index);
}

function beforeView({ assessmentType }: Assessment, previous: Again): BeforeView {
  const { before, nothing, counts } = previous;
  return {
    name: before.name ?? "Not provided",
    href: paths.result(before.id, assessmentType),
    month: before.dateCompleted ? monthOf(before.dateCompleted) : undefined,
    counts: nothing ? undefined : counts,
    nothing: nothing && NOTHING[nothing],
  };
}

const textsThen = ({ askedAs, former }: PlaceSince["statements"][number]) => [
  ...(former ? [former] : []),
  ...(askedAs === undefined ? [] : [{ statement: askedAs }]),
];

/** The statements of a place, found by ids; undefined for one that is new. */
function statementsOf(at: PlaceSince, ids: readonly number[]) {
  const statements = new Map(at.statements.map((each) => [each.id, each]));
  return ids.map((id) => statements.get(id));
}

const lettersOf = (at: PlaceSince, statements: ReturnType<typeof statementsOf>) =>
  at.statements.length === 0 ? "" : statements.map(letterOf).join("");

function inRow(at: PlaceSince, ids: readonly number[], month: string | undefined): PreviousInRow {
  const statements = statementsOf(at, ids);
  return {
    remarks: describePlace(at, month),
    proposals: lettersOf(at, statements),
    others: Object.fromEntries(
      statements.flatMap((each, index) => {
        const said = each?.state === "same" && each.askedAs === undefined ? undefined : inWords(at, month, each);
        return said ? [[index, { words: said.words, askedAs: said.askedAs, former: said.former }]] : [];
      }),
    ),
  };
}

function view(assessment: Assessment, at: PlaceSince, ids: readonly number[], month: string | undefined): Omit<LastTime, keyof BeforeView> {
  const statements = statementsOf(at, ids);
  return {
    remarks: describePlace(at, month),
    statements: statements.flatMap((each) => inWords(at, month, each) ?? []),
    changed: [],
    gone: at.gone.map((each) => then(each, noneAt(at))),
    proposals: lettersOf(at, statements),
    chosen: statements.find((each) => each?.proposal === "Chosen")?.id.toString(),
    all: undefined,
    note: at.note,
    evidence: at.evidence.map((entry) => evidenceItem(entry, listInScope(assessment), today())),
  };
}

const letterOf = (since: PlaceSince["statements"][number] | undefined) =>
  since?.proposal === undefined || since.proposal === "Chosen" ? "N" : since.proposal.charAt(0);

/** The word for no answer. */
const noneAt = ({ place }: PlaceSince) => (place.startsWith("maturity/") ? "Not chosen" : UNANSWERED.unasked);

const NOTHING = {
  scope: "That assessment had another scope, so its answers are not shown.",
  pack: "That assessment used another content pack, so its answers are not shown.",
};

function describePlace({ covered, descoped }: PlaceSince, month: string | undefined): string[] {
  const when = month ? `in ${month}` : "then";
  if (!covered) return [`${UNANSWERED.unasked} ${when}.`];
  return descoped ? [`${UNANSWERED.descoped} ${when}${descoped.reason ? `: ${descoped.reason}` : "."}`] : [];
}

/** That the assessment before left a thread out, in words, and why; undefined where it did not, or nothing was read of it. */
export function descopedThen(again: Again | undefined, place: string): { words: string; reason: string } | undefined {
  const said = again?.places.find((each) => each.place === place);
  if (!again || !said?.descoped) return undefined;
  const { dateCompleted } = again.before;
  const words = describePlace(said, dateCompleted ? monthOf(dateCompleted) : undefined).join(" ");
  return { words, reason: said.descoped.reason };
}

/** What became of a statement; undefined where nothing can be compared. */
function inWords(
  at: PlaceSince,
  month: string | undefined,
  since: PlaceSince["statements"][number] | undefined,
): StatementSince | undefined {
  if (at.statements.length === 0) return undefined;
  const when = month ?? "last time";
  if (!since || since.state === "new") return { words: `New since ${when}`, kind: "new" };
  if (since.former) return { words: `Changed since ${when}`, kind: "changed", former: then(since.former, noneAt(at)) };
  const { proposal } = since;
  const answer = proposal ? answerInWords(proposal) : noneAt(at);
  return { words: wordsThen(month, answer), kind: proposal ? "answered" : "unanswered", answer, askedAs: richText(since.askedAs) };
}

const then = ({ level, statement, selection }: StatementThen, none: string) => ({
  level,
  statement: richText(statement),
  answer: selection === null ? none : answerInWords(selection),
});
