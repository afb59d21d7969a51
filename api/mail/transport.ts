/** Sends mails over SMTP. */
import { createTransport } from "nodemailer";
import { DeliveryError, oneLine } from "../outbox/channel.ts";
import type { SmtpSettings } from "./settings.ts";

/** How long the server may take to be reached, to greet, and to answer each command. */
const STEP_MS = 10_000;

/** A mail as it is sent. */
export interface Message {
  to: readonly string[];
  replyTo?: { name: string; address: string };
  /** The same at every attempt, so that a mail that arrives twice can be recognised. */
  reference: string;
  date: Date;
  subject: string;
  text: string;
  html?: string;
}

/**
 * Sends a mail once.
 * @param signal ends the attempt
 * @throws DeliveryError
 */
export type Mailer = (message: Message, signal: AbortSignal) => Promise<void>;

/** @param name that people see as the sender's, together with the address */
export function createMailer({ host, port, secure, requireTls, auth, from }: SmtpSettings, name?: string): Mailer {
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...(auth ? { auth } : {}),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, replyTo, reference, date, subject, text, html }, signal) => {
    try {
      await transport.sendMail({
        from: name === undefined ? from : { name, address: from },
        to: [...to],
        ...(replyTo ? { replyTo: { ...replyTo, name: oneLine(replyTo.name) } } : {}),
        messageId: `<${reference}@${from.slice(from.lastIndexOf("@") + 1)}>`,
        date,
        subject: oneLine(subject),
        text,
        ...(html === undefined ? {} : { html }),
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
    } catch (error) {
      throw undelivered(error);
    }
  };
}

/** The server's own answer decides whether to try again: 5xx is for good, 4xx and silence are not. */
function undelivered(error: unknown): DeliveryError {
  const { code, responseCode, response, message } = error as { code?: string; responseCode?: number; response?: string; message?: string };
  return new DeliveryError(response ?? message ?? String(error), {
    code: String(responseCode ?? code ?? "unknown"),
    isFinal: responseCode !== undefined && responseCode >= 500,
  });
}
