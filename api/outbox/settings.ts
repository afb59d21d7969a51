/** Where requests for certification and validation are sent (docs/operating.md#requests-for-certification-and-validation). */
import { z } from "zod";
import type { RequestKind } from "#model/contract/outbox.ts";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import { ADDRESS_VARIABLES, type Faults, flag } from "#model/environment.ts";

export interface EmailSettings {
  host: string;
  port: number;
  /** TLS from the first byte on (`smtps:`). */
  secure: boolean;
  /** Nothing is sent before the connection is encrypted. */
  requireTls: boolean;
  auth?: { user: string; pass: string };
  from: string;
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

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

export const OUTBOX_VARIABLES = {
  PUBLIC_URL: ADDRESS_VARIABLES.PUBLIC_URL,
  ALLOW_HTTP: flag,
  OUTBOX_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be smtp://… or smtps://…" })
    .refine((url) => isEncoded(new URL(url)), "name and password must be percent-encoded")
    .optional(),
  OUTBOX_FROM: z.email("must be an e-mail address").optional(),
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
  if (!values.OUTBOX_SMTP_URL) return undefined;
  const { OUTBOX_FROM: from, OUTBOX_TO: all = [] } = values;
  const to = { certification: values.OUTBOX_TO_CERTIFICATION ?? all, validation: values.OUTBOX_TO_VALIDATION ?? all };
  if (!from) faults.add("OUTBOX_FROM", "required with OUTBOX_SMTP_URL, the address that requests come from");
  if (to.certification.length === 0 || to.validation.length === 0)
    faults.add("OUTBOX_TO", "required with OUTBOX_SMTP_URL, unless OUTBOX_TO_CERTIFICATION and OUTBOX_TO_VALIDATION are both set");
  const { protocol, hostname, port, username, password } = new URL(values.OUTBOX_SMTP_URL);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password never crosses the network in clear.
    requireTls: isTlsNeeded || (username !== "" && values.ALLOW_HTTP !== "1"),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    from: from ?? "",
    to,
  };
}

function webhookOf(values: OutboxVariables, isTlsNeeded: boolean, faults: Faults): WebhookSettings | undefined {
  const { OUTBOX_WEBHOOK_URL: url, OUTBOX_WEBHOOK_SECRET: secret } = values;
  if (!url) return undefined;
  if (!secret) faults.add("OUTBOX_WEBHOOK_SECRET", "required with OUTBOX_WEBHOOK_URL, at least 32 characters");
  if (isTlsNeeded && url.startsWith("http:"))
    faults.add("OUTBOX_WEBHOOK_URL", "with http:// anybody on the way can read it; use https://, or set ALLOW_HTTP=1 if http is meant");
  return { url, key: Buffer.from((secret ?? "").replace(/^whsec_/, ""), "base64") };
}
