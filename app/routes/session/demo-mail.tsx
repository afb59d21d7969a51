import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Notice } from "~/components/shell/Notice";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { config } from "~/services/config.server";
import { NotFound } from "~/services/faults.server";
import { getDemoMail } from "~/services/session/demo.server";
import { paths } from "~/views/paths";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("A mail of the demo") }];

/** A mail that the demo would send. Outside the demo the page does not exist. */
export const loader = withVisitor(async ({ params, context }) => {
  if (!config().demo) throw new NotFound();
  return getDemoMail(params.mailId ?? "", context.origin);
});

export default function DemoMail() {
  const { recipient, subject, paragraphs } = useLoaderData<typeof loader>();
  return (
    <>
      <BrandBar />
      <Notice>
        <h1 tabIndex={-1}>{subject}</h1>
        <p className="muted small">To {recipient}. The demo shows its mails here, and sends none.</p>
        <div className="panel stack-tight">
          {paragraphs.map((paragraph) => {
            if (typeof paragraph === "string") return <p key={paragraph}>{paragraph}</p>;
            if ("code" in paragraph)
              return (
                <p key={paragraph.code}>
                  <strong>{paragraph.code}</strong>
                </p>
              );
            return (
              <p key={paragraph.link}>
                <a href={paragraph.link}>{paragraph.link}</a>
              </p>
            );
          })}
        </div>
        <p className="small">
          <Link to={paths.demo()}>All mails of the demo</Link>
        </p>
      </Notice>
    </>
  );
}
