/** What voices say, as the screens show it on which somebody answers (docs/rules/voices.md#what-the-assessor-sees). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { PlaceAnswers, VoiceAnswers } from "#model/contract/voices.ts";
import { whereProblem } from "#model/evidence.ts";
import { agreedOn, CANNOT_TELL, CANNOT_TELL_WORDS, countsInWords, countsOf, differenceOf, isApart } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import type { ConcernStatement } from "~/services/answering/concerns/concern.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { readVoiceAnswers, readVoiceViews, withinRoom } from "~/services/upstream/voices.server";
import type { StatementOpinions, VoiceComment, VoicesInRow, VoicesView } from "~/views/answering/voices";
import { paths } from "~/views/paths";

/** How much a screen shows of comments, shared out among its statements, and of what those say who check facts. In characters. */
const ROOM = { comments: 25_000, reasons: 5_000 };
/** What stands around a text: who says it, and what can be done with it. */
const AROUND = 200;

type StatementAnswers = PlaceAnswers["statements"][number];

/**
 * Reads what voices say about a thread, practice or component. People who only read get what results may show.
 * @param place such as `thread/2/7`
 * @returns it for the statements of the screen; undefined where the upstream, or the assessment, has no voices
 */
export async function loadVoices(
  api: UserApi,
  assessment: Assessment,
  place: string,
): Promise<(statements: readonly ConcernStatement[]) => VoicesView | undefined> {
  if (!mayChange(assessment)) return loadCounts(api, assessment, place);
  const read = await readVoiceAnswers(api, assessment, { place })
    .then((answers) => ({ answers }))
    .catch(ignoreFault);
  if (!read) return () => ({ statements: undefined, ...NO_CHECKS });
  const { answers } = read;
  const here = answers?.places.find((each) => each.place === place);
  if (!answers || !here || here.asked === 0) return () => undefined;
  const nameOf = namesIn(answers);
  const checks = here.checks.filter(({ reason }) => reason !== "");
  const reasons = withinRoom(checks, ROOM.reasons, ({ reason }) => reason.length + AROUND);
  return (statements) => ({
    statements: statements.map((statement) => {
      const said = saidOf(
        statement,
        here.statements.find(({ questionId }) => questionId === statement.questionId),
        answers,
      );
      const comments = withinRoom(
        said.comments,
        ROOM.comments / statements.length,
        ({ comment, seen }) => comment.length + seen.length + AROUND,
      );
      const all = paths.differences(assessment.id, { place, statement: String(statement.questionId) });
      return { ...said, comments, all: comments.length < said.commented ? all : undefined };
    }),
    checked: checksInWords(here.checks),
    checks: reasons.map(({ voiceId, agrees, reason }) => ({ by: nameOf(voiceId), agrees, reason })),
    reasons: checks.length,
    allReasons: reasons.length < checks.length ? paths.differences(assessment.id, { show: "checks", place }) : undefined,
  });
}

const NO_CHECKS = { checked: "", checks: [], reasons: 0 };

/** All comments about a thread, practice or component. @throws UpstreamFault */
export async function readComments(api: UserApi, assessment: Assessment, place: string): Promise<VoiceComment[]> {
  return listComments(await readVoiceAnswers(api, assessment, { place }), place);
}

/** The comments about a place, statement by statement. @param answers of all of the assessment, or of this place */
export const listComments = (answers: VoiceAnswers | undefined, place: string): VoiceComment[] =>
  (answers?.places.find((each) => each.place === place)?.statements ?? []).flatMap((statement) =>
    answers ? commentsOn(statement, answers) : [],
  );

/** Whether somebody was asked. */
export const isAsked = (answers: VoiceAnswers | undefined): boolean => answers?.places.some(({ asked: number }) => number > 0) === true;

/** What voices say, for a screen that shows several places. */
interface VoicesByPlace {
  /** Whether somebody was asked. */
  isAsked: boolean;
  inRow(place: string): VoicesInRow | undefined;
}

/** What voices say about all of an assessment, in short; of nothing where the upstream has no voices, and where they cannot be read. */
export async function loadVoicesByPlace(api: UserApi, assessment: Assessment): Promise<VoicesByPlace> {
  const answers = await readVoiceAnswers(api, assessment, { without: "texts" }).catch(ignoreFault);
  const places = new Map(answers?.places.map((each) => [each.place, each]));
  return {
    isAsked: isAsked(answers),
    inRow(place) {
      const here = places.get(place);
      return here && inShort(here);
    },
  };
}

function inShort({ asked: number, answered, descoped, statements, checks }: PlaceAnswers): VoicesInRow | undefined {
  if (answered + checks.length === 0 || descoped) return undefined;
  const against = checks.filter(({ agrees }) => !agrees).length;
  const differences = statements.map(({ choices, said, verdict }) =>
    differenceOf(
      choices.map(({ key }) => key),
      said,
      verdict ?? undefined,
    ),
  );
  return {
    words: [`${answered} of ${counted(number, "voice")}`, ...(against > 0 ? [disagreeInWords(against)] : [])].join(", "),
    differ: differences.some(({ span }) => span > 0),
    apart: differences.some(isApart),
    objected: against > 0,
  };
}

async function loadCounts(api: UserApi, assessment: Assessment, place: string) {
  const opinions = await readVoiceViews(api, assessment).catch(ignoreFault);
  const here = opinions?.places.find((each) => each.place === place);
  if (!here) return () => undefined;
  return (statements: readonly ConcernStatement[]): VoicesView => ({
    statements: statements.map(({ questionId }) => {
      const statement = here.statements.find((each) => each.questionId === questionId);
      return { ...NOTHING_SAID, words: statement ? countsInWords(statement.choices, statement.counts) : "" };
    }),
    ...NO_CHECKS,
  });
}

/** What a voice is called. */
function namesIn({ voices }: Pick<VoiceAnswers, "voices">): (id: string | number) => string {
  const names = new Map(voices.map(({ id, name, number, role }) => [String(id), `${name ?? `Voice ${number}`}, ${role}`]));
  return (id) => names.get(String(id)) ?? "Somebody";
}

const NOTHING_SAID: StatementOpinions = { words: "", consensus: undefined, comments: [], commented: 0 };

function saidOf({ choices: order }: ConcernStatement, said: StatementAnswers | undefined, answers: VoiceAnswers): StatementOpinions {
  if (!said) return NOTHING_SAID;
  const { choices } = said;
  const consensus = agreedOn(
    choices.map(({ key }) => key),
    said.said,
  );
  const choice = consensus === undefined ? -1 : order.indexOf(consensus);
  const comments = commentsOn(said, answers);
  return {
    words: countsInWords(choices, countsOf(said.said)),
    consensus: choice < 0 ? undefined : { choice, word: choices.find(({ key }) => key === consensus)?.name ?? "" },
    comments,
    commented: comments.length,
  };
}

/** The comments on a statement, in the order in which people were asked. */
function commentsOn({ questionId, level, choices, answers: given }: StatementAnswers, { voices }: VoiceAnswers): VoiceComment[] {
  const wordOf = (key: string | null) =>
    key === CANNOT_TELL ? CANNOT_TELL_WORDS : (choices.find((choice) => choice.key === key)?.name ?? undefined);
  return voices.flatMap(({ id, name, number, role }) =>
    given
      .filter(({ voiceId, comment, seen }) => String(voiceId) === String(id) && (comment !== "" || seen !== ""))
      .map(({ choice, comment, seen }) => {
        const said = { role, answer: wordOf(choice), comment, seen, level };
        const by = name ?? `Voice ${number}`;
        return { ...said, id: `${id}.${questionId}`, by, inNote: commentInNote(said), asEvidence: commentAsEvidence(said) };
      }),
  );
}

type CommentText = Omit<VoiceComment, "id" | "by" | "inNote" | "asEvidence">;

/** How those see the verdict who check facts: '2 agree, 1 disagrees'. */
function checksInWords(checks: readonly { agrees: boolean }[]): string {
  const agree = checks.filter(({ agrees }) => agrees).length;
  const against = checks.length - agree;
  return [...(agree > 0 ? [counted(agree, "agrees", "agree")] : []), ...(against > 0 ? [disagreeInWords(against)] : [])].join(", ");
}

const disagreeInWords = (against: number) => counted(against, "disagrees", "disagree");

/** Whose a comment is where it leaves this screen: the role, never the name. */
const whose = ({ role, level }: CommentText) => `Voice (${role})${level === null ? "" : ` on level ${level}`}`;
const seenIn = ({ seen }: CommentText) => (seen === "" ? "" : `Where it can be seen: ${seen}`);

/** A comment in the words of a note. */
const commentInNote = (said: CommentText): string =>
  [`${whose(said)}: ${said.comment || said.answer || ""}`.trim(), seenIn(said)].filter(Boolean).join("\n");

/** A comment as evidence (docs/rules/voices.md#taking-over). What looks like an address that cannot be one goes to the remark. */
function commentAsEvidence(said: CommentText): VoiceComment["asEvidence"] {
  const where = whereProblem(said.seen) === undefined ? said.seen : "";
  const { answer, role, comment } = said;
  return {
    kind: "interview",
    what: `${whose(said)}${answer === undefined ? "" : `: ${answer}`}`,
    where,
    who: role,
    date: null,
    goodUntil: null,
    remark: [comment, where === "" ? seenIn(said) : ""].filter(Boolean).join("\n"),
  };
}
