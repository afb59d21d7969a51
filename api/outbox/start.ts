import type { Log } from "../app.ts";
import type { ApiConfig } from "../config.ts";
import type { Store } from "../store/open.ts";
import { createEmail } from "./email.ts";
import { Sender } from "./sender.ts";
import { createWebhook } from "./webhook.ts";

/** Starts to send requests for certification and validation through the channels that are configured. */
export function startSender(store: Store, { outbox, production, demo }: ApiConfig, log: Log): Sender {
  const { email, webhook, publicUrl } = outbox;
  const clock = () => new Date();
  const carriers = [...(email ? [createEmail(email, publicUrl)] : []), ...(webhook ? [createWebhook(webhook, clock, publicUrl)] : [])];
  if (carriers.length === 0 && production && !demo)
    log({
      level: "warn",
      message: "requests for certification and validation are kept but sent to nobody: set OUTBOX_SMTP_URL or OUTBOX_WEBHOOK_URL",
    });
  const sender = new Sender({ store, carriers, clock, log });
  if (carriers.length > 0) sender.start();
  return sender;
}
