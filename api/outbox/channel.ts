import type { Channel } from "#model/contract/outbox.ts";
import type { Request } from "../services/outbox.ts";

/** Delivers a request. */
export interface Carrier {
  channel: Channel;
  /**
   * Sends a request once.
   * @param signal ends the attempt
   * @throws DeliveryError
   */
  send(request: Request, signal: AbortSignal): Promise<void>;
}

/** A request was not delivered. The message is for internal accounts, in words of the other side where it has any. */
export class DeliveryError extends Error {
  override name = "DeliveryError";
  /** For the log, which holds no names and addresses: a status or the code of a fault. */
  readonly code: string;
  /** For the log as well: what the other side answered, without what was sent and without addresses. */
  readonly reply: string | undefined;
  /** Trying again would come to the same. */
  readonly isFinal: boolean;

  constructor(message: string, { code, reply, isFinal = false }: { code: string; reply?: string | undefined; isFinal?: boolean }) {
    super(oneLine(message).slice(0, MESSAGE_MAX));
    this.code = code;
    this.reply = reply === undefined ? undefined : oneLine(reply).slice(0, MESSAGE_MAX);
    this.isFinal = isFinal;
  }
}

const MESSAGE_MAX = 300;

/** A text without line breaks and other control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
