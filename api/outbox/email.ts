/** Requests as e-mail. */
import { createTransport } from "nodemailer";
import type { Request } from "../services/outbox.ts";
import { type Carrier, DeliveryError, oneLine } from "./channel.ts";
import { resultAddress } from "./result-address.ts";
import type { EmailSettings } from "./settings.ts";

/** How long the server may take to be reached, to greet, and to answer each command. */
const STEP_MS = 10_000;

/** @param publicUrl for a link to the result */
export function createEmail({ host, port, secure, requireTls, auth, from, to }: EmailSettings, publicUrl?: string): Carrier {
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
  return {
    channel: "email",
    async send(request, signal) {
      try {
        await transport.sendMail({
          from,
          to: [...to[request.kind]],
          // Nobody can be answered who was removed since.
          ...(request.email.includes("@") ? { replyTo: { name: oneLine(request.first_name ?? ""), address: request.email } } : {}),
          // The same at every attempt, so that a message that arrives twice can be recognised.
          messageId: `<${request.reference}@${from.slice(from.lastIndexOf("@") + 1)}>`,
          date: new Date(request.requested_at),
          subject: oneLine(`Request for ${wordsFor(request)}: ${request.organization}, ${request.assessment}`),
          text: textOf(request, publicUrl),
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
      } catch (error) {
        throw undelivered(error);
      }
    },
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

const wordsFor = ({ kind }: Request) => (kind === "certification" ? "certification" : "independent validation");

/** What the message says: who asks for what, and nothing of answers and scores. */
export function textOf(request: Request, publicUrl?: string): string {
  const { first_name: name, email, organization, assessment, assessment_id: id, model, selected_scope: scope, status, team } = request;
  const isCompleted = status === "Completed";
  const address = resultAddress(request, publicUrl);
  const facts: [string, string | null | undefined][] = [
    ["Organization", organization],
    ["Assessment", `${assessment} (number ${id})`],
    ["Model and scope", `${model}, ${scope}`],
    ["Requested by", name ? `${name}, ${email}` : email],
    ["Team", team],
    ["Requested on", `${request.requested_at.slice(0, 10)} at ${request.requested_at.slice(11, 16)} UTC`],
    ["Result", isCompleted ? address : address && `${address} (once it has been submitted)`],
  ];
  return [
    `${wordsFor(request) === "certification" ? "Certification" : "Independent validation"} has been requested for this assessment:`,
    "",
    ...facts.flatMap(([label, value]) => (value ? [`${label}: ${oneLine(value)}`] : [])),
    "",
    ...(request.is_test ? ["It is a test assessment.", ""] : []),
    ...(isCompleted ? [] : ["It has not been submitted yet.", ""]),
    "Whoever asks for this is asked to confirm that the end customer agrees to share the data with you. You need an account to see the result.",
    "",
  ].join("\n");
}
