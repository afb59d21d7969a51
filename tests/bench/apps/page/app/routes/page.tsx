import { Form, Link, useLoaderData } from "@remix-run/react";

export function loader() {
  return { greeting: "Hello" };
}

export const action = loader;

/** As little as a page can be that loads data, links and posts. */
export default function BarePage() {
  const { greeting } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>{greeting}</h1>
      <Link to="/">Here</Link>
      <Form method="post">
        <button type="submit">Send</button>
      </Form>
    </main>
  );
}
