/**
 * What versions and history cost a save: storing a thread with them against the build before they came, and with a history that has grown.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { register } from "tsx/esm/api";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { root } from "../../scripts/build.js";
import { answersFor, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Client, testConfig } from "../support/api.ts";
import { inTurns, type Line, milliseconds, ratioOf, type Timing } from "./measure.ts";

const ENTRIES = 1_000_000;
const PER_CHAIN = 1000;
const ANSWERS = ["FFPNN", "FFFRN"] as const;
/** Short turns, so that a busy moment hits both. */
const TURNS = { rounds: 150, calls: 6 };
/** What came with versions, and with the commit before which the comparison is built. */
const CAME_WITH = "api/services/versions.ts";

/** What of a build of the API is needed; both builds have it. */
async function importBuild(folder: string) {
  const parentURL = pathToFileURL(join(folder, "api/")).href;
  const build = register({ namespace: folder, tsconfig: join(folder, "tsconfig.json") });
  const load = (path: string) => build.import(join(folder, path), parentURL);
  const { createApi }: typeof import("#api/app.ts") = await load("api/app.ts");
  const { createEntryToken }: typeof import("#api/auth/entry.ts") = await load("api/auth/entry.ts");
  const { Catalogue }: typeof import("#api/content/catalogue.ts") = await load("api/content/catalogue.ts");
  const { importShippedPacks }: typeof import("#api/content/shipped.ts") = await load("api/content/shipped.ts");
  const { createUser }: typeof import("#api/services/users.ts") = await load("api/services/users.ts");
  const { migrate }: typeof import("#api/store/migrate.ts") = await load("api/store/migrate.ts");
  const { openStore }: typeof import("#api/store/open.ts") = await load("api/store/open.ts");
  return { createApi, createEntryToken, Catalogue, importShippedPacks, createUser, migrate, openStore };
}

type Build = Awaited<ReturnType<typeof importBuild>>;

/** The sources from before versions and history, in a folder of their own; undefined where Git's history does not have them. */
function checkOutBefore(): string | undefined {
  const git = (...args: string[]) => spawnSync("git", ["-C", root, ...args], { maxBuffer: 512 * 1024 * 1024 });
  const commit = git("log", "--diff-filter=A", "--format=%H", "--", CAME_WITH).stdout?.toString().trim().split("\n").at(-1);
  const archive = commit ? git("archive", `${commit}^`, "api", "model", "package.json", "tsconfig.json") : undefined;
  if (archive?.status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "bench-before-"));
  spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** A build on a store of its own with an assessment whose threads are all answered, and a way to answer one of them again. */
async function prepare({ createApi, createEntryToken, Catalogue, importShippedPacks, createUser, migrate, openStore }: Build, entries = 0) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const path = join(folder, "assessments.db");
  const store = openStore(`file:${path}`);
  await migrate(store);
  await importShippedPacks(store, new Date(), () => undefined);
  const api = createApi({ store, catalogue: new Catalogue(), config: testConfig(`file:${path}`) });
  const fetch = (request: Request) => api.fetch(request);
  await createUser(store, { email: "robin@example.org", roles: ["P3M3", "ITIL"] });
  const { body } = await new Client(fetch).post("/auth", { token: await createEntryToken(store, "robin@example.org") });
  const client = new Client(fetch, body.token);
  const id = await createP3M3(client, await createOrganization(client), { selectedLevel: 3 });
  const address = `/P3M3/assessments/${id}/answer`;
  for (const perspective of PERSPECTIVES)
    for (const thread of threadsOffered("Programme"))
      expectStatus(await client.post(address, await answersFor(client, id, perspective.id, thread.id, "FFPNN")), 200);
  if (entries > 0) fillHistory(path, id, entries);
  const payloads = await Promise.all(ANSWERS.map((letters) => answersFor(client, id, 3, 10, letters)));
  const first = expectStatus(await client.post(address, payloads[1]), 200).body;
  const withIds = payloads.map((payload) => payload.map((each, index) => ({ ...each, id: first.answers[index].id })));
  let version: number | undefined = first.versions?.answers;
  return {
    hasVersions: version !== undefined,
    /** As the web application does: with the version that it was made from, where there are versions. */
    async save(call: number) {
      const madeFrom: Record<string, string> = version === undefined ? {} : { "Made-From": `answers=${version}` };
      const answer = await client.post(address, withIds[call % 2], { "Idempotency-Key": `bench-${call}`, ...madeFrom });
      version = expectStatus(answer, 200).body.versions?.answers;
    },
    async close() {
      await store.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Entries that nobody made: those of the assessment that is measured come first, those of others follow. */
function fillHistory(path: string, id: number, entries: number): void {
  const database = new DatabaseSync(path, { timeout: 2000 });
  database.exec("begin immediate");
  database
    .prepare(
      `insert into history (chain, seq, at, kind, place, user_id, salt, content, commitment, seal)
       with recursive entry(number) as (select 0 union all select number + 1 from entry where number < ? - 1)
       select 'assessment/' || (? + number / ?), 1000000 + number % ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'answers',
         'thread/' || (1 + number % 7) || '/' || (1 + number % 13), 1, hex(randomblob(11)), hex(randomblob(20)), hex(randomblob(22)), hex(randomblob(22))
       from entry`,
    )
    .run(entries, id, PER_CHAIN, PER_CHAIN);
  database.exec(
    `insert into history_head (chain, seq, seal) select chain, max(seq), '' from history where true group by chain
     on conflict (chain) do update set seq = excluded.seq`,
  );
  database.exec("commit");
  database.close();
}

const compared = (what: string, against: string, measured: Timing, reference: Timing): Line => ({
  what,
  against,
  measured: milliseconds(measured.ms),
  reference: milliseconds(reference.ms),
  ratio: ratioOf(measured.ms, reference.ms),
  aim: "≤ 1.3 ×",
});

export async function recording(): Promise<Line[]> {
  const present = await importBuild(root);
  const lines: Line[] = [];
  const folder = checkOutBefore();
  if (folder) {
    const now = await prepare(present);
    const before = await prepare(await importBuild(folder));
    if (!now.hasVersions || before.hasVersions) throw new Error("These are not builds with versions and without.");
    const times = await inTurns({ now: now.save, before: before.save }, TURNS);
    lines.push(compared("storing a thread, with versions and history", "the build before these came", times.now, times.before));
    await now.close();
    await before.close();
    rmSync(folder, { recursive: true, force: true });
  } else console.error(`Git's history does not have the commit before ${CAME_WITH}: what versions and history cost a save is left out.`);
  const [grown, own, alike] = [await prepare(present, ENTRIES), await prepare(present), await prepare(present)];
  const times = await inTurns({ grown: grown.save, own: own.save, alike: alike.save }, TURNS);
  for (const { close } of [grown, own, alike]) await close();
  const what = `storing a thread with ${ENTRIES.toLocaleString("en-GB")} entries in the history`;
  lines.push(compared(what, "itself with its own entries alone", times.grown, times.own), {
    ...compared("storing a thread with its own entries alone", "itself in another store: what chance makes", times.alike, times.own),
    aim: "–",
  });
  return lines;
}
