import { Form, Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Notice } from "~/components/shell/Notice";
import { screenTitle } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { config } from "~/services/config.server";
import { NotFound, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { createDemoEntry, listDemoMails, listDemoPeople } from "~/services/session/demo.server";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Demo sign-in") }];

/** The page replaces the external home site in the demo. Outside the demo it does not exist. */
function requireDemo() {
  if (!config().demo) throw new NotFound();
}

export const loader = withVisitor(async ({ context }) => {
  requireDemo();
  if (context.session.current) throw new Redirect(paths.home());
  const [users, mails] = await Promise.all([listDemoPeople(), listDemoMails()]);
  return { users, mails };
});

export const action = withVisitor(async ({ request }) => {
  requireDemo();
  const email = String((await readForm(request)).get("email") ?? "");
  throw new Redirect(`/entry/${await createDemoEntry(email)}`);
});

export default function Demo() {
  const { users, mails } = useLoaderData<typeof loader>();
  return (
    <Notice>
      <img src="/favicon.svg" alt="" width={48} height={48} />
      <h1>Maturity Assessment Tool</h1>
      <p>
        Assess how well an organization runs its portfolios, programmes and projects (P3M3) or its service management practices (ITIL).
        Answer level by level with your evidence at hand, and every score explains itself. Results come with benchmarks, charts and an Excel
        file that you can put before the client.
      </p>
      <h2>Sign in to the demo as</h2>
      <ul className="stack-tight plain-list">
        {users.map(({ email, name, about, note }) => (
          <li key={email} className="panel row row-between row-whole">
            <span className="stack-tight">
              <span>
                <strong>{name}</strong> <span className="muted small">{email}</span>
              </span>
              <span className="small">{about}</span>
              {note ? <span className="small muted">{note}</span> : null}
            </span>
            <Form method="post" reloadDocument>
              <input type="hidden" name="email" value={email} />
              <Button type="submit" variant="soft" aria-label={`Sign in as ${name}`}>
                Sign in
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <h2>Mails</h2>
      <p className="small">
        Without a demo, people <Link to={paths.signIn()}>sign in by mail</Link>, or come from a site of their own. The demo sends no mails;
        it shows them here.
      </p>
      {mails.length > 0 ? (
        <ul className="stack-tight">
          {mails.map(({ id, recipient, subject, at }) => (
            <li key={id}>
              <Link to={morePaths.demoMail(id)}>
                {subject}, to {recipient}, at {at.slice(11, 16)} UTC
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="small muted">There are no mails yet.</p>
      )}
      <p className="small muted">Everything here is invented, and whatever you enter stays on this machine.</p>
    </Notice>
  );
}
