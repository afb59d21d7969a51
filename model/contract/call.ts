/**
 * How a call of the contract is declared, and what follows from that: its address, the parameters in an address, and a typed client.
 * The calls themselves are in `calls.ts`. Why this is our own: docs/decisions/0023-contract-table.md.
 */
import type { ZodObject, ZodType, z } from "zod";
import type { Permission } from "../permissions.ts";
import type { Id, VersionedPart } from "./common.ts";

/** A call of the contract. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As the client spells it, with `{name}` for an id. It is matched regardless of case and of a slash at the end. */
  path: `/${string}`;
  summary: string;
  /** The status of success. */
  status: 200 | 201 | 204;
  /** The answer that an upstream has to give. Absent: the client does not use the body of the answer, so any 2xx will do. */
  answer?: ZodType;
  /** How the client reads the answer, where it needs less than `answer`. */
  reads?: ZodType;
  /** Absent: the call carries no body, or an empty object. */
  body?: ZodType;
  query?: ZodObject;
  /** The statuses of a refusal, with the reason for each. Every call may also answer 401 and 403. */
  refusals?: Readonly<Record<number, string>>;
  /**
   * Absent: the bearer token of a session. Otherwise:
   * - `none`: no token, because the body or a cookie authenticates;
   * - `either`: a token or a cookie;
   * - `voice`: the bearer token of a sheet, which no other call takes.
   */
  authentication?: "none" | "either" | "voice";
  /** The answer holds a secret, or names people who may ask to be forgotten: it is not stored to be given again. Doing the call twice does no harm. */
  secret?: boolean;
  /** The ids in the path are texts. Absent: they are row numbers in the reference API. */
  ids?: "text";
  /** The parts that the call changes. Each part has a version (extension `versions`). */
  changes?: readonly VersionedPart[];
  /** The permission that the call needs. Absent: `viewer` for a GET, else `assessor` (docs/rules/rights.md#permissions). */
  permission?: Permission;
  /** The extension that the call belongs to, if any (docs/upstream-contract.md#extensions). */
  extension?: string;
}

/** Calls by name, in families. */
export interface Table {
  readonly [name: string]: Call | Table;
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Flat<T> = { [K in keyof T]: T[K] };
// biome-ignore lint/complexity/noBannedTypes: what is absent adds nothing to an intersection
type Nothing = {};

/** What a caller gives: the path's ids and the query's values by name, and the body. */
export type CallInput<C extends Call> = Flat<
  { [Name in Names<C["path"]>]: Id } & (C extends { query: infer Q extends ZodType } ? z.input<Q> : Nothing) &
    (C extends { body: infer B extends ZodType } ? { body: z.input<B> } : Nothing)
>;

/** What the function that answers a call gets, decoded. */
export type HandlerInput<C extends Call> = Flat<
  { [Name in Names<C["path"]>]: C extends { ids: "text" } ? string : number } & (C extends { query: infer Q extends ZodType }
    ? z.output<Q>
    : Nothing) &
    (C extends { body: infer B extends ZodType } ? { body: z.output<B> } : Nothing)
>;

/** The answer as the client reads it. */
export type CallOutput<C extends Call> = C extends { reads: infer R extends ZodType }
  ? z.output<R>
  : C extends { answer: infer A extends ZodType }
    ? z.output<A>
    : undefined;

type ClientCall<C extends Call, Options> = keyof CallInput<C> extends never
  ? (sent?: Record<string, never>, options?: Options) => Promise<CallOutput<C>>
  : (sent: CallInput<C>, options?: Options) => Promise<CallOutput<C>>;

/** A function for each call: `client.assessments.get({ id })`. */
export type Client<T extends Table, Options = never> = {
  readonly [Name in keyof T]: T[Name] extends Call
    ? ClientCall<T[Name], Options>
    : T[Name] extends Table
      ? Client<T[Name], Options>
      : never;
};

/** The values of a call by name, before they are checked or after. */
export type Values = Readonly<Record<string, unknown>>;

/** Tells a call from a family of calls. */
export const isCall = (entry: Call | Table): entry is Call => typeof entry.method === "string";

/**
 * Creates a client for the calls of a table.
 * @param send makes a call, and gives its answer as the client is to read it
 */
export function createApiClient<T extends Table, Options = never>(
  table: T,
  send: (call: Call, sent: Values, options: Options | undefined) => Promise<unknown>,
): Client<T, Options> {
  const members = Object.entries(table).map(([name, entry]) => [
    name,
    isCall(entry) ? async (sent: Values = {}, options?: Options) => send(entry, sent, options) : createApiClient(entry, send),
  ]);
  return Object.fromEntries(members);
}

/** Every call of a table with its name, e.g. `p3m3.notes.get`. */
export function callsOf(table: Table, family = ""): { name: string; call: Call }[] {
  return Object.entries(table).flatMap(([key, entry]) => {
    const name = `${family}${key}`;
    return isCall(entry) ? [{ name, call: entry }] : callsOf(entry, `${name}.`);
  });
}

/**
 * The path and the query of a call. Undefined values of the query are left out; lists have commas between their items.
 * @throws RangeError for an id that no path can carry: an empty one, `.`, `..`, or half a character
 */
export function addressOf(call: Call, sent: Values): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => segmentOf(sent[name]));
  const query = new URLSearchParams();
  for (const name of Object.keys(call.query?.shape ?? {}))
    if (sent[name] !== undefined) query.set(name, Array.isArray(sent[name]) ? sent[name].join(",") : String(sent[name]));
  return query.size > 0 ? `${path}?${query}` : path;
}

function segmentOf(value: unknown): string {
  const text = String(value ?? "");
  // Clients and servers take dots for folders even when they are percent-encoded.
  if (text === "" || text === "." || text === ".." || /\p{Surrogate}/u.test(text)) throw new RangeError("No path can carry this id.");
  return encodeURIComponent(text);
}

const patterns = new Map<string, RegExp>();

/** The parameters in an address, as texts; undefined when the address is not one of this call. */
export function parametersIn({ path }: Call, pathname: string): Record<string, string> | undefined {
  const pattern = patterns.get(path) ?? new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/*$`, "i");
  patterns.set(path, pattern);
  const match = pattern.exec(pathname);
  if (!match) return undefined;
  try {
    return Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return undefined;
  }
}
