/** Looks at everything that an operator would want to know before people do (docs/operating.md#check). */
import "../../scripts/node-version.js";
import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { connect } from "node:tls";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import { ConfigurationError } from "#model/environment.ts";
import { settingWarnings } from "#model/settings.ts";
import { type ApiConfig, parseApiConfig } from "../config.ts";
import { createMailer, greetServer } from "../mail/transport.ts";
import { DeliveryError } from "../outbox/channel.ts";
import { getHistoryKey } from "../services/history-key.ts";
import { describeSharedAddresses } from "../services/shared-addresses.ts";
import { isFile } from "../store/backup.ts";
import { StoreError } from "../store/fault.ts";
import { backupFolderOf, expectsBackups, findBackupAge } from "../store/newest-backup.ts";
import { nameOf, openStore, type Store, sqlitePath } from "../store/open.ts";
import { keepFilesPrivate } from "../store/private-files.ts";
import { requireSound, requireWritable } from "../store/soundness.ts";
import { exitCodeFor, inWords } from "./command.ts";

const USAGE = `Usage:
  npm run check                      settings, database, key, disk, age of the backup, certificate, mail server; exit code 0 if all is well, else 1
  npm run check -- --mail ADDRESS    also sends a mail, and says what the server answered
DATABASE_URL names the database; without it, DEMO=1 means the demo's.`;

const HOUR_MS = 60 * 60_000;
/** A backup each night, and time to notice that one is missing. */
const BACKUP_HOURS_MAX = 36;
const DISK_MEGABYTES_MIN = 500;
const CERTIFICATE_DAYS_MIN = 14;
const CONNECTING_MS = 10_000;

keepFilesPrivate();
try {
  const { values } = parseArgs({ options: { mail: { type: "string" } } });
  if (values.mail !== undefined && !z.email().safeParse(values.mail).success) misused("--mail needs an e-mail address.");
  else await check(parseApiConfig(process.env, { isServer: true }), values.mail);
} catch (error) {
  if (error instanceof ConfigurationError) {
    console.log(error.message.replaceAll(/^/gm, "WRONG  settings: "));
    process.exitCode = exitCodeFor(error);
  } else if (String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS")) misused((error as Error).message);
  else throw error;
}

function misused(words: string): void {
  console.error(`${words}\n${USAGE}`);
  process.exitCode = 2;
}

/** Does one part of the check, and prints what came of it. @param part says what is well, or throws what is not */
async function look(name: string, config: ApiConfig, part: () => Promise<string> | string): Promise<void> {
  try {
    console.log(`ok     ${name}: ${await part()}`);
  } catch (fault) {
    const words = fault instanceof DeliveryError ? answerIn(fault) : wordsOf(await inWords(fault, config));
    console.log(`WRONG  ${name}: ${words.replaceAll("\n", " ")}`);
    process.exitCode = 1;
  }
}

function wordsOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** What a mail server answered, together with what it answered to, where that is known. */
function answerIn({ message, reply = "" }: DeliveryError): string {
  return reply.includes(message) ? reply : message;
}

async function check(config: ApiConfig, address: string | undefined): Promise<void> {
  const { databaseUrl: url, mail, outbox, production, demo } = config;
  await look("settings", config, () => {
    const warnings = settingWarnings(process.env);
    if (warnings.length > 0) throw new Error(warnings.join("; "));
    return "nothing is missing or malformed";
  });
  await onStore(config);
  if (isFile(url)) await look("disk", config, () => roomAt(dirname(sqlitePath(url))));
  if (expectsBackups(config)) await look("backup", config, () => ageOfBackup(config));
  if (outbox.publicUrl?.startsWith("https:") && production && !demo)
    await look("certificate", config, () => certificateOf(new URL(outbox.publicUrl ?? "")));
  if (mail && !demo) await look("mail server", config, () => greetServer(mail.smtp));
  if (address === undefined) return;
  await look("test mail", config, async () => {
    if (!mail) throw new Error("no mail server is set: SMTP_URL and MAIL_FROM");
    const answer = await createMailer(mail.smtp, "Maturity Assessment Tool")(
      {
        to: [address],
        reference: `check-${Date.now()}`,
        date: new Date(),
        subject: "Test of the Maturity Assessment Tool",
        text: "Whoever runs the Maturity Assessment Tool sent this mail to test its mail server. You need do nothing.\n",
      },
      AbortSignal.timeout(3 * CONNECTING_MS),
    );
    return `sent; the server answered ${answer}`;
  });
}

async function onStore(config: ApiConfig): Promise<void> {
  const { databaseUrl: url } = config;
  if (isFile(url) && !existsSync(sqlitePath(url)))
    return look("database", config, () => {
      throw new StoreError(`there is none at ${sqlitePath(url)}`);
    });
  let store: Store | undefined;
  await look("database", config, async () => {
    store = openStore(url, { statementMs: CONNECTING_MS });
    await requireSound(store);
    await requireWritable(store, url);
    // A write that changes nothing: a file or disk that can only be read refuses it.
    await sql`update setting set value = value where name = ''`.execute(store);
    return `${nameOf(url)} can be read and written`;
  });
  const opened = store;
  if (!opened) return;
  try {
    await look("history key", config, async () => {
      await getHistoryKey(opened, config);
      return "it is the one that the history is sealed with";
    });
    await look("addresses", config, async () => {
      const shared = await describeSharedAddresses(opened);
      if (shared.length > 0) throw new Error(shared.join("; "));
      return "no two people have one address";
    });
    await look("mails", config, async () => {
      const since = new Date(Date.now() - 24 * HOUR_MS).toISOString();
      const { rows } = await sql<{ n: number }>`select count(*) as n from mail where failed_at > ${since}`.execute(opened);
      const failed = Number(rows[0]?.n ?? 0);
      if (failed > 0) throw new Error(`${failed} given up within a day; the log says why`);
      return "none was given up within a day";
    });
  } finally {
    await opened.destroy();
  }
}

function roomAt(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  if (megabytes < DISK_MEGABYTES_MIN) throw new Error(`only ${megabytes} MB are left at ${folder}`);
  return `${megabytes} MB are left at ${folder}`;
}

async function ageOfBackup(config: ApiConfig): Promise<string> {
  const newest = await findBackupAge(config);
  if (!newest) throw new Error(`there is no good one in ${backupFolderOf(config)}`);
  const hours = Math.floor(newest.seconds / 3600);
  const words = `the newest good one, ${newest.path}, is ${hours} ${hours === 1 ? "hour" : "hours"} old`;
  if (hours > BACKUP_HOURS_MAX) throw new Error(words);
  return words;
}

/** Asks whoever serves the address for its certificate, as a browser does. */
function certificateOf({ hostname, port, host }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, timeout: CONNECTING_MS }, () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / (24 * HOUR_MS));
      socket.destroy();
      const words = `that of ${host} is good for ${days} more days`;
      if (days < CERTIFICATE_DAYS_MIN) reject(new Error(`${words} only`));
      else resolve(words);
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("error", (error) => reject(new Error(`${host}: ${error.message}`)));
  });
}
