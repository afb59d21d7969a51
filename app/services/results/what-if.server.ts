/** The screen 'What if': what a result would be if some of it were raised (docs/rules/results-and-files.md#what-if). */

import type { UserContext } from "~/services/context.server";
import type { ResultRequest } from "~/services/results/result-request.server";
import { openResult } from "~/services/results/results.server";
import { screensFrom } from "~/services/upstream/screens.server";
import { subtitleOf } from "~/views/facts";
import { resultPaths } from "~/views/paths";
import type { Figure, Result } from "~/views/result";
import type { WhatIfPage } from "~/views/what-if";

/** What the screen shows. @throws as `openResult` */
export async function loadWhatIf(reader: UserContext, request: ResultRequest): Promise<WhatIfPage> {
  const query = new URLSearchParams({ benchmark: "off" });
  const { result, assessment, at } = await openResult(reader, { ...request, query });
  return { ...whatIfPage(result), screens: await screensFrom(assessment, "What if", at) };
}

/** The page of a result or a draft, with the names that its figures have there. */
export function whatIfPage({ assessment, organization, model, figures, scored, draftOf }: Result): Omit<WhatIfPage, "screens"> {
  const isDraft = draftOf !== undefined;
  const at = resultPaths(isDraft);
  const figure = (which: Figure["ofDraft"]) => figures.find(({ ofDraft }) => ofDraft === which);
  const [first, second] = figures;
  return {
    assessment: { name: assessment.name, extent: assessment.extent },
    subtitle: subtitleOf({ organization, model, assessment }),
    isDraft,
    standing: scored.standing,
    labels: {
      maturity: (figure("maturity if submitted now") ?? first)?.label ?? "",
      score: (figure("score if submitted now") ?? second)?.label ?? "",
    },
    links: { here: at.whatIf(assessment.id) },
  };
}
