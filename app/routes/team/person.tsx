import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "~/components/shell/Page";
import { PersonScreen } from "~/components/team/PersonScreen";
import { releaseLeft } from "~/services/answering/locks.server";
import { changePerson, loadPerson } from "~/services/team/person.server";
import { withUser } from "~/with-user.server";

export const meta = titled<typeof loader>(({ name }) => name, "Person");

/** One person of the team, for its leads. The screen does not exist if the upstream manages no people. */
export const loader = withUser(async ({ request, params, context }) => {
  const [page] = await Promise.all([
    loadPerson(context, params.personId ?? "", new URL(request.url).searchParams),
    releaseLeft(context, request),
  ]);
  return page;
});

export const action = withUser(async ({ request, params, context }) =>
  data(...(await changePerson(context, params.personId ?? "", request))),
);

export default function Person() {
  return <PersonScreen page={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}
