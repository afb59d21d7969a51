import { data } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { EntryQuestion } from "~/components/session/EntryPages";
import { CodeElsewhere, MailIsOver } from "~/components/session/SignInPages";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { Redirect } from "~/services/faults.server";
import { requireMail } from "~/services/session/home-site.server";
import { lookAtLink, signInByMail } from "~/services/session/sign-in-by-mail.server";
import type { MailedLink } from "~/views/session";
import { withVisitor } from "~/with-user.server";

/** @property link what it shows here; null when it is over */
interface LinkScreen {
  link: MailedLink | null;
  signedInAs: string | undefined;
}

export const meta: MetaFunction = () => [{ title: screenTitle("Sign in") }];

/**
 * The link of a mail (docs/rules/sign-in-by-mail.md#link-and-code). Opening it uses nothing up. The browser that asked gets a button, any other
 * the code. The page asks a signed-in user first, and redirects nobody.
 */
export const loader = withVisitor(async ({ request, params, context }) => {
  await requireMail();
  const signedInAs = context.session.current?.user.email;
  const link = request.method === "HEAD" ? undefined : await lookAtLink(context, params.token ?? "");
  return data<LinkScreen>({ link: link ?? null, signedInAs }, { status: link || request.method === "HEAD" ? 200 : 410 });
});

/** The page's button. A link that serves no more here says so, or shows its code. */
export const action = withVisitor(async ({ request, params, context }) => {
  await requireMail();
  await signInByMail(context, request, { token: params.token ?? "" });
  throw new Redirect(new URL(request.url).pathname);
});

export default function SignInLink() {
  const { link, signedInAs } = useLoaderData<LinkScreen>();
  return (
    <>
      <BrandBar />
      {link?.own ? <EntryQuestion signedInAs={signedInAs} /> : null}
      {link?.code ? <CodeElsewhere code={link.code} signedInAs={signedInAs} /> : null}
      {link ? null : <MailIsOver signedInAs={signedInAs} />}
    </>
  );
}
