import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { MailQuestion } from "~/components/session/SignInPages";
import { FlashMessage } from "~/components/shell/FlashMessage";
import { screenTitle } from "~/components/shell/Page";
import { BrandBar } from "~/components/shell/TopBar";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { requireMail } from "~/services/session/home-site.server";
import { askForMail } from "~/services/session/sign-in-by-mail.server";
import { paths } from "~/views/paths";
import { withVisitor } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Sign in") }];

/** Public; asks for a mail that signs in. Without a home site, people come from here and leave to here (docs/rules/sign-in-by-mail.md). */
export const loader = withVisitor(async ({ context }) => {
  await requireMail();
  if (context.session.current) throw new Redirect(paths.home());
  return { flash: context.flash.take() };
});

export const action = withVisitor(async ({ request, context }) => {
  await requireMail();
  return data(await askForMail(context, await readForm(request)), { status: 400 });
});

export default function SignIn() {
  const { flash } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <BrandBar />
      <FlashMessage flash={flash} />
      <MailQuestion reply={reply} />
    </>
  );
}
