/** How every call is handled: who asks is established, what is sent is checked, and a write is one transaction that may be repeated safely. */
import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Bearers } from "./auth/bearer.ts";
import type { ApiConfig } from "./config.ts";
import type { Catalogue } from "./content/catalogue.ts";
import { once, type Reply } from "./idempotency.ts";
import { notFound, Problem, refusedBySchema, unauthorized } from "./problem.ts";
import { findUser } from "./services/users.ts";
import type { User, Work } from "./services/work.ts";
import { inTransaction, type Store } from "./store/open.ts";

export interface Surroundings {
  store: Store;
  catalogue: Catalogue;
  config: ApiConfig;
  clock: () => Date;
  bearers: Bearers;
}

export type Api = Hono<{ Variables: { requestId: string } }>;
type Handler = (context: Context) => Promise<Response>;

export interface Handlers extends Surroundings {
  /** A call that only reads; what it gives is sent as JSON. */
  reading(read: (work: Work, context: Context) => Promise<unknown>): Handler;
  /** A call that writes, in one transaction; with an Idempotency-Key it is done once. */
  writing<S extends z.ZodType>(schema: S, write: (work: Work, body: z.output<S>, context: Context) => Promise<Reply>): Handler;
}

/** What calls without a payload send: nothing, or an empty object. */
export const noPayload = z.unknown();

export const ok = (body?: unknown): Reply => ({ status: 200, body: body ?? {} });
export const createdReply = (body: unknown): Reply => ({ status: 201, body });
export const noContent: Reply = { status: 204 };

/** Binds the two kinds of calls to what they run with. */
export function createHandlers(surroundings: Surroundings): Handlers {
  const { store, catalogue, config, clock, bearers } = surroundings;

  const workOf = (user: User, now: Date): Work => ({
    db: store,
    user,
    now,
    catalogue,
    isInternal: config.internalAccounts.includes(user.email),
  });

  const authenticate = async (context: Context): Promise<Work> => {
    const now = clock();
    const token = /^Bearer +([^ ]+)$/i.exec(context.req.header("Authorization") ?? "")?.[1];
    if (!token) throw unauthorized();
    const user = await findUser(store, await bearers.userIdOf(token, now));
    if (!user) throw unauthorized();
    return workOf(user, now);
  };

  return {
    ...surroundings,
    reading: (read) => async (context) => context.json(await read(await authenticate(context), context)),
    writing: (schema, write) => async (context) => {
      const work = await authenticate(context);
      const text = await context.req.text();
      const body = parseBody(schema, text);
      const request = {
        key: idempotencyKey(context),
        request: `${context.req.method} ${context.req.path}${new URL(context.req.url).search}`,
        bodyHash: createHash("sha256").update(text).digest("hex"),
      };
      const reply = await inTransaction(store, (db) => once({ ...work, db }, request, () => write({ ...work, db }, body, context)));
      return reply.body === undefined ? context.body(null, reply.status) : context.json(reply.body, reply.status as 200);
    },
  };
}

function idempotencyKey(context: Context): string | undefined {
  const key = context.req.header("Idempotency-Key");
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Problem(400, "The Idempotency-Key must be 1 to 200 visible ASCII characters.");
  return key;
}

/**
 * Reads a JSON body by a schema; an empty body counts as an empty object.
 * @throws Problem 400 when it is not JSON, 422 when it breaks the schema
 */
export function parseBody<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    throw new Problem(400, "The body is not JSON.");
  }
  return parseValue(schema, value);
}

/** @throws Problem 422 when the value breaks the schema */
export function parseValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw refusedBySchema(result.error);
  return result.data;
}

// The largest id that both databases can hold.
const ID_MAX = 2_147_483_647;

/** True for numbers that can be the id of a stored row. */
function isRowId(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= ID_MAX;
}

/** An id in a query. */
export const rowId = z.coerce.number<string>().refine(isRowId, "must be an id");

/**
 * An id in the path.
 * @throws Problem 404 when it is not a positive integer, since nothing has such an id
 */
export function idParameter(context: Context, name: string): number {
  const text = context.req.param(name) ?? "";
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  if (!isRowId(id)) throw notFound();
  return id;
}

/**
 * An assessment's id in a body, where the contract leaves its type open.
 * @throws Problem 404 when it is not a positive integer
 */
export function idInBody(value: number | string): number {
  const id = Number(value);
  if (!isRowId(id)) throw notFound("The assessment does not exist.");
  return id;
}
