import { sql } from "kysely";
import { findRequest } from "../services/outbox.ts";
import type { Store } from "../store/open.ts";
import type { Carrier } from "./channel.ts";
import type { Queue } from "./sender.ts";

/**
 * Requests for certification and validation, as a sender sends them.
 * @param carriers one for each channel that is configured
 */
export function requestQueue(store: Store, carriers: readonly Carrier[]): Queue<"outbox_delivery"> {
  const channels = carriers.map(({ channel }) => channel);
  return {
    table: "outbox_delivery",
    name: "the outbox",
    item: "a request",
    only: channels.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`channel in (${sql.join(channels)})`,
    async prepare(now) {
      if (channels.length > 0) await openDeliveries(store, channels, now);
    },
    async send({ outbox_id, channel }, signal) {
      const request = await findRequest(store, outbox_id);
      const carrier = carriers.find((each) => each.channel === channel);
      if (!request || !carrier) return false;
      await carrier.send(request, signal);
      return true;
    },
    keptOf: ({ message }) => message,
    facts: ({ outbox_id: request, channel }) => ({ request, channel }),
  };
}

/** Requests that are new, or from a time without channels, get a delivery for each channel of now. */
async function openDeliveries(store: Store, channels: readonly Carrier["channel"][], now: Date): Promise<void> {
  const fresh = await store
    .selectFrom("outbox")
    .leftJoin("outbox_delivery", "outbox_delivery.outbox_id", "outbox.id")
    .select("outbox.id")
    .where("outbox_delivery.id", "is", null)
    .execute();
  const next_at = now.toISOString();
  for (const { id } of fresh)
    await store
      .insertInto("outbox_delivery")
      .values(channels.map((channel) => ({ outbox_id: id, channel, attempts: 0, next_at })))
      .onConflict((conflict) => conflict.columns(["outbox_id", "channel"]).doNothing())
      .execute();
}
