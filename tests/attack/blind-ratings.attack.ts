import { openStore } from "#api/store/open.ts";
import { addressOf } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { paths } from "../../app/views/paths.ts";
import { answersFor, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";
import { textOfFile } from "./attempts.ts";
import { everyAddress } from "./every-address.ts";

const TEAM = "Apart";
const RATER = "sam@apart.example";
/** A word that stands in everything that somebody else says of the assessment. */
const SECRET = "Zwetschgenkuchen";
const PLACE = "thread/1/1";
const GROUP = "perspective/1";

/** A lead who rates blind, and a colleague without the lock. */
export const attack: Attack = {
  title: "Reads the verdict while rating blind, by every address and every call, and makes a rating the verdict without the lock",
  async run() {
    const app = await startApp();
    const store = openStore(app.databaseUrl);
    try {
      const owner = await apiClient(app.databaseUrl, "owner@apart.example", { team: TEAM });
      const sam = await apiClient(app.databaseUrl, RATER, { team: TEAM, permission: "lead" });
      const kim = await apiClient(app.databaseUrl, "kim@apart.example", { team: TEAM });
      const organization = await createOrganization(owner);
      const id = await createP3M3(owner, organization, { perspectiveIds: [1], threadIds: [1, 2] });
      const personOf = async (email: string) =>
        (await store.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
      const ask = async (email: string, kind: string) =>
        expectStatus(
          await owner.post(`/assessments/${id}/ratings`, { person: await personOf(email), kind, groups: [GROUP], until: "2099-12-01" }),
          201,
        ).body.id as number;
      const [blind, inCharge] = [await ask(RATER, "opinion"), await ask("kim@apart.example", "charge")];
      expectStatus(await sam.post(`/assessments/${id}/ratings/${blind}/begin`, { seen: [{ group: GROUP, seen: false }] }), 204);
      expectStatus(await kim.post(`/assessments/${id}/ratings/${inCharge}/begin`, { seen: [] }), 204);

      const visitor = await new Visitor(app.url).enter(await app.entryLink(RATER));
      const isFile = (address: string) => /\.(xlsx|docx|pptx|zip)$/.test(address);
      const addresses = [
        paths.home({ organizationId: organization }),
        ...everyAddress(organization, id).filter((address) => !isFile(address)),
      ];
      const files = everyAddress(organization, id).filter(isFile);
      const faults = new Set<string>();
      const look = async () => {
        const pages: string[] = [];
        for (const address of addresses) {
          await visitor.get(address);
          pages.push(visitor.text());
          if (visitor.status >= 500) faults.add(`${address} (${visitor.status})`);
        }
        return pages;
      };
      // What the browser remembers of where it was settles.
      await look();
      const before = await look();

      expectStatus(await owner.post(`/P3M3/assessments/${id}/answer`, await answersFor(owner, id, 1, 1, "FFRNN")), 200);
      expectStatus(await owner.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 1, body: SECRET }), 200);
      expectStatus(await owner.put(`/assessments/${id}/wording`, { part: "summary", body: SECRET }), 200);
      expectStatus(await owner.post(`/assessments/${id}/review-points`, { about: PLACE, text: SECRET }), 201);
      const evidence = { kind: "data", what: SECRET, where: "", who: "", date: null, goodUntil: null, remark: "" };
      expectStatus(
        await owner.post(`/assessments/${id}/evidence`, { ...evidence, places: [{ place: PLACE, supports: [1], against: [] }] }),
        201,
      );
      expectStatus(await kim.put(`/assessments/${id}/ratings/${inCharge}/notes`, { place: PLACE, body: SECRET }), 200);
      const answers = await answersFor(kim, id, 1, 1, "FRNNN");
      expectStatus(await kim.post(`/assessments/${id}/ratings/${inCharge}/answers`, { place: PLACE, answers }), 200);

      const after = await look();
      const changed = addresses.filter((_, index) => after[index] !== before[index]);
      const leaky = addresses.filter((_, index) => after[index]?.includes(SECRET));
      for (const file of files) {
        await visitor.get(file);
        if (textOfFile(visitor).includes(SECRET)) leaky.push(file);
      }
      const calls = CONTRACT_CALLS.filter(({ call }) => call.authentication === undefined && call.method === "GET");
      let leaks = 0;
      for (const { call } of calls)
        for (const number of [blind, inCharge, 77]) {
          const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
          const ids = Object.fromEntries(names.map((name) => [name, name === "id" || name === "assessmentId" ? id : number]));
          const at = call.path.startsWith("/organizations") ? { ...ids, id: organization } : ids;
          const query = { p: 1, t: 1, place: PLACE, assessmentId: id, perspectiveIds: [1], model: "P3M3" };
          const { body } = await sam.get(addressOf(call, { ...query, ...at }));
          if (JSON.stringify(body ?? "").includes(SECRET)) leaks += 1;
        }

      const verdict = async () => JSON.stringify((await owner.get(`/assessments/${id}/overview`)).body);
      const was = await verdict();
      const attempts = await Promise.all([
        kim.post(`/assessments/${id}/ratings/${inCharge}/use`, { place: PLACE, withNote: true }),
        kim.post(`/assessments/${id}/ratings/${inCharge}/use-group`, { group: GROUP, withNotes: true }),
        kim.put(`/assessments/${id}/rating-departures`, { place: PLACE, text: "Mine" }),
        sam.post(`/assessments/${id}/ratings/${blind}/use`, { place: PLACE, withNote: true }),
        sam.post(`/assessments/${id}/lock`),
        owner.post(`/assessments/${id}/ratings/${inCharge}/use-group`, { group: "perspective/2", withNotes: true }),
      ]);
      const taken = attempts.filter(({ status }) => status < 400).length;
      const isUnchanged = (await verdict()) === was;
      return {
        held: changed.length + leaky.length + leaks + taken + faults.size === 0 && isUnchanged,
        figures: `${addresses.length} addresses and ${files.length} files: ${leaky.length} tell what was said (${leaky.join(", ") || "none"}), ${changed.length} look different (${changed.join(", ") || "none"}); ${faults.size} faults (${[...faults].join(", ") || "none"}); ${calls.length} calls that read: ${leaks} tell it; ${attempts.length} attempts to use a rating or to take the lock: ${taken} were taken, ${isUnchanged ? "nothing" : "SOMETHING"} has changed`,
      };
    } finally {
      await store.destroy();
      await app.stop();
    }
  },
};
