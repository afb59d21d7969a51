/** Editions of an assessment, as screens tell of them (docs/rules/editions.md#on-screen). */
import type { Assessment } from "#model/contract/assessments.ts";
import { editionInWords, editionNumber, editionsProblem } from "#model/editions.ts";
import { upperFirst } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { ifOffered } from "~/services/upstream/extensions.server";
import { isKnownAsOwn } from "~/services/upstream/rights.server";
import type { EditionView } from "~/views/editions";
import { paths } from "~/views/paths";

/** Where a corrected edition of an assessment of the own team is made; undefined where none can be made. */
export async function makeEditionAt(assessment: Assessment): Promise<string | undefined> {
  const { id, status, isArchived, edition } = assessment;
  const canBeMade = status === "Completed" && !isArchived && !edition?.replacedBy && !edition?.openId && !editionsProblem(assessment);
  return canBeMade ? ifOffered("editions", paths.edition(id)) : undefined;
}

/** What a row says of the edition after an assessment, and where the result of that is; undefined where there is none. */
export function nextEdition({ edition, assessmentType }: Assessment): { words: string; to?: string } | undefined {
  const next = editionInWords((edition?.number ?? 1) + 1);
  if (edition?.replacedBy) return { words: `Replaced by ${next}`, to: paths.result(edition.replacedBy.id, assessmentType) };
  return edition?.openId ? { words: `${upperFirst(next)} is being made` } : undefined;
}

/** What result and summary say of the editions of an assessment; undefined where there is nothing to say. */
export async function editionView(reader: UserContext, assessment: Assessment): Promise<EditionView | undefined> {
  const { edition, assessmentType: model } = assessment;
  const number = editionNumber(assessment);
  const { replacedBy, openId, ofId, reason } = edition ?? {};
  const makeAt = await makeEditionAt(assessment);
  const isOwn = (makeAt !== undefined || Boolean(openId)) && (await isKnownAsOwn(reader, assessment));
  const view: EditionView = {
    ...(replacedBy
      ? {
          replacedBy: {
            number: number + 1,
            date: replacedBy.date,
            reason: replacedBy.reason,
            to: paths.result(replacedBy.id, model),
          },
        }
      : {}),
    ...(ofId ? { made: { from: number - 1, number, reason: reason ?? "", to: paths.result(ofId, model) } } : {}),
    ...(makeAt && isOwn ? { make: makeAt } : {}),
    ...(openId && isOwn ? { open: { number: number + 1, to: paths.summary(openId, model) } } : {}),
  };
  return Object.keys(view).length > 0 ? view : undefined;
}
