import { useLoaderData } from "@remix-run/react";
import { WhatIfScreen } from "~/components/results/WhatIfScreen";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { resultRequestOf } from "~/services/results/results.server";
import { loadWhatIf } from "~/services/results/what-if.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ page }) => `What if, ${page.assessment.name}`, "What if");

/** Estimates what a result of either model, or its draft, would be if some of it were raised. The address says what is ticked. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadWhatIf(context, resultRequestOf(request, params.assessmentId ?? "")),
    releaseLeft(context, request),
  ]);
  return { page };
});

export default function WhatIf() {
  return <WhatIfScreen {...useLoaderData<typeof loader>()} />;
}
