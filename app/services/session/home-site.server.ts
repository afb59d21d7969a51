/** Where people come from and leave to: the external home site, the demo's page, or our own page for signing in by mail. */
import { ConfigurationError } from "#model/environment.ts";
import { config } from "~/services/config.server";
import { Redirect } from "~/services/faults.server";
import { log } from "~/services/http/log.server";
import { askForExtensions } from "~/services/upstream/extensions.server";
import { paths } from "~/views/paths";
import type { Flash } from "~/views/shell";

/** Whether our own page takes the place of a home site (docs/rules/sign-in-by-mail.md#without-a-home-site). */
export const isHomeOurs = () => config().homeSiteUrl === paths.signIn();

/** What to throw to lead there. @param why a message, which only our own page can show */
export const toHomeSite = (why: Flash) => new Redirect(config().homeSiteUrl, whyAtHome(why));

/** A message for our own page; undefined where another site is home. */
export const whyAtHome = (why: Flash) => (isHomeOurs() ? why : undefined);

/** Checks, before anybody comes, that there is a way in. @throws ConfigurationError */
export async function checkHomeSite(): Promise<void> {
  if (!isHomeOurs() || !config().apiUrl) return;
  const named = await askForExtensions().catch((error: unknown) => {
    log("warn", "the upstream does not say whether people can sign in by mail", { reason: String(error) });
    return undefined;
  });
  if (named && !named.includes("mail"))
    throw new ConfigurationError("HOME_SITE_URL: required, because the upstream does not let people sign in by mail");
}
