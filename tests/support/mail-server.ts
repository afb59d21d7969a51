/** A mail server for tests, and mails as their readers see them. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface Mail {
  to: string[];
  /** As it came over the wire. */
  source: string;
}

/** A mail server that gives these answers, and then good ones. @param faults each undefined for an answer that never comes */
export async function startMailServer(...faults: (number | undefined)[]) {
  return serveMails(faults);
}

/** A mail server that refuses, with these words, senders or recipients, and people who sign in. */
export const startRefusingServer = (refusals: { sender?: string; recipient?: string; user?: string }) => serveMails([], refusals);

async function serveMails(
  faults: (number | undefined)[],
  { sender, recipient, user }: { sender?: string; recipient?: string; user?: string } = {},
) {
  const refusal = (line: string) => Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });
  const received: Mail[] = [];
  const attempts = { count: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: (_auth, _session, done) => done(user ? refusal(user) : null, { user: "anybody" }),
    allowInsecureAuth: true,
    onMailFrom: (_address, _session, done) => done(sender ? refusal(sender) : null),
    onRcptTo: (_address, _session, done) => done(recipient ? refusal(recipient) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const hasFault = attempts.count < faults.length;
        const fault = faults[attempts.count];
        attempts.count += 1;
        if (hasFault && fault === undefined) return;
        if (fault !== undefined) return done(Object.assign(new Error("not today"), { responseCode: fault }));
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    attempts,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** A mail as a program for mails shows it. */
export interface ReadMail {
  /** Headers by their names in lower case. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** Reads a mail of two parts, text and HTML. */
export function readMail({ source }: Mail): ReadMail {
  const { headers, body } = partOf(source);
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts = body.split(`--${boundary}`).map(partOf);
  const decoded = (type: string) => {
    const part = parts.find((each) => each.headers["content-type"]?.startsWith(type));
    return part ? decode(part.body, part.headers["content-transfer-encoding"]) : "";
  };
  return { headers, text: decoded("text/plain"), html: decoded("text/html") };
}

function partOf(source: string) {
  const [head = "", ...rest] = source.replace(/^\r\n/, "").split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  return { headers, body: rest.join("\r\n\r\n") };
}

function decode(body: string, encoding = "7bit"): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body.replaceAll("\r\n", "\n");
  const bytes = body
    .replaceAll("=\r\n", "")
    .replaceAll("\r\n", "\n")
    .replaceAll(/=([\dA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** The link and the code in a mail that signs in. The token is what follows the last slash of the link. */
export function secretsIn(mail: ReadMail): { link: string; token: string; code: string } {
  const link = /^https?:\/\/\S+\/sign-in\/\S+$/m.exec(mail.text)?.[0] ?? "";
  return { link, token: link.slice(link.lastIndexOf("/") + 1), code: /^[A-Z0-9]{4}-[A-Z0-9]{4}$/m.exec(mail.text)?.[0] ?? "" };
}
