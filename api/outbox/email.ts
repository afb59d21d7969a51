/** Requests as e-mail. */
import { shownAddress } from "#model/mail-address.ts";
import { createMailer } from "../mail/transport.ts";
import type { Request } from "../services/outbox.ts";
import { type Carrier, oneLine } from "./channel.ts";
import { resultAddress } from "./result-address.ts";
import type { EmailSettings } from "./settings.ts";

/** @param publicUrl for a link to the result */
export function createEmail({ to, ...smtp }: EmailSettings, publicUrl?: string): Carrier {
  const send = createMailer(smtp);
  return {
    channel: "email",
    send: async (request, signal) =>
      void (await send(
        {
          to: to[request.kind],
          // Nobody can be answered who was removed since.
          ...(request.email.includes("@") ? { replyTo: { name: request.first_name ?? "", address: request.email } } : {}),
          reference: request.reference,
          date: new Date(request.requested_at),
          subject: `Request for ${wordsFor(request)}: ${request.organization}, ${request.assessment}`,
          text: textOf(request, publicUrl),
        },
        signal,
      )),
  };
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
    ["Requested by", name ? `${name}, ${shownAddress(email)}` : shownAddress(email)],
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
