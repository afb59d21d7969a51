/** How changes of the ITIL questions are read from what was posted, and saved (docs/rules/itil.md#questions-screen-of-itil). */

import { placeOf } from "#model/contract/history.ts";
import type { Note } from "#model/contract/p3m3.ts";
import { criteria } from "#model/gates/criteria.ts";
import { isPracticeState, PRACTICE_SCORES } from "#model/itil/gate.ts";
import { confirmedOf } from "~/services/answering/again.server";
import {
  getItilItem,
  type ItemAddress,
  type ItemQuestions,
  type ItilItem,
  isFlagged,
  listPracticeGroups,
  readQuestions,
  storedAnswers,
} from "~/services/answering/itil/questions.server";
import { itilProgressView } from "~/services/answering/progress-view.server";
import { saveChange } from "~/services/answering/save-change.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { type ChangeContext, readChange, requireChange } from "~/services/saving/posted-form.server";
import { readItilProgress } from "~/services/upstream/itil-assessments.server";
import { confirmationIn, confirmedBy } from "~/views/answering/again";
import { postedAnswers } from "~/views/answering/item";
import { criteriaFrom, type ItilProgressView, levelsOf } from "~/views/answering/itil";
import { type Change, type FieldReader, flagWord, type PartChange, type SaveOutcome } from "~/views/saving";

type ItilOutcome = SaveOutcome<ItilProgressView>;

/**
 * The change that a posted form asks for. Parts that were not posted are absent.
 * @throws BadRequest for anything that our own pages never send
 */
export function readItilChange(posted: FieldReader, kind: ItilItem["kind"]): Change {
  const change = readChange(posted, (base) => {
    const target = posted("target");
    if (kind === "component") return readOption(posted, base);
    if (target !== undefined) return { target, ...confirmedBy(posted) };
    const gate = criteria(stateOf(base, posted("levels") ?? "").map(({ level }) => level));
    const { answers: typed, before } = gate.applyPosted(base, postedAnswers("criteria", base.length, posted));
    const confirmation = confirmationIn(posted);
    const { answers = typed, ...confirmed } = (confirmation && gate.confirm(typed, confirmation)) ?? {};
    return { target: answers, before, ...confirmed };
  });
  return requireChange(posted, change);
}

/** The option that a form asks for. An option that is chosen, now or before, is not confirmed over. */
function readOption(posted: FieldReader, base: string): Pick<PartChange, "target" | "confirmed"> {
  const chosen = posted("target") ?? posted("option");
  const confirmation = chosen === undefined && base === "" ? confirmationIn(posted) : undefined;
  return confirmation ? { target: confirmation.answers, confirmed: [0] } : { target: chosen ?? base, ...confirmedBy(posted) };
}

function stateOf(letters: string, levels: string) {
  const answered = criteriaFrom(letters, levels);
  if (!answered || !isPracticeState(answered)) throw new BadRequest();
  return answered;
}

/**
 * Saves changes to a practice or a component. What the upstream refuses is an outcome, not an error
 * (docs/rules/locks-and-saving.md#what-saving-shows).
 * @throws NotFound, LoadFailure, SessionOver; BadRequest for answers that do not fit the item's questions
 */
export async function saveItilQuestions(
  context: RequestContext,
  place: ItemAddress,
  change: Change,
  { pageId, changeKey }: ChangeContext = {},
): Promise<ItilOutcome> {
  const item = await getItilItem(context.api, place);
  const { assessment, subject } = item;
  const isConfirmed = confirmedOf(assessment, change);
  const saved = { assessmentId: assessment.id, place: placeOf(subject), codes: [item.code], pageId };
  return saveChange(context, saved, change, {
    async read(parts) {
      const [questions, note]: [ItemQuestions | undefined, Note] = await Promise.all([
        parts.includes("answers") || parts.includes("flag") ? readQuestions(context.api, item) : undefined,
        parts.includes("note") ? item.readNote() : { body: "" },
      ]);
      return {
        now: { answers: questions ? storedAnswers(questions) : "", note: note.body, flag: flagWord(isFlagged(questions)) },
        async answer(target) {
          if (questions?.kind === "practice") {
            const answered = stateOf(target, levelsOf(questions.questions));
            const body = questions.questions.map(({ id, answer }, index) => {
              const selection = answered[index]?.selection ?? "N/A";
              const given = { id: answer?.id, questionId: id, selection, score: PRACTICE_SCORES[selection] };
              return isConfirmed(index) ? { ...given, confirmed: true } : given;
            });
            return (
              await context.api.itil.answer.capability(
                { id: assessment.id, body },
                { madeFrom: questions.questions[0]?.versions, changeKey },
              )
            ).progress;
          }
          const { id, answer } = questions?.question ?? { id: 0, answer: null };
          const optionId = Number(target);
          if (!Number.isInteger(optionId) || optionId < 1) throw new BadRequest();
          const body = { id: answer?.id, questionId: id, optionId, ...(isConfirmed(0) ? { confirmed: true } : {}) };
          return (
            await context.api.itil.answer.maturity({ id: assessment.id, body }, { madeFrom: questions?.question.versions, changeKey })
          ).progress;
        },
        writeNote: (body) => item.writeNote(body, { madeFrom: note.versions, changeKey }),
        async flag(flagged) {
          if (questions?.kind !== "practice") throw new BadRequest();
          await context.api.itil.flag(
            { id: assessment.id, capabilityId: item.id, body: { flagged } },
            { madeFrom: questions.questions[0]?.versions, changeKey },
          );
        },
      };
    },
    progress: () => readItilProgress(context.api, assessment.id),
    view: async (progress) => itilProgressView(assessment, progress, await listPracticeGroups(context.api)),
  });
}
