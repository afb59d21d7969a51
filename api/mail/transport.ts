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
 * Sends a mail once, and gives what the server answered.
 * @param signal ends the attempt
 * @throws DeliveryError
 */
export type Mailer = (message: Message, signal: AbortSignal) => Promise<unknown>;

const transportTo = ({ host, port, secure, requireTls, auth, isHere = false }: SmtpSettings) =>
  createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    // A relay on this machine may offer TLS with a certificate that nobody knows, and nobody is in between.
    ...(isHere ? { tls: { rejectUnauthorized: false } } : {}),
    ...(auth ? { auth } : {}),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Reaches a mail server and signs in, without sending anything. @throws DeliveryError */
export async function greetServer(smtp: SmtpSettings): Promise<string> {
  try {
    await transportTo(smtp).verify();
    return `${smtp.host} answers${smtp.auth ? " and takes name and password" : ""}`;
  } catch (error) {
    throw undelivered(error, []);
  }
}

/** @param name that people see as the sender's, together with the address */
export function createMailer(smtp: SmtpSettings, name?: string): Mailer {
  const transport = transportTo(smtp);
  const { from } = smtp;
  return async ({ to, replyTo, reference, date, subject, text, html }, signal) => {
    try {
      const { response } = await transport.sendMail({
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
      return response;
    } catch (error) {
      throw undelivered(error, to);
    }
  };
}

interface SmtpFault {
  code?: string;
  /** The command of SMTP that was refused, such as `RCPT TO`. */
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
  /** Where the name of the server has several addresses: what was wrong with each. */
  errors?: readonly Error[];
}

/** A fault of several addresses has no words of its own. */
function readFault(error: unknown): SmtpFault {
  const { code, command, responseCode, response, message, errors = [] } = error as SmtpFault;
  return { ...{ code, command, responseCode, response }, message: message || errors.map((each) => each.message).join("; ") } as SmtpFault;
}

/** Codes of status (RFC 3463), and words of Exchange: the account or this machine may not send, whoever it is to. */
const MAY_NOT_SEND = /^5\d\d[ -]5\.7\.|SendAsDenied|relay/i;

/** A fault of sending, for the queue. 5xx about the mail or its recipient is final. An operator can mend anything else (docs/rules/sign-in-by-mail.md#mails). */
export function undelivered(error: unknown, to: readonly string[]): DeliveryError {
  const fault = readFault(error);
  const { code, command, responseCode, response, message } = fault;
  const isAboutMail = command === "DATA" || (command === "RCPT TO" && !MAY_NOT_SEND.test(response ?? "") && responseCode !== 530);
  return new DeliveryError(response ?? message ?? String(error), {
    code: String(responseCode ?? code ?? "unknown"),
    reply: replyOf(fault, to),
    isFinal: isAboutMail && responseCode !== undefined && responseCode >= 500,
  });
}

/**
 * The server's answer without addresses. Once the server has the mail, its answer may repeat the mail's text, which holds secrets. From then on
 * only the codes are kept.
 */
function replyOf({ command, response, message = "" }: SmtpFault, to: readonly string[]): string {
  if (command === "DATA") return /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(response ?? "")?.[0] ?? "no answer to the mail itself";
  // About a recipient, the library puts words of its own before those of the server.
  const said = command === "RCPT TO" && response ? response : message;
  const names = to.map((address) => address.slice(0, address.lastIndexOf("@"))).filter((name) => name.length > 2);
  return [...to, ...names]
    .reduce((text, each) => text.replaceAll(each, "…"), said.slice(0, REPLY_READ))
    .replaceAll(/[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]+/g, "…");
}

/** More than a reply of several lines is long. */
const REPLY_READ = 2_000;
