/** Refusals and faults as RFC 9457 problem details. */
import type { z } from "zod";
import type { Permission } from "#model/permissions.ts";
import { isBusy, isDamage, isFull } from "./store/fault.ts";
import { isSilence } from "./store/postgres.ts";

/** A field of the input and what is wrong with it. */
export interface FieldError {
  /** With dots between its parts, as in `0.questionId`; empty for the input as a whole. */
  path: string;
  message: string;
}

/** A refusal with a message for the caller (docs/rules/rights.md#refusals). Anything else that is thrown is an unexpected fault. */
export class Problem extends Error {
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;
  /** With 412: what is stored now. */
  readonly present: unknown;
  /** With 403: the permission that is missing. */
  readonly needs: Permission | undefined;
  /** With 403: the rating that the caller has to finish first. */
  readonly apart: { assessment: number; number: number; name?: string | null } | undefined;

  constructor(
    status: number,
    title: string,
    extra: {
      detail?: string;
      errors?: FieldError[];
      retryAfterSeconds?: number;
      allow?: string;
      present?: unknown;
      needs?: Permission;
      apart?: { assessment: number; number: number; name?: string | null };
    } = {},
  ) {
    super(title);
    this.status = status;
    this.detail = extra.detail;
    this.errors = extra.errors;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.allow = extra.allow;
    this.present = extra.present;
    this.needs = extra.needs;
    this.apart = extra.apart;
  }

  toResponse(): Response {
    const headers = new Headers({ "Content-Type": "application/problem+json" });
    if (this.retryAfterSeconds !== undefined) headers.set("Retry-After", String(this.retryAfterSeconds));
    if (this.allow !== undefined) headers.set("Allow", this.allow);
    const { status, detail, errors, present, needs, apart } = this;
    return new Response(JSON.stringify({ type: "about:blank", title: this.message, status, detail, errors, present, needs, apart }), {
      status,
      headers,
    });
  }
}

/** 401: there is no valid token. */
export const unauthorized = (title = "A valid bearer token is needed.") => new Problem(401, title);
/** 403: the token is valid, the right is missing. */
export const forbidden = (title = "You may not do this.") => new Problem(403, title);
/** 403: the person's permission is not enough (docs/rules/rights.md#permissions). */
export const notPermitted = (needs: Permission) =>
  new Problem(403, needs === "lead" ? "Only a lead of the team may do this." : "You are a viewer: you may read, but change nothing.", {
    needs,
  });
/** 404. */
export const notFound = (title = "There is nothing here.") => new Problem(404, title);
/** 405. @param methods those that this address has */
export const methodNotAllowed = (methods: readonly string[]) =>
  new Problem(405, "There is no such call at this address.", { allow: [...new Set(methods)].join(", ") });
/** 409: the edit lock is not the caller's. */
export const conflict = (title: string, detail?: string) => new Problem(409, title, detail === undefined ? {} : { detail });
/** 422: the input breaks a rule. */
export const refused = (title: string, errors?: FieldError[]) => new Problem(422, title, errors ? { errors } : {});
/** 422, for a single field. */
export const refusedField = (path: string, message: string) => refused("The request is not valid.", [{ path, message }]);

/** 429: more than one person may change within a minute. @param seconds until the next is allowed */
export const tooMany = (title: string, seconds: number) =>
  new Problem(429, title, { detail: "Nothing was changed. Wait a minute and try again.", retryAfterSeconds: seconds });

/** At most this many wrong fields are reported: more than any form has, and enough of a long list. */
const NAMED_MAX = 100;

/** 422, for what a schema found. */
export function refusedBySchema(error: z.ZodError): Problem {
  return refused(
    "The request is not valid.",
    error.issues.slice(0, NAMED_MAX).map((issue) => ({ path: issue.path.join("."), message: issue.message })),
  );
}

/** Error codes of the network, and of a PostgreSQL that is starting, stopping, out of connections or tired of a silent one. */
const UNREACHABLE_CODES = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|08|57P|53300|25P03)/;
/** A deadlock, a transaction that another one overtook, a lock or a statement that took too long. */
const BUSY_CODES = new Set(["40001", "40P01", "55P03", "57014"]);
/** What the driver says of a broken connection. */
const UNREACHABLE_TEXTS = /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/;

/** 503: what is stored is damaged. */
export const damagedStore = () =>
  new Problem(503, "The store is damaged.", {
    detail: "An operator has to stop the servers and restore a backup. A start names the newest good one.",
  });

/** 503: somebody else was faster. */
export const busyStore = () => new Problem(503, "The store is busy.", { detail: "Nothing was changed. Try again.", retryAfterSeconds: 1 });

/** The refusal for a fault of the database that the caller should know about; undefined for any other error. */
export function problemOfStore(error: unknown): Problem | undefined {
  const code = String((error as { code?: unknown })?.code ?? "");
  const text = error instanceof Error ? error.message : "";
  if (isFull(error)) return new Problem(507, "The store is full.", { detail: "Nothing was changed. Free some space and try again." });
  if (isDamage(error)) return damagedStore();
  if (code === "SQLITE_READONLY" || code === "25006" || /readonly database/.test(text))
    return new Problem(503, "The store is read-only.", { detail: "Nothing was changed." });
  if (isBusy(error) || BUSY_CODES.has(code)) return busyStore();
  if (isSilence(error) || UNREACHABLE_CODES.test(code) || UNREACHABLE_TEXTS.test(text))
    return new Problem(503, "The store cannot be reached.", { retryAfterSeconds: 1 });
  return undefined;
}
