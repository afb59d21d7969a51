import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CRITERIA } from "~/components/answering/gates/Criteria";
import { LADDER } from "~/components/answering/gates/Ladder";
import { ItemGrid } from "~/components/answering/grid/ItemGrid";
import { ItemScreen } from "~/components/answering/ItemScreen";
import { ItilSummary } from "~/components/answering/itil/ItilSummary";
import { PRACTICE_GRID } from "~/components/answering/itil/practice-grid";
import { P3m3Summary } from "~/components/answering/p3m3/P3m3Summary";
import { THREAD_GRID } from "~/components/answering/p3m3/thread-grid";
import { OrganizationList } from "~/components/home/OrganizationList";
import { ResultScreen } from "~/components/results/ResultScreen";
import { Page } from "~/components/shell/Page";
import { inlinedAt, type Screen } from "../inlined.server";
import { shapedResult } from "../shaped.server";

/** A result is shaped for each request, as in the product; the others have only their data inlined. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { screen } = inlinedAt(request);
  if (screen.route !== "routes/results/result") return screen;
  const { page, html } = await shapedResult(request);
  Object.assign(context, { markup: html });
  return { route: screen.route, data: { page, html: undefined } };
}

/** Each screen as its own route in the product shows it. */
export default function AnyScreen() {
  const { route, data } = useLoaderData<typeof loader>() as Screen;
  switch (route) {
    case "routes/home/home":
      return (
        <Page title={`Welcome, ${data.firstName ?? "User"}`} subtitle="Your organizations and their assessments">
          <OrganizationList dashboard={data} />
        </Page>
      );
    case "routes/answering/p3m3/questions":
      return <ItemScreen page={data.page} face={LADDER} result={undefined} />;
    case "routes/answering/itil/questions":
      return <ItemScreen page={data.page} face={CRITERIA} result={undefined} />;
    case "routes/answering/p3m3/grid":
      return <ItemGrid grid={data.grid} model={THREAD_GRID} result={undefined} />;
    case "routes/answering/itil/grid":
      return <ItemGrid grid={data.grid} model={PRACTICE_GRID} result={undefined} />;
    case "routes/answering/p3m3/summary":
      return <P3m3Summary summary={data.summary} outcome={undefined} />;
    case "routes/answering/itil/summary":
      return <ItilSummary summary={data.summary} outcome={undefined} consentIsMissing={false} validationFailed={undefined} />;
    case "routes/results/result":
      return <ResultScreen {...data} />;
  }
}
