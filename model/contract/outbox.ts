import { z } from "zod";
import { id, mailAddress, queryId, role } from "./common.ts";

/** The kind of request: certification of a P3M3 assessment, or independent validation of an ITIL assessment. */
export const requestKind = z.enum(["certification", "validation"]);
export type RequestKind = z.infer<typeof requestKind>;

/** How a request is sent. */
export const channel = z.enum(["email", "webhook"]);
export type Channel = z.infer<typeof channel>;

/** The outcome of sending a request through one channel. */
export const delivery = z.object({
  channel,
  state: z.enum(["sent", "waiting", "failed"]),
  attempts: z.number(),
  /** When the request was sent, when the next try is, or when the last try failed. */
  at: z.string(),
  /** What went wrong at the last attempt. */
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const outboxEntry = z.object({
  id,
  kind: requestKind,
  requestedAt: z.string(),
  /** An e-mail address. */
  requestedBy: mailAddress,
  team: z.string().nullable(),
  organization: z.object({ id, name: z.string() }),
  assessment: z.object({ id, name: z.string(), assessmentType: role, completed: z.boolean() }),
  /** None while no channel is configured. */
  deliveries: z.array(delivery),
});
export type OutboxEntry = z.infer<typeof outboxEntry>;

export const outbox = z.object({
  requests: z.array(outboxEntry),
  more: z.boolean(),
  /** Those that are configured. */
  channels: z.array(channel),
});

/** How requests are sent: the channels that are configured. While there are none, requests wait. */
export const outboxChannels = z.object({ channels: z.array(channel) });

export const outboxQuery = z.object({ before: queryId.optional() });
