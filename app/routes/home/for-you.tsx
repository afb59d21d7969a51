import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { ForYouRows } from "~/components/home/ForYou";
import { Page, screenTitle } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { releaseLeft } from "~/services/answering/locks.server";
import { loadForYou } from "~/services/home/for-you.server";
import { accessPaths } from "~/views/access";
import { withUser } from "~/with-user.server";

const TITLE = "For you";

export const meta: MetaFunction = () => [{ title: screenTitle(TITLE) }];

/** What waits for the reader, in pages. The screen does not exist if the upstream has no such list. */
export const loader = withUser(async ({ request, context }) => {
  const [list] = await Promise.all([loadForYou(context, new URL(request.url).searchParams), releaseLeft(context, request)]);
  return list;
});

export default function ForYouPage() {
  const { rows, page, pages, total } = useLoaderData<typeof loader>();
  return (
    <Page title={TITLE} subtitle="What others did that you should know of.">
      <section className="panel stack" aria-label={TITLE}>
        {rows.length === 0 ? <p className="muted">Nothing waits for you.</p> : <ForYouRows rows={rows} />}
        <Pager page={page} pages={pages} matches={total} noun="entries" at={accessPaths.forYou} />
      </section>
    </Page>
  );
}
