/**
 * The only place that calls the upstream API: retries, time limits, decoding, redaction (docs/upstream-contract.md#transport).
 * Without `API_URL` the reference API is loaded into this process, and its `fetch` is called with the same requests.
 */

import { createHash, randomUUID } from "node:crypto";
import { parseSetCookie } from "cookie";
import { timeout } from "remix-utils/promise";
import type { z } from "zod";
import { withoutNonCharacters } from "#model/characters.ts";
import { addressOf, type Call, type CallInput, type CallOutput, type Values } from "#model/contract/call.ts";
import { METRICS_PATH, READY_PATH } from "#model/contract/calls.ts";
import { type Problem, problem, type Versions } from "#model/contract/common.ts";
import { type Environment, Faults } from "#model/environment.ts";
import type { Permission } from "#model/permissions.ts";
import { config } from "~/services/config.server";
import { log } from "~/services/http/log.server";
import { countCall, countFault } from "~/services/http/metrics.server";

/** Why a call failed: an HTTP status, or "unreachable" or "malformed" when there was no usable answer. */
export type FailureStatus = number | "unreachable" | "malformed";

/** A call to the upstream failed. `detail` comes from the upstream's problem document. */
export class UpstreamFault extends Error {
  override name = "UpstreamFault";
  constructor(
    readonly status: FailureStatus,
    readonly call: string,
    /** `again`: the seconds to wait, where the caller has done too much. `needs`: the permission that is missing. `apart`: the rating to finish first. */
    readonly detail: {
      title?: string | undefined;
      errors?: { path: string; message: string }[] | undefined;
      retryAfter?: number | undefined;
      needs?: Permission | undefined;
      apart?: Problem["apart"];
    } = {},
  ) {
    super(`${call}: ${status}`);
  }
}

/** The session has ended: its token expired or could not be renewed. The failure does not concern the call itself. */
export class SessionOver extends UpstreamFault {
  override name = "SessionOver";
  constructor(call = "session", detail?: UpstreamFault["detail"]) {
    super(401, call, detail);
  }
}

/**
 * The user's permission is not enough for what they asked (docs/rules/rights.md#permissions). It is no fault of a call: whatever was to be done,
 * the answer is one page, or one message to script.
 */
export class NotPermitted extends Error {
  override name = "NotPermitted";
  /**
   * @param next where the reader may go instead
   * @param needs the permission that they lack
   */
  constructor(
    readonly next?: { href: string; label: string },
    readonly needs: Permission = "assessor",
  ) {
    super("not permitted");
  }
}

/** Whether a call failed while the session goes on, so that the screen can say so and offer another try. */
export const isUpstreamFault = (error: unknown): error is UpstreamFault =>
  error instanceof UpstreamFault && !(error instanceof SessionOver);

/** Why something failed, for the log: the status of a call, or else the error. */
export const reasonOf = (error: unknown) => (error instanceof UpstreamFault ? error.status : String(error));

/** For `.catch`, where the failure of a call changes nothing for the reader. @throws any other error */
export function ignoreFault(error: unknown): undefined {
  if (error instanceof UpstreamFault || error instanceof NotPermitted) return undefined;
  throw error;
}

/** Makes the fault for an answer that fits its schema but still cannot be used. The log names the field. */
export function unusableAnswer({ method, path }: Call, field: string): UpstreamFault {
  log("error", "upstream answer cannot be used", { call: `${method} ${path}`, fields: [field] });
  return new UpstreamFault("malformed", `${method} ${path}`);
}

export interface WriteOptions {
  /** For a POST or PUT that a person may send twice, by a double click or after a lost answer. */
  idempotencyKey?: string | undefined;
  /**
   * Names the change that a write belongs to. The same write of the same change, made from the same versions, has the same key. A write that
   * has neither this nor `idempotencyKey` has a new key.
   */
  changeKey?: string | undefined;
  /** The versions that the write was made from, as read from the upstream (docs/upstream-contract.md#versions). */
  madeFrom?: Versions | undefined;
}

export interface CallOptions extends WriteOptions {
  token?: string | undefined;
  /** Cookies that the upstream set earlier, name to value. */
  cookies?: Record<string, string> | undefined;
  requestId?: string | undefined;
}

export interface Answer<T> {
  status: number;
  data: T;
  /** Cookies set by the upstream, name to value; an empty value deletes. */
  cookies: Record<string, string>;
}

export interface UpstreamOptions {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  attemptTimeoutMs: number;
  /** The longest pause before the second attempt, milliseconds; those after it are longer. */
  firstPauseMs: number;
  /** All attempts together, milliseconds. */
  totalTimeoutMs?: number;
  /** Waits; replaced in tests. */
  wait?: (ms: number) => Promise<void>;
}

/**
 * Makes an Idempotency-Key from its arguments, so that a form sent twice with the same content counts as one write
 * (docs/rules/locks-and-saving.md#one-write).
 */
export function keyFor(...what: unknown[]): string {
  const hex = createHash("sha256").update(JSON.stringify(what)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** How often a write is tried that others overtake. */
const TRIES = 5;

/**
 * Runs a write that reads first. If what it read has changed before it wrote, so that the upstream answers 412, it is run again
 * (docs/rules/locks-and-saving.md#versions).
 * @throws UpstreamFault
 */
export async function untilUnmoved<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof UpstreamFault) || error.status !== 412 || tries === TRIES) throw error;
    }
  }
}

const ATTEMPTS = 4;
const RETRY_AFTER_MAX_MS = 5_000;
/** Length, in UTF-16 units, of an answer that takes long to decode. */
const LONG = 500_000;
const isFault = (status: number) => status >= 500 || status === 408 || status === 429;

/** Makes a call of the contract. */
export type Upstream = <C extends Call>(call: C, sent: CallInput<C>, options?: CallOptions) => Promise<Answer<CallOutput<C>>>;

/**
 * Makes a client for one upstream. Its function makes one logical call: up to four attempts after network errors, timeouts, 5xx, 408 and
 * 429, with full jitter in between (docs/rules/errors-and-retries.md#what-is-tried-again). All attempts of a write carry one
 * Idempotency-Key. The function throws UpstreamFault.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const wait = options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  const make = async <C extends Call>(call: C, sent: CallInput<C>, callOptions: CallOptions = {}) => {
    const { body } = sent as Values;
    const address = addressFor(call, sent as Values);
    // For the log and for errors: without query and body.
    const name = `${call.method} ${address.split("?")[0]}`;
    const deadline = Date.now() + (options.totalTimeoutMs ?? 25_000);
    const request = {
      method: call.method,
      headers: requestHeaders(call, callOptions),
      body: hasBody(call) ? JSON.stringify(body ?? {}) : null,
    };
    if (hasBody(call)) request.headers.set("Idempotency-Key", writeKey(callOptions, call.method, address, request.body));
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === ATTEMPTS;
      const limit = Math.max(1, Math.min(options.attemptTimeoutMs, deadline - Date.now()));
      let failure: FailureStatus;
      let pause = Math.random() * options.firstPauseMs * 2 ** (attempt - 1);
      try {
        const { response, text } = await readAnswer(options.fetch, `${options.baseUrl}${address}`, request, limit);
        if (response.ok) {
          const data = (await decode(call, text, { name, requestId: callOptions.requestId })) as CallOutput<C>;
          return { status: response.status, data, cookies: setCookies(response.headers) };
        }
        if (!isFault(response.status)) throw new UpstreamFault(response.status, name, problemOf(text));
        failure = response.status;
        const retryAfter = Number(response.headers.get("retry-after"));
        // A caller who has done too much is not kept waiting for longer than trying again can help.
        if (response.status === 429 && retryAfter * 1000 > RETRY_AFTER_MAX_MS)
          throw new UpstreamFault(429, name, { ...problemOf(text), retryAfter: Math.ceil(retryAfter) });
        if (retryAfter > 0) pause = Math.min(retryAfter * 1000, RETRY_AFTER_MAX_MS);
      } catch (error) {
        if (error instanceof UpstreamFault) {
          if (error.status === "malformed") countFault(patternOf(call), error.status);
          throw error;
        }
        failure = "unreachable";
      }
      countFault(patternOf(call), failure);
      const outOfTime = Date.now() + pause >= deadline;
      if (last || outOfTime) {
        log("error", "upstream call failed", { call: name, status: failure, attempts: attempt, requestId: callOptions.requestId });
        throw new UpstreamFault(failure, name);
      }
      await wait(pause);
    }
  };
  return (call, sent, callOptions) => countCall(patternOf(call), () => make(call, sent, callOptions));
}

const patternOf = ({ method, path }: Call) => `${method} ${path}`;

/** Sends a request and reads the whole answer within the limit, milliseconds. */
async function readAnswer(fetch: UpstreamOptions["fetch"], url: string, init: RequestInit, limit: number) {
  const controller = new AbortController();
  const answer = async () => {
    const response = await fetch(url, { ...init, redirect: "manual", signal: controller.signal });
    const text = await response.text();
    if (text.length > LONG) await nextTurn();
    return { response, text };
  };
  // The limit covers the body too, and does not rely on the signal: not every fetch honours it.
  return timeout(answer(), { ms: limit, controller });
}

/** Path and query of a call. @throws UpstreamFault with 404 for an id that cannot be part of a path, so nothing can have it */
export function addressFor(call: Call, sent: Values): string {
  try {
    return addressOf(call, sent);
  } catch (error) {
    throw error instanceof RangeError ? new UpstreamFault(404, `${call.method} ${call.path}`) : error;
  }
}

const hasBody = ({ method }: Call) => method === "POST" || method === "PUT";

const writeKey = ({ idempotencyKey, changeKey, madeFrom }: WriteOptions, ...write: unknown[]) =>
  idempotencyKey ?? (changeKey === undefined ? randomUUID() : keyFor(changeKey, madeFrom, ...write));

function requestHeaders(call: Call, options: CallOptions): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (options.token) headers.set("Authorization", `Bearer ${options.token}`);
  if (hasBody(call)) {
    headers.set("Content-Type", "application/json");
    const madeFrom = (call.changes ?? []).flatMap((part) =>
      options.madeFrom?.[part] === undefined ? [] : [`${part}=${options.madeFrom[part]}`],
    );
    if (madeFrom.length > 0) headers.set("Made-From", madeFrom.join(", "));
  }
  if (options.requestId) headers.set("X-Request-Id", options.requestId);
  const cookies = Object.entries(options.cookies ?? {});
  if (cookies.length > 0) headers.set("Cookie", cookies.map(([name, value]) => `${name}=${value}`).join("; "));
  return headers;
}

/** A possible non-character in an answer: itself, or written as an escape. Half a character is always escaped. */
const PERHAPS_NON_CHARACTER = /[\ufdd0-\ufdef\ufffe\uffff\udffe\udfff]|\\u(?:d[89a-f]|fd[de]|fff)/i;
/** Texts that were stored before such characters were taken out, or by another upstream, would break pages and files. */
const withoutThem = (_: string, value: unknown) => (typeof value === "string" ? withoutNonCharacters(value) : value);

async function decode(call: Call, text: string, { name, requestId }: { name: string; requestId?: string | undefined }): Promise<unknown> {
  const schema = call.reads ?? call.answer;
  if (!schema) return undefined;
  let body: unknown;
  try {
    body = PERHAPS_NON_CHARACTER.test(text) ? JSON.parse(text, withoutThem) : JSON.parse(text);
  } catch {
    log("error", "upstream answer is not JSON", { call: name, requestId });
    throw new UpstreamFault("malformed", name);
  }
  if (text.length > LONG) await nextTurn();
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap(fieldsOf);
  log("error", "upstream answer breaks the schema", { call: name, fields, requestId });
  throw new UpstreamFault("malformed", name);
}

/** The fields where an answer breaks its schema, without their values. For a union, those of the alternative that fits best. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  const nearest = issue.code === "invalid_union" ? issue.errors.toSorted((one, other) => one.length - other.length)[0] : undefined;
  if (!nearest) return [`${issue.path.join(".")}: ${issue.code}`];
  return nearest.flatMap((inner) => fieldsOf({ ...inner, path: [...issue.path, ...inner.path] }));
}

function problemOf(text: string): UpstreamFault["detail"] {
  try {
    const { title, errors, needs, apart } = problem.parse(JSON.parse(text));
    return { title, ...(errors ? { errors } : {}), ...(needs ? { needs } : {}), ...(apart ? { apart } : {}) };
  } catch {
    return {};
  }
}

function setCookies(headers: Headers): Record<string, string> {
  const cookies = headers.getSetCookie().map((line) => parseSetCookie(line, { decode: (value) => value }));
  return Object.fromEntries(cookies.flatMap(({ name, value, maxAge }) => (name ? [[name, maxAge === 0 ? "" : (value ?? "")]] : [])));
}

interface EmbeddedApi {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

let embedded: Promise<EmbeddedApi> | undefined;

/** Opens the embedded API (migrations, content, demo), so that its faults show at start. Undefined when `API_URL` names another. */
export function openUpstream(): Promise<EmbeddedApi | undefined> {
  if (config().apiUrl) return Promise.resolve(undefined);
  embedded ??= import("#api/embedded.ts").then(({ openEmbeddedApi }) => openEmbeddedApi(process.env));
  return embedded;
}

/** Checks the settings of this process and of the API in it. @throws ConfigurationError with a line for each variable that is wrong */
export async function checkSettings(env: Environment): Promise<void> {
  const faults = new Faults();
  faults.gather(config);
  if (!env.API_URL) {
    const api = await import("#api/embedded.ts");
    faults.gather(() => api.checkSettings(env));
  }
  faults.throwIfAny();
}

/** Where requests go: to the API in this process, or over HTTP. */
function transport(api: EmbeddedApi | undefined): Pick<UpstreamOptions, "baseUrl" | "fetch"> {
  if (!api) return { baseUrl: config().apiUrl ?? "", fetch };
  const inProcess = async (url: string, init: RequestInit) => {
    await nextTurn();
    const answer = await api.fetch(new Request(url, init));
    // An answer that took long to make will take long to read.
    await nextTurn();
    return answer;
  };
  return { baseUrl: "http://embedded.invalid", fetch: inProcess };
}

let turn = Promise.resolve();

/**
 * Waits for the next turn of the event loop; each caller gets a turn of its own. The embedded API on SQLite never waits for I/O, so without
 * this, requests that arrive together would block the process until the last of them is done.
 */
export function nextTurn(): Promise<void> {
  turn = turn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return turn;
}

/**
 * Makes one attempt at a GET that needs no token.
 * @param limitMs milliseconds for the whole answer
 * @throws Error when it takes longer, or fails
 */
export async function askOnce(
  path: string,
  limitMs: number,
  headers: Record<string, string> = {},
): Promise<{ response: Response; text: string }> {
  const { baseUrl, fetch } = transport(await openUpstream());
  return readAnswer(fetch, `${baseUrl}${path}`, { headers: { Accept: "application/json", ...headers } }, limitMs);
}

const READY_LIMIT_MS = 2_000;

/**
 * Whether this process can serve requests. For each part that it needs: "ok", or what is wrong. An upstream that answers, but has no such
 * call, counts as ready.
 */
export async function checkReadiness(): Promise<{ ready: boolean; parts: Record<string, string> }> {
  const answer = await askOnce(READY_PATH, READY_LIMIT_MS).catch(() => undefined);
  const status = answer?.response.status ?? 0;
  const wrong = answer ? (problemOf(answer.text).title ?? `It answers ${status}.`) : "It cannot be reached.";
  const ready = status > 0 && status < 500;
  return { ready, parts: { [config().apiUrl ? "upstream" : "database"]: ready ? "ok" : wrong } };
}

/**
 * The operator's figures of the reference API in this process, in Prometheus' text format. An operator measures another upstream directly.
 * @returns "" where it is no part of this process, and while its database cannot be read
 */
export async function figuresOfApi(token: string): Promise<string> {
  if (config().apiUrl) return "";
  const answer = await askOnce(METRICS_PATH, READY_LIMIT_MS, { Authorization: `Bearer ${token}` }).catch(() => undefined);
  return answer?.response.ok ? answer.text : "";
}

let shared: Promise<Upstream> | undefined;

/** The client of this process, made on first use. */
export function upstream(): Promise<Upstream> {
  shared ??= openUpstream().then((api) => {
    const { apiTimeoutMs: attemptTimeoutMs, apiFirstPauseMs: firstPauseMs } = config();
    return createUpstream({ ...transport(api), attemptTimeoutMs, firstPauseMs });
  });
  return shared;
}
