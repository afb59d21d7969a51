/** Where people come from and leave to: the external home site, the demo's page, or our own page for signing in by mail. */
import { ConfigurationError } from "#model/environment.ts";
import { config } from "~/services/config.server";
import { NotFound, Redirect } from "~/services/faults.server";
import { log } from "~/services/http/log.server";
import { askForExtensions, hasExtension } from "~/services/upstream/extensions.server";
import { paths } from "~/views/paths";
import type { Flash } from "~/views/shell";

/** Whether our own page takes the place of a home site (docs/rules/sign-in-by-mail.md#without-a-home-site). */
export const isHomeOurs = () => config().homeSiteUrl === paths.signIn();

/** The redirect to throw. @param why a message, which only our own page can show */
export const toHomeSite = (why: Flash) => new Redirect(config().homeSiteUrl, whyAtHome(why));

/** A message for our own page; undefined where another site is home. */
export const whyAtHome = (why: Flash) => (isHomeOurs() ? why : undefined);

/** Where nobody can come from anywhere else, this page takes the place of the one that is missing. */
const NO_WAY_IN = {
  title: "Nobody can sign in by mail at the moment.",
  description: "The service behind this page does not answer, or sends no mails. Please try again later, or tell whoever runs it.",
  next: { href: paths.signIn(), label: "Try again" },
};

/** For the pages of signing in by mail. @throws NotFound where the upstream sends no mails; with words where our own page is home */
export async function requireMail(): Promise<void> {
  if (!(await hasExtension("mail"))) throw new NotFound(isHomeOurs() ? NO_WAY_IN : undefined);
}

/** Checks, before anybody comes, that there is a way in. An upstream that is away is believed. @throws ConfigurationError */
export async function checkHomeSite(): Promise<void> {
  if (!isHomeOurs() || !config().apiUrl) return;
  const named = await askForExtensions().catch((error: unknown) => {
    log("warn", "the upstream does not say whether people can sign in by mail", { reason: String(error) });
    return undefined;
  });
  if (named && !named.includes("mail"))
    throw new ConfigurationError("HOME_SITE_URL: required, because the upstream does not let people sign in by mail");
}
