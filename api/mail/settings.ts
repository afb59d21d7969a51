/** How mails are sent (docs/operating.md#mails). */
import { z } from "zod";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import { ADDRESS_VARIABLES, type Faults, flag, isPlainAddress, NOT_ENCODED } from "#model/environment.ts";

/** A mail server, and the address that mails come from. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte on (`smtps:`). */
  secure: boolean;
  /** Nothing is sent before the connection is encrypted. */
  requireTls: boolean;
  auth?: { user: string; pass: string };
  from: string;
  /** The server is on this machine: nobody is in between. */
  isHere?: boolean;
}

/** Mails to people. */
export interface MailSettings {
  smtp: SmtpSettings;
  /** Where people find the web application, for links to it. */
  publicUrl: string;
}

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** A variable that names a mail server. */
export const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/./i, "must be smtp://… or smtps://…")
  .refine((url) => isPlainAddress(url) && new URL(url).hostname !== "", NOT_ENCODED)
  .refine((url) => !URL.canParse(url) || isEncoded(new URL(url)), "name and password must be percent-encoded")
  .optional();
/** A variable that is an address which mails come from. */
export const mailAddress = z.email("must be an e-mail address").optional();

export const MAIL_VARIABLES = {
  PUBLIC_URL: ADDRESS_VARIABLES.PUBLIC_URL,
  ALLOW_HTTP: flag,
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailAddress,
};

export type MailVariables = z.output<z.ZodObject<typeof MAIL_VARIABLES>>;

/** Addresses of this machine alone. */
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

/** @param isTlsNeeded also where there is no password; a server on this machine needs none */
export function smtpSettingsOf(url: string, from: string, { isTlsNeeded, allowHttp }: { isTlsNeeded: boolean; allowHttp: boolean }) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = isLoopback(host);
  return {
    host,
    ...(isHere ? { isHere } : {}),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password never crosses the network in clear.
    requireTls: !isHere && (isTlsNeeded || (username !== "" && !allowHttp)),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    from,
  } satisfies SmtpSettings;
}

/**
 * Undefined where no mails are sent to people.
 * @param faults receives what does not go together
 */
export function mailSettingsOf(
  { SMTP_URL, MAIL_FROM, PUBLIC_URL, ALLOW_HTTP }: MailVariables,
  production: boolean,
  faults: Faults,
): MailSettings | undefined {
  if (!SMTP_URL && !MAIL_FROM) return undefined;
  if (!SMTP_URL) faults.add("SMTP_URL", "required with MAIL_FROM, the server that sends mails");
  if (!MAIL_FROM) faults.add("MAIL_FROM", "required with SMTP_URL, the address that mails come from");
  if (!PUBLIC_URL) faults.add("PUBLIC_URL", "required with SMTP_URL, for the links in mails");
  if (!SMTP_URL || !MAIL_FROM || !PUBLIC_URL) return undefined;
  const allowHttp = ALLOW_HTTP === "1";
  return {
    smtp: smtpSettingsOf(SMTP_URL, MAIL_FROM, { isTlsNeeded: production && !allowHttp, allowHttp }),
    publicUrl: withoutEndSlashes(PUBLIC_URL),
  };
}
