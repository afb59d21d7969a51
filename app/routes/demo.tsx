import { Button } from "@radix-ui/themes";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, type MetaFunction, useLoaderData } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { config } from "~/config.server";
import { paths } from "~/paths";
import { createDemoEntry, listDemoUsers } from "~/services/demo.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Demo sign-in") }];

/** Stands in for the external home site while the demo runs, and does not exist otherwise. */
function requireDemo() {
  if (!config().demo) throw data(null, { status: 404 });
}

export async function loader({ context }: LoaderFunctionArgs) {
  requireDemo();
  if (context.currentUser()) throw redirect(paths.home());
  return { users: await listDemoUsers() };
}

export async function action({ request }: ActionFunctionArgs) {
  requireDemo();
  const email = String((await request.formData()).get("email") ?? "");
  throw redirect(`/entry/${await createDemoEntry(email)}`);
}

export default function Demo() {
  const { users } = useLoaderData<typeof loader>();
  return (
    <main className="notice" id="content">
      <h1>Maturity Assessment Tool</h1>
      <p>
        Assess how well an organization runs its portfolios, programmes and projects (P3M3) or its service management practices (ITIL).
        Answer level by level with your evidence at hand, and every score explains itself. Results come with benchmarks, charts and an Excel
        file that you can put before the client.
      </p>
      <h2>Sign in to the demo as</h2>
      <ul className="stack-tight" style={{ listStyle: "none", padding: 0 }}>
        {users.map(({ email, firstName, roles, team }) => (
          <li key={email} className="panel row row-between">
            <span>
              <strong>{firstName ?? email}</strong> <span className="muted small">{email}</span>
              <br />
              <span className="small">
                {team} · {roles.join(" and ")}
              </span>
            </span>
            <Form method="post" reloadDocument>
              <input type="hidden" name="email" value={email} />
              <Button type="submit" variant="soft" aria-label={`Sign in as ${firstName ?? email}`}>
                Sign in
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </main>
  );
}
