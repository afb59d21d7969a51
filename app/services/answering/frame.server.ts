/** The parts that questions screens and summaries share, for both models. */
import type { Assessment } from "#model/contract/assessments.ts";
import { handoverOf } from "~/services/answering/locks.server";
import { browserStoreOwner } from "~/services/answering/saving.server";
import type { ScreenMode } from "~/services/answering/viewing.server";
import { workbookOf } from "~/services/answering/workbook/availability.server";
import type { UserContext } from "~/services/context.server";
import { historyOf, resultOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { AnsweringPaths } from "~/views/paths";

/** The address of the search; undefined where the upstream does not give everything at once. */
export async function searchOf(found: Assessment, at: AnsweringPaths): Promise<string | undefined> {
  return (await hasExtension("overview")) ? at.search(found.id, found.assessmentType) : undefined;
}

/**
 * Who edits, who reads, and where else the assessment can be seen.
 * @param pageId the page that holds the lock, if it is edited
 * @param place what the screen asks; without it, the whole assessment
 */
export async function frameOf(
  { user }: Pick<UserContext, "user">,
  found: Assessment,
  { readOnly, viewed, at }: ScreenMode,
  pageId: string | undefined,
  place?: Parameters<typeof historyOf>[1],
) {
  return {
    readOnly,
    viewed,
    pageId,
    handover: await handoverOf(found),
    owner: browserStoreOwner(user),
    links: {
      search: await searchOf(found, at),
      excel: viewed ? undefined : await workbookOf(found),
      history: viewed ? undefined : await historyOf(found, place),
      result: resultOf(found),
    },
  };
}
