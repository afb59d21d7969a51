/** Where requests for certification and validation are sent (docs/operating.md#requests-for-certification-and-validation). */
import { z } from "zod";
import type { RequestKind } from "#model/contract/outbox.ts";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import type { Faults } from "#model/environment.ts";
import { MAIL_VARIABLES, mailAddress, type SmtpSettings, smtpSettingsOf, smtpUrl } from "../mail/settings.ts";

export interface EmailSettings extends SmtpSettings {
  to: Readonly<Record<RequestKind, readonly string[]>>;
}

export interface WebhookSettings {
  url: string;
  key: Buffer;
}

/** A channel that is absent is not configured. */
export interface OutboxSettings {
  email?: EmailSettings;
  webhook?: WebhookSettings;
  /** Where people find the web application, for links to it. */
  publicUrl?: string;
}

const addresses = z
  .string()
  .transform((list) => list.split(",").flatMap((address) => address.trim() || []))
  .refine((list) => list.length > 0 && list.every((address) => z.email().safeParse(address).success), {
    error: "must be e-mail addresses with commas between them",
  });

export const OUTBOX_VARIABLES = {
  ...MAIL_VARIABLES,
  OUTBOX_SMTP_URL: smtpUrl,
  OUTBOX_FROM: mailAddress,
  OUTBOX_TO: addresses.optional(),
  OUTBOX_TO_CERTIFICATION: addresses.optional(),
  OUTBOX_TO_VALIDATION: addresses.optional(),
  OUTBOX_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: "must be https://…" }).optional(),
  OUTBOX_WEBHOOK_SECRET: z
    .string()
    .regex(/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/, "must be at least 32 characters of base64, such as from openssl rand -base64 33")
    .optional(),
};

type OutboxVariables = z.output<z.ZodObject<typeof OUTBOX_VARIABLES>>;

/** @param faults receives what does not go together */
export function outboxSettingsOf(values: OutboxVariables, production: boolean, faults: Faults): OutboxSettings {
  const isTlsNeeded = production && values.ALLOW_HTTP !== "1";
  const email = emailOf(values, isTlsNeeded, faults);
  const webhook = webhookOf(values, isTlsNeeded, faults);
  return {
    ...(email ? { email } : {}),
    ...(webhook ? { webhook } : {}),
    ...(values.PUBLIC_URL ? { publicUrl: withoutEndSlashes(values.PUBLIC_URL) } : {}),
  };
}

function emailOf(values: OutboxVariables, isTlsNeeded: boolean, faults: Faults): EmailSettings | undefined {
  const { OUTBOX_TO: all = [], OUTBOX_TO_CERTIFICATION: certification = all, OUTBOX_TO_VALIDATION: validation = all } = values;
  // The server of other mails sends requests too, if a setting names an addressee.
  const url = values.OUTBOX_SMTP_URL ?? (certification.length + validation.length > 0 ? values.SMTP_URL : undefined);
  if (!url) return undefined;
  const from = values.OUTBOX_FROM ?? values.MAIL_FROM;
  if (!from) faults.add("OUTBOX_FROM", "required with OUTBOX_SMTP_URL, the address that requests come from");
  if (certification.length === 0 || validation.length === 0)
    faults.add("OUTBOX_TO", "required with OUTBOX_SMTP_URL, unless OUTBOX_TO_CERTIFICATION and OUTBOX_TO_VALIDATION are both set");
  const smtp = smtpSettingsOf(url, from ?? "", { isTlsNeeded, allowHttp: values.ALLOW_HTTP === "1" });
  return { ...smtp, to: { certification, validation } };
}

function webhookOf(values: OutboxVariables, isTlsNeeded: boolean, faults: Faults): WebhookSettings | undefined {
  const { OUTBOX_WEBHOOK_URL: url, OUTBOX_WEBHOOK_SECRET: secret } = values;
  if (!url) return undefined;
  if (!secret) faults.add("OUTBOX_WEBHOOK_SECRET", "required with OUTBOX_WEBHOOK_URL, at least 32 characters");
  if (isTlsNeeded && url.startsWith("http:"))
    faults.add("OUTBOX_WEBHOOK_URL", "with http:// anybody on the way can read it; use https://, or set ALLOW_HTTP=1 if http is meant");
  return { url, key: Buffer.from((secret ?? "").replace(/^whsec_/, ""), "base64") };
}
