import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { SearchScreen } from "~/components/answering/SearchScreen";
import { screenTitle } from "~/components/shell/Page";
import { loadSearch } from "~/services/answering/search.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: screenTitle(data?.search.query ? `Search for ${data.search.query} – ${data.search.assessment.name}` : "Search") },
];

export const loader = withUser(async ({ request, params, context }) => {
  return { search: await loadSearch(context, request, params.assessmentId ?? "") };
});

export default function Search() {
  return <SearchScreen search={useLoaderData<typeof loader>().search} />;
}
