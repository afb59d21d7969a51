import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrganizationList } from "~/components/dashboard/OrganizationList";
import { PracticeScreen } from "~/components/itil/PracticeScreen";
import { ThreadScreen } from "~/components/questions/ThreadScreen";
import { ResultScreen } from "~/components/results/ResultScreen";
import { Page } from "~/components/shell/Page";
import { inlinedAt, type Screen } from "../inlined.server";

export function loader({ request }: LoaderFunctionArgs) {
  return inlinedAt(request).screen;
}

/** Each screen as its own route in the product shows it. */
export default function AnyScreen() {
  const { route, data } = useLoaderData<typeof loader>() as Screen;
  switch (route) {
    case "routes/home":
      return (
        <Page title={`Welcome, ${data.firstName ?? "User"}`} subtitle="Your organizations and their assessments">
          <OrganizationList dashboard={data} />
        </Page>
      );
    case "routes/questions":
      return <ThreadScreen thread={data.thread} was={null} confirm={null} result={undefined} />;
    case "routes/itil-questions":
      return <PracticeScreen practice={data.questions} was={null} confirm={null} result={undefined} />;
    case "routes/result":
      return <ResultScreen {...data} />;
  }
}
