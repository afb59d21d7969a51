/** Everyday mistakes in how a database is named, reached or kept, each in one line for the operator. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isBusy, isFull, StoreError } from "./fault.ts";
import { nameOf, sqlitePath } from "./open.ts";
import { isSilence } from "./postgres.ts";

type Words = (name: string, code: string) => string;

const UNREACHABLE: Words = (name, code) =>
  `The database ${name} cannot be reached (${code}). Does it run, and is DATABASE_URL its address?`;
const NOT_ENCRYPTED: Words = (name, code) => `The connection to ${name} cannot be encrypted (${code}). See sslmode in DATABASE_URL.`;

const ONLY_READS: Words = (name) =>
  `The database ${name} only reads. Let DATABASE_URL name the server that writes, and an account whose transactions may.`;

/** By error code of the network or of PostgreSQL. */
const POSTGRES: Readonly<Record<string, Words>> = {
  "25006": ONLY_READS,
  "28P01": (name) => `PostgreSQL refuses the name or password in DATABASE_URL: ${name}`,
  "28000": (name) => `PostgreSQL does not admit the account in DATABASE_URL from here (pg_hba.conf decides that): ${name}`,
  "3D000": (name) => `There is no database ${name}. Create it, or correct DATABASE_URL.`,
  "42501": (name) =>
    `The account in DATABASE_URL may not do that in ${name}. It has to own the database, or be granted "create" on it and on its schema.`,
  "53100": (name) => `The disk of the database ${name} is full.`,
  "53300": (name) => `The database ${name} has no connection left. Ten are used for each process: see max_connections.`,
  "55P03": (name) => `Somebody else is using the database ${name}. Stop the servers first.`,
  "57P03": (name) => `The database ${name} is starting or stopping. Try again in a moment.`,
  ...Object.fromEntries(
    ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOENT", "EACCES"].map((code) => [
      code,
      UNREACHABLE,
    ]),
  ),
  ...Object.fromEntries(
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"].map(
      (code) => [code, NOT_ENCRYPTED],
    ),
  ),
};

/**
 * A fault that an operator can mend, in one line.
 * @param url of the database that the error is about
 * @returns undefined for any other error
 */
export function mishapOf(url: string, error: unknown): StoreError | undefined {
  for (let fault = error, depth = 0; fault instanceof Error && depth < 5; fault = fault.cause, depth += 1) {
    if (fault instanceof StoreError) return fault;
    const words = wordsOf(url, fault);
    if (words) return new StoreError(words, { cause: error });
  }
  return undefined;
}

function wordsOf(url: string, fault: Error): string | undefined {
  const { path, syscall } = fault as { path?: string; syscall?: string };
  // A backup may lie elsewhere than the database. PostgreSQL may be reached by a path as well.
  if (path !== undefined && syscall !== "connect") return wordsOfFile(path, fault);
  return url.startsWith("file:") ? wordsOfFile(sqlitePath(url), fault) : wordsOfPostgres(nameOf(url), fault);
}

function wordsOfPostgres(name: string, fault: Error): string | undefined {
  const code = String((fault as { code?: unknown }).code ?? "");
  if (Object.hasOwn(POSTGRES, code)) return POSTGRES[code]?.(name, code);
  if (isSilence(fault) || /timeout|Connection terminated/.test(fault.message)) return UNREACHABLE(name, "no answer");
  if (/does not support SSL/.test(fault.message)) return NOT_ENCRYPTED(name, "the server has no TLS");
  // The driver's message for a missing password.
  return /^SASL/.test(fault.message) ? POSTGRES["28P01"]?.(name, code) : undefined;
}

/** In words, that a database of PostgreSQL takes no changes. */
export const onlyReads = (url: string): string => ONLY_READS(nameOf(url), "25006");

const FOLDER_CLOSED = new Set(["EACCES", "EPERM"]);
const NO_FOLDER = new Set(["ENOTDIR", "EEXIST", "ENOENT"]);

function wordsOfFile(path: string, fault: Error): string | undefined {
  const { code = "" } = fault as { code?: string };
  const { message } = fault;
  if (code === "EROFS") return onlyRead(path);
  if (FOLDER_CLOSED.has(code)) return closed(path);
  // Node also says ENOENT of a folder whose parent refuses it.
  if (NO_FOLDER.has(code) && refusalAt(path) !== undefined) return closed(path);
  if (NO_FOLDER.has(code)) return `${path} cannot be made: a folder on the way there is missing, or is a file.`;
  if (code === "ENOSPC" || isFull(fault)) return `The disk is full that holds ${path}, or what is written from it.`;
  if (/readonly database/.test(message)) return closed(path);
  if (isBusy(fault)) return `Another program is writing to the database ${path}. Stop it first.`;
  if (!/unable to open database file/.test(message)) return undefined;
  if (existsSync(path) && statSync(path).isDirectory()) return `${path} is a folder. DATABASE_URL has to name a file in it.`;
  return closed(existsSync(path) ? path : dirname(path));
}

const onlyRead = (path: string) =>
  `${path} is where this process can only read. For a service of systemd, name its folder in ReadWritePaths= of the unit; or name another place.`;

function closed(path: string): string {
  if (refusalAt(path) === "EROFS") return onlyRead(path);
  const isHome = /^\/(home|root|run\/user)\//.test(path);
  return `${path} cannot be written by the account that runs this. Change its owner, or name another place${isHome ? " (a service of systemd with ProtectHome= sees nothing there)" : ""}.`;
}

/** Why nothing can be written at a path or at the nearest folder above it that exists: EROFS where the disk refuses, or systemd for it. */
function refusalAt(path: string): string | undefined {
  const place = existsSync(path) || path === dirname(path) ? path : undefined;
  if (place === undefined) return refusalAt(dirname(path));
  try {
    accessSync(place, constants.W_OK);
    return undefined;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}
