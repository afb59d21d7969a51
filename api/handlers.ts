/** How every call is handled: the caller is identified, the input is checked, and a write is one transaction that is safe to retry. */
import { createHash, type KeyObject } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { type Call, type HandlerInput, isCall, parametersIn, type Table, type Values } from "#model/contract/call.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import { isRowId, rowNumberIn } from "#model/contract/common.ts";
import { neededFor, reaches } from "#model/permissions.ts";
import type { Afterwards } from "./afterwards.ts";
import type { Bearer, Bearers } from "./auth/bearer.ts";
import type { MailedSecrets } from "./auth/mailed-secrets.ts";
import type { VoiceBearers } from "./auth/voice-bearer.ts";
import type { ApiConfig } from "./config.ts";
import type { Catalogue } from "./content/catalogue.ts";
import { openForgetting, type Reply, writeOnce } from "./idempotency.ts";
import { exceedsJsonBounds } from "./json-bounds.ts";
import { busyStore, notFound, notPermitted, Problem, refusedBySchema, unauthorized } from "./problem.ts";
import { openQuotas, openVoiceQuota } from "./quotas.ts";
import { findLivingSession, isWorthNoting, type LivingSession, noteSeen } from "./services/sessions.ts";
import { holdTeam } from "./services/teams.ts";
import { versionsIn } from "./services/versions.ts";
import { admitVoice, type VoiceWork } from "./services/voice-sheet.ts";
import type { Work } from "./services/work.ts";
import { type Db, inTransaction, type Store } from "./store/open.ts";

/** What the API as a whole works with. */
export interface Surroundings {
  store: Store;
  catalogue: Catalogue;
  config: ApiConfig;
  clock: () => Date;
  bearers: Bearers;
  mailed: MailedSecrets;
  voiceBearers: VoiceBearers;
  afterwards: Afterwards;
  historyKey: KeyObject;
}

export type Api = Hono<{ Variables: { requestId: string } }>;

/** Handlers may answer with read-only lists. */
type ReadonlyList<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;
type Output<C extends Call> = C extends { answer: infer A extends z.ZodType } ? ReadonlyList<z.output<A>> : unknown;

/**
 * The function that answers a call. A call with a bearer token gets the work: who asks, when, and a handle of the store. A write runs
 * in one transaction, and with an Idempotency-Key it is done once. A call without a bearer token gets the request and does the rest itself.
 */
export type Handler<C extends Call> = C extends { authentication: "voice" }
  ? (work: VoiceWork, received: HandlerInput<C>) => Promise<Output<C>>
  : C extends { authentication: string }
    ? (context: Context, received: HandlerInput<C>) => Promise<Output<C>>
    : (work: Work, received: HandlerInput<C>, context: Context) => Promise<Output<C>>;

/** A handler for each call of a table; one that is missing or gives something else does not compile. */
export type Handlers<T extends Table> = {
  readonly [Name in keyof T]: T[Name] extends Call ? Handler<T[Name]> : T[Name] extends Table ? Handlers<T[Name]> : never;
};

type AnyHandler = (first: Work | VoiceWork | Context, received: Values, context: Context) => Promise<unknown>;
type AnyHandlers = { readonly [name: string]: AnyHandler | AnyHandlers };

/** Whether an API with these extensions has a call. */
export function hasCall(extensions: readonly string[], { extension }: Call): boolean {
  return extension === undefined || extensions.includes(extension);
}

/**
 * Makes an API answer the calls of a table.
 * @param extensions those that the API offers; the calls of any other do not exist
 */
export function serve<T extends Table>(
  api: Api,
  table: T,
  handlers: Handlers<T>,
  surroundings: Surroundings,
  extensions: readonly string[],
): void {
  const answerTo = bindHandlers(surroundings);
  const served = (calls: Table, answers: AnyHandlers): void => {
    for (const [name, entry] of Object.entries(calls)) {
      const handler = answers[name];
      if (!isCall(entry)) served(entry, handler as AnyHandlers);
      else if (hasCall(extensions, entry))
        api.on(entry.method, entry.path.toLowerCase().replaceAll(/\{(\w+)\}/g, ":$1"), answerTo(entry, handler as AnyHandler));
    }
  };
  served(table, handlers as unknown as AnyHandlers);
}

/**
 * The living session that a bearer token belongs to.
 * @throws Problem 401 when the token is not valid, or its session is over
 */
export async function getLivingSession({ store, clock, bearers }: Surroundings, token: string): Promise<LivingSession> {
  const now = clock();
  return livingSession(store, await bearers.getBearer(token, now), now);
}

/** @throws Problem 401 when the session is over */
async function livingSession(db: Db, { userId, sessionId }: Bearer, now: Date): Promise<LivingSession> {
  const session = await findLivingSession(db, sessionId, userId, now);
  if (!session) throw unauthorized("The session is over.");
  return session;
}

/** The token in the Authorization header, if there is one. */
export function findBearerToken(context: Context): string | undefined {
  return /^Bearer +([^ ]+)$/i.exec(context.req.header("Authorization") ?? "")?.[1];
}

/** Gives the functions that answer the API's calls what they work with. */
function bindHandlers(surroundings: Surroundings) {
  const { store, catalogue, config, clock, bearers, voiceBearers, historyKey, afterwards } = surroundings;
  const countWrite = openQuotas();
  const countVoice = openVoiceQuota();
  const forgetOldAnswers = openForgetting();

  /**
   * Finds who makes a call, and what it works with. A caller whose permission is no longer enough gets no stored answer.
   * @throws Problem 401 when the session is over, 403 when the permission is not enough
   */
  const admit = async (call: Call, db: Db, bearer: Bearer): Promise<{ work: Work; session: LivingSession }> => {
    const now = clock();
    const session = await livingSession(db, bearer, now);
    const { user } = session;
    const needed = neededFor(call);
    if (!reaches(user.permission, needed)) throw notPermitted(needed);
    const { internalAccounts, timeZone } = config;
    const mails = config.mail !== undefined || config.demo;
    const isInternal = internalAccounts.includes(user.email);
    return {
      session,
      work: { db, user, now, timeZone, catalogue, isInternal, internalAccounts, mails, historyKey, sessionId: bearer.sessionId },
    };
  };

  /**
   * Answers a call of a voice. Its writes carry no key: the same page once more is the same page.
   * @throws Problem 401 when the sheet is renewed or taken back
   */
  const answerVoice = async (call: Call, handler: AnyHandler, context: Context): Promise<Response> => {
    const token = findBearerToken(context);
    if (!token) throw unauthorized();
    const secret = await voiceBearers.read(token, clock());
    const { timeZone } = config;
    const workOn = async (db: Db, forWriting: boolean): Promise<VoiceWork> => ({
      ...{ db, now: clock(), timeZone, catalogue, historyKey },
      ...(await admitVoice({ db, ...secret }, { forWriting })),
    });
    if (call.method === "GET")
      return respond(context, replyOf(call, await handler(await workOn(store, false), readAddress(call, context), context)));
    countVoice(secret.reference, clock());
    const madeFrom = versionsIn(context.req.header("Made-From"));
    const received = { body: parseBody(call.body ?? noPayload, await context.req.text()), ...readAddress(call, context) };
    const write = async (db: Db) => replyOf(call, await handler({ ...(await workOn(db, true)), madeFrom }, received, context));
    return respond(context, await inTransaction(store, write));
  };

  return (call: Call, handler: AnyHandler) =>
    async (context: Context): Promise<Response> => {
      if (call.authentication === "voice") return answerVoice(call, handler, context);
      if (call.authentication) {
        const body = call.body ? { body: parseBody(call.body, await context.req.text()) } : {};
        return respond(context, replyOf(call, await handler(context, { ...readAddress(call, context), ...body }, context)));
      }
      const token = findBearerToken(context);
      if (!token) throw unauthorized();
      const bearer = await bearers.getBearer(token, clock());
      const { work: first } = await admit(call, store, bearer);
      if (call.method === "GET") return respond(context, replyOf(call, await handler(first, readAddress(call, context), context)));
      const madeFrom = versionsIn(context.req.header("Made-From"));
      const text = await context.req.text();
      const received = { body: parseBody(call.body ?? noPayload, text), ...readAddress(call, context) };
      const request = {
        key: idempotencyKey(context),
        request: `${context.req.method} ${context.req.path}${new URL(context.req.url).search}`,
        bodyHash: createHash("sha256").update(text).digest("hex"),
      };
      let later: (() => Promise<void>)[] = [];
      const write = async (db: Db) => {
        later = [];
        const holdsTeam = HOLDING_EXTENSIONS.has(call.extension ?? "") || HOLDING.has(call);
        if (holdsTeam) await holdTeam(db, first.user.teamId);
        // Asked again: while the body came, the caller may have been suspended, or given another permission.
        const { work, session } = await admit(call, db, bearer);
        if (holdsTeam && work.user.teamId !== first.user.teamId) throw busyStore();
        const organizations = new Set<number>();
        const done = async () => {
          const counted = countWrite(call, work);
          return replyOf(
            call,
            await handler({ ...work, ...counted, organizations, madeFrom, onceStored: (each) => later.push(each) }, received, context),
          );
        };
        await forgetOldAnswers(work);
        const reply = await (call.secret ? done() : writeOnce({ ...work, organizations }, request, done));
        if (isWorthNoting(session.lastSeenAt, work.now)) await noteSeen(db, bearer.sessionId, work.now);
        return reply;
      };
      const reply = await inTransaction(store, write);
      for (const each of later) afterwards.do(each, "known");
      return respond(context, reply);
    };
}

/** Extensions whose writes are about the people of a team. */
const HOLDING_EXTENSIONS: ReadonlySet<string> = new Set(["people", "walls", "joining", "team-rules"]);

/**
 * Further calls for which one person or team waits: those about voices that may cause mails, which a quota counts of what a person does anywhere,
 * and the one that counts the organizations of a team.
 */
const HOLDING: ReadonlySet<Call> = new Set([
  CONTRACT.voices.ask,
  CONTRACT.voices.put,
  CONTRACT.voiceLevels.ask,
  CONTRACT.voiceLevels.put,
  CONTRACT.secondRound.ask,
  CONTRACT.voices.remind,
  CONTRACT.peerReview.ask,
  CONTRACT.peerReview.decide,
  CONTRACT.organizations.create,
]);

/** The body of calls without a payload: nothing, or an empty object. */
const noPayload = z.unknown();

const replyOf = ({ status }: Call, body: unknown): Reply => (status === 204 ? { status } : { status, text: JSON.stringify(body ?? {}) });

/** In characters. */
const LONG = 100_000;

/** The response of a reply. Before the work of making bytes of a long one, other requests have their turn. */
async function respond(context: Context, { status, text }: Reply): Promise<Response> {
  if (text === undefined) return context.body(null, status);
  if (text.length > LONG) await setImmediate();
  return context.body(text, status as 200, { "Content-Type": "application/json" });
}

/**
 * The ids in the path and the values in the query. An empty value in the query counts as absent.
 * @throws Problem 404 for an id that no row can have, 422 when the query does not fit its schema
 */
function readAddress(call: Call, context: Context): Values {
  const texts = parametersIn(call, new URL(context.req.url).pathname);
  if (!texts) throw notFound();
  const ids = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, call.ids === "text" ? text : rowIdIn(text)]));
  if (!call.query) return ids;
  const query = Object.fromEntries(Object.entries(context.req.query()).filter(([, value]) => value !== ""));
  return { ...ids, ...parseValue(call.query, query) };
}

function rowIdIn(text: string): number {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  if (!isRowId(id)) throw notFound();
  return id;
}

/** The Idempotency-Key of a request, if it has one. @throws Problem 400 for one that no header should carry */
export function idempotencyKey(context: Context): string | undefined {
  const key = context.req.header("Idempotency-Key");
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Problem(400, "The Idempotency-Key must be 1 to 200 visible ASCII characters.");
  return key;
}

/**
 * Reads a JSON body by a schema; an empty body counts as an empty object.
 * @throws Problem 400 when it is not JSON, 413 when it holds more than any call takes, 422 when it does not fit the schema
 */
export function parseBody<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  if (exceedsJsonBounds(text)) throw new Problem(413, "The body holds more values, or deeper ones, than any call takes.");
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    throw new Problem(400, "The body is not JSON.");
  }
  return parseValue(schema, value);
}

function parseValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw refusedBySchema(result.error);
  return result.data;
}

/**
 * An assessment's id in a body, where the contract leaves its type open.
 * @throws Problem 404 when it is not a positive integer
 */
export function idInBody(value: number | string): number {
  const id = rowNumberIn(value);
  if (id === undefined) throw notFound("The assessment does not exist.");
  return id;
}
