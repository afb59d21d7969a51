import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { shownAddress } from "#model/mail-address.ts";
import { CodeQuestion, MailIsOver, NoCookies } from "~/components/session/SignInPages";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { requireMail } from "~/services/session/home-site.server";
import { signInByMail, typedCode } from "~/services/session/sign-in-by-mail.server";
import { paths } from "~/views/paths";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Check your mail") }];

/** Public; takes the code of a mail that this browser has asked for (docs/rules/sign-in-by-mail.md#link-and-code). */
export const loader = withVisitor(async ({ request, context }) => {
  await requireMail();
  if (context.session.current) throw new Redirect(paths.home());
  if (context.cookieCheck.isRefused(request)) return data({ address: undefined, noCookies: true }, { status: 400 });
  const mailRequest = await context.mailCookies.findAsked();
  return data({ address: mailRequest && shownAddress(mailRequest.address), noCookies: false }, { status: mailRequest ? 200 : 410 });
});

export const action = withVisitor(async ({ request, context }) => {
  await requireMail();
  const code = typedCode(await readForm(request));
  const came = code === "" ? "wrong" : await signInByMail(context, request, { code });
  return data({ came, code }, { status: came === "over" ? 410 : 400 });
});

export default function SignInCode() {
  const { address, noCookies } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <BrandBar />
      {noCookies ? (
        <NoCookies />
      ) : address === undefined || reply?.came === "over" ? (
        <MailIsOver signedInAs={undefined} />
      ) : (
        <CodeQuestion address={address} wrongCode={reply?.code} />
      )}
    </>
  );
}
