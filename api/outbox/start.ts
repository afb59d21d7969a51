import { MailedSecrets } from "../auth/mailed-secrets.ts";
import type { ApiConfig } from "../config.ts";
import type { Log } from "../log.ts";
import type { Writing } from "../mail/letter.ts";
import { mailQueue } from "../mail/queue.ts";
import { createMailer } from "../mail/transport.ts";
import type { Store } from "../store/open.ts";
import { createEmail } from "./email.ts";
import { requestQueue } from "./requests.ts";
import { Sender } from "./sender.ts";
import { createWebhook } from "./webhook.ts";

/** People wait for a mail that signs them in. */
const MAIL_EVERY_MS = 2_000;

/** Starts to send requests for certification and validation through the channels that are configured, and mails to people if they are. */
export function startSenders(
  store: Store,
  { outbox, mail, tokenSecrets, timeZone, production, demo }: ApiConfig,
  { historyKey, catalogue }: Pick<Writing, "historyKey" | "catalogue">,
  log: Log,
): { stop(): Promise<void> } {
  const { email, webhook, publicUrl } = outbox;
  const clock = () => new Date();
  const carriers = [...(email ? [createEmail(email, publicUrl)] : []), ...(webhook ? [createWebhook(webhook, clock, publicUrl)] : [])];
  if (carriers.length === 0 && production && !demo)
    log({
      level: "warn",
      message:
        "requests for certification and validation are kept but sent to nobody: set OUTBOX_TO, with a mail server, or OUTBOX_WEBHOOK_URL",
    });
  const senders: { start(): void; stop(): Promise<void> }[] = [];
  if (carriers.length > 0) senders.push(new Sender({ store, queue: requestQueue(store, carriers), clock, log }));
  // The demo shows its mails, and sends none.
  if (mail && !demo) {
    const mailer = createMailer(mail.smtp, "Maturity Assessment Tool");
    const secrets = new MailedSecrets(tokenSecrets);
    const queue = mailQueue(store, { mailer, secrets, publicUrl: mail.publicUrl, timeZone, historyKey, catalogue, clock });
    senders.push(new Sender({ store, queue, clock, log, everyMs: MAIL_EVERY_MS }));
  }
  for (const sender of senders) sender.start();
  return { stop: async () => void (await Promise.all(senders.map((sender) => sender.stop()))) };
}
