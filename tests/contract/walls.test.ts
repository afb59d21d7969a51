import { beforeAll, describe, expect, it } from "vitest";
import { deleteOrganization } from "#api/services/deleting-organizations.ts";
import { addressOf } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import type { Client, TestApi } from "../support/api.ts";
import {
  actionOf,
  CALLS,
  EARLIER,
  EVIDENCE,
  fill,
  type Ids,
  OF_ONES_RATING,
  P3M3,
  PLACE,
  type Subject,
  send,
  TARGETS,
  VERDICTS,
} from "./calls-about.ts";
import { onEachDatabase } from "./databases.ts";
import { createOrganization, expectStatus, organizationForm } from "./scenario.ts";

/** What a lead who is not named may read and change. */
const FOR_LEADS = ["walls.get", "walls.put"];
/** What answers 404 to those who are named as well, because there is no such thing. */
const NOT_THERE = ["itil.results"];

const NONE: Subject[] = ["organization", "p3m3", "itil", "done", "later", "engagement"];
const unknown = (ids: Ids): Ids => ({ ...ids, ...Object.fromEntries(NONE.map((name) => [name, 2_000_000_000])) });

const ROLES = { lead: "lead", assessor: "assessor", viewer: "viewer" } as const;

/** A team of its own: three who are named, and three who are not. */
async function team(api: TestApi, name: string) {
  const signIn = (who: string, permission: keyof typeof ROLES) =>
    api.signIn({ email: `${who}@${name}.example`, team: name, permission: ROLES[permission] });
  return {
    named: await signIn("named", "lead"),
    namedAssessor: await signIn("named-assessor", "assessor"),
    namedViewer: await signIn("named-viewer", "viewer"),
    lead: await signIn("lead", "lead"),
    assessor: await signIn("assessor", "assessor"),
    viewer: await signIn("viewer", "viewer"),
  };
}
type Team = Awaited<ReturnType<typeof team>>;

/** The numbers of people by the first part of their addresses. */
async function numbersIn(lead: Client): Promise<Record<string, number>> {
  const { people } = expectStatus(await lead.get("/people"), 200).body as { people: { id: number; email: string }[] };
  return Object.fromEntries(people.map(({ id, email }) => [email.split("@")[0] ?? "", id]));
}

/** The addresses of the people of a team. */
const namesOf = async (lead: Client): Promise<string[]> =>
  expectStatus(await lead.get("/people"), 200).body.people.map(({ email }: { email: string }) => email);

const REASON = "The client asks for three named people";

/** Names the three. */
async function raise({ named }: Team, id: number): Promise<void> {
  const people = await numbersIn(named);
  const three = [people.named, people["named-assessor"], people["named-viewer"]];
  expectStatus(await named.put(`/organizations/${id}/access`, { access: "named", people: three, reason: REASON }), 200);
}

describe("walls", () => {
  it("have a verdict about every call of the contract", () => {
    const names = CONTRACT_CALLS.flatMap(({ name, call }) => (call.extension === "demo" ? [] : [name]));
    expect(Object.keys(VERDICTS).toSorted()).toEqual(names.toSorted());
  });

  onEachDatabase(
    (api) => {
      describe("each call that names an organization, or something of it", () => {
        let people: Team;
        let ids: Ids;
        beforeAll(async () => {
          people = await team(api(), "calls");
          ids = await fill(people.namedAssessor, await createOrganization(people.named));
          await raise(people, ids.organization);
        });

        it.each(["lead", "assessor", "viewer", "stranger"] as const)("answers %s as if there were none", async (who) => {
          const client = who === "stranger" ? await api().signIn({ email: "stranger@elsewhere.example", permission: "lead" }) : people[who];
          const none = unknown(ids);
          const wrong: string[] = [];
          for (const each of CALLS) {
            if (who === "lead" && FOR_LEADS.includes(each.name)) continue;
            const [theirs, nobodys] = [await send(client, each, ids), await send(client, each, none)];
            const isRefused = theirs.status === 404 || (who !== "lead" && theirs.status === 403);
            if (!isRefused || theirs.status !== nobodys.status || JSON.stringify(theirs.body) !== JSON.stringify(nobodys.body))
              wrong.push(`${each.name}: ${theirs.status} ${JSON.stringify(theirs.body)} instead of ${nobodys.status}`);
          }
          expect(wrong).toEqual([]);
        });

        it("answers nobody, and a voice, with 401", async () => {
          const token = expectStatus(
            await people.namedAssessor.post(`/assessments/${ids.p3m3}/voices/${ids.voice}/link`, { renew: false }),
            200,
          ).body.token;
          const entered = expectStatus(await api().anonymous.post("/auth/voice", { token, network: "walls" }), 200).body;
          const voice = api().anonymous.bearing(entered.token);
          expect((await voice.get("/voice")).status).toBe(200);
          for (const each of CALLS)
            for (const client of [api().anonymous, voice])
              expect([each.name, (await send(client, each, ids)).status]).toEqual([each.name, 401]);
        });

        it("lets an internal account read, and write nothing", async () => {
          const client = await api().signIn({ email: "internal@walls.example", team: "calls", permission: "assessor" });
          const wrong: string[] = [];
          for (const each of CALLS) {
            const { status } = await send(client, each, ids);
            const isWrite = each.call.method !== "GET";
            const may = isWrite ? [403] : [200];
            // A trace of what was read, and the lock of what is only read.
            const also = ["history.fileTaken", "locks.take", "locks.release", ...NOT_THERE].includes(each.name) ? [200, 204, 404] : [];
            const assessorsOnly =
              !isWrite &&
              /^(ratings\.\w+|voices\.(list|answers)|voiceLevels\.list|secondRound\.get|joining\.voiceMails|handover\.get|teamHistory\.\w+)$/.test(
                each.name,
              )
                ? [403]
                : [];
            if (![...may, ...also, ...assessorsOnly].includes(status)) wrong.push(`${each.name}: ${status}`);
          }
          expect(wrong).toEqual([]);
        });

        it("lets those who are named do what their permission says", async () => {
          const wrong: string[] = [];
          for (const who of ["namedViewer", "named", "namedAssessor"] as const)
            for (const each of CALLS) {
              if (who !== "namedAssessor" && each.call.method !== "GET") continue;
              const { status } = await send(people[who], each, ids);
              const isLeads = who !== "named" && each.call.permission === "lead";
              const isAssessors = who === "namedViewer" && each.call.permission === "assessor";
              const isRaters = who !== "named" && OF_ONES_RATING.includes(each.name);
              // Before the assessment is submitted.
              const isEarly = who === "namedViewer" && each.name === "ratings.differences";
              const may =
                isLeads || isAssessors || isRaters || isEarly ? [403] : NOT_THERE.includes(each.name) ? [404] : [200, 201, 204, 409, 422];
              if (!may.includes(status)) wrong.push(`${who} ${each.name}: ${status}`);
            }
          expect(wrong).toEqual([]);
        });
      });

      it("an id in a query or a body is answered as one that does not exist", async () => {
        const people = await team(api(), "bodies");
        const ids = await fill(people.namedAssessor, await createOrganization(people.named));
        await raise(people, ids.organization);
        const own = await fill(people.assessor, await createOrganization(people.assessor));
        const { assessor } = people;
        const at = `/organizations/${own.organization}`;
        const form = { ...P3M3, isTestAssessment: false, selectedScope: "Programme" };
        const attempts: ((id: number) => Promise<{ status: number; body: unknown }>)[] = [
          (id) => assessor.post(`${at}/assessments`, { ...form, previousId: id }),
          (id) => assessor.put(`/assessments/${own.p3m3}`, { ...P3M3, previousId: id }),
          (id) => assessor.get(`/assessments/${own.later}/comparison?with=${id}`),
          (id) => assessor.get(`${at}/trend?model=P3M3&until=${id}`),
          (id) => assessor.get(`${at}/actions?assessmentId=${id}`),
          (id) => assessor.post(`${at}/actions`, { ...actionOf({ p3m3: id }) }),
          (id) => assessor.put(`${at}/actions/${own.action}`, { ...actionOf({ p3m3: id }) }),
          (id) => assessor.get(`/P3M3/benchmarks?perspectiveIds=1&assessmentId=${id}`),
          (id) => assessor.get(`/organizations?page=1&open=${id}`),
          (id) => assessor.get(`${at}/assessments?tab=active&open=${id}`),
          (id) => assessor.post("/P3M3/notes", { assessmentId: id, ...PLACE, body: "x" }),
          (id) => people.lead.get(`/history?organization=${id}`),
          (id) => people.lead.post("/history/files", { what: "Excel file", organization: id }),
          (id) => people.lead.post("/history/files", { what: "Excel file", organizations: [own.organization, id] }),
          (id) => assessor.post(`/assessments/${id}/lock/delete`, { token: assessor.token }),
        ];
        for (const attempt of attempts)
          for (const id of [ids.done, ids.p3m3, ids.organization]) {
            const [theirs, nobodys] = [await attempt(id), await attempt(2_000_000_000)];
            expect([String(attempt), theirs.status, theirs.body]).toEqual([String(attempt), nobodys.status, nobodys.body]);
          }
        // Nobody reaches parts of the walled organization through another one.
        for (const path of [
          `${at}/actions/${ids.action}`,
          `/assessments/${own.p3m3}/evidence/${ids.evidence}`,
          `${at}/earlier-scores/${ids.earlier}`,
        ])
          expect(
            (await assessor.put(path, path.includes("actions") ? actionOf(own) : path.includes("evidence") ? EVIDENCE : EARLIER)).status,
          ).toBe(404);
      });

      it("an odd spelling, a version, or a fault in what is sent tells nobody outside that there is one", async () => {
        const people = await team(api(), "odd");
        const ids = await fill(people.namedAssessor, await createOrganization(people.named));
        await raise(people, ids.organization);
        const digits = (id: number) => `%3${String(id).split("").join("%3")}`;
        const from = (version: string) => ({ "Made-From": version });
        const attempts: ((client: Client, of: Ids) => Promise<{ status: number; body: unknown }>)[] = [
          (client, of) => client.get(`/organizations/000${of.organization}`),
          (client, of) => client.get(`/ORGANIZATIONS/${of.organization}/ASSESSMENTS`),
          (client, of) => client.get(`/organizations/${digits(of.organization)}`),
          (client, of) => client.get(`/assessments/${of.p3m3}/`),
          (client, of) => client.get(`/assessments/${of.p3m3}.0`),
          (client, of) => client.call("HEAD", `/assessments/${of.p3m3}`),
          (client, of) => client.put(`/organizations/${of.organization}`, organizationForm(), from("organization=99")),
          (client, of) => client.put(`/organizations/${of.organization}/targets`, TARGETS, from("targets=99")),
          (client, of) => client.put(`/assessments/${of.p3m3}`, P3M3, from("profile=99")),
          (client, of) => client.put(`/organizations/${of.organization}`, { name: "" }),
          (client, of) => client.put(`/assessments/${of.p3m3}`, { assessmentType: "ITIL", name: "Mine" }),
          (client, of) => client.put(`/assessments/${of.p3m3}/7/13/flag`, { flagged: true }),
          (client, of) => client.post("/P3M3/notes", { assessmentId: of.p3m3, ...PLACE, body: "x".repeat(30_000) }),
          (client, of) => client.get(`/itil/assessments/${of.p3m3}/questions/maturity`),
          (client, of) => client.get(`/P3M3/assessments/${of.itil}/questions?p=1&t=6`),
          (client, of) => client.get(`/assessments/${of.done}/comparison?with=${of.done}`),
          (client, of) => client.get(`/assessments/${of.done}/comparison?with=earlier-${ids.earlier}`),
          (client, of) => client.post(`/assessments/${of.done}/editions`, { reason: "" }),
          (client, of) => client.post(`/assessments/${of.p3m3}/voices/${ids.voice}/link`, { renew: true }),
        ];
        const secret = ["Harbour", "Jane", "Write a plan", ...(await namesOf(people.named))];
        for (const client of [people.lead, people.assessor, people.viewer])
          for (const attempt of attempts) {
            const [theirs, nobodys] = [await attempt(client, ids), await attempt(client, unknown(ids))];
            expect([String(attempt), theirs.status, theirs.body]).toEqual([String(attempt), nobodys.status, nobodys.body]);
            expect(theirs.status).toBeGreaterThanOrEqual(400);
            expect(secret.filter((name) => JSON.stringify(theirs.body ?? "").includes(name))).toEqual([]);
          }
      });

      it("nothing that somebody outside reads changes when the organization appears, grows, opens to nobody else, or goes", async () => {
        const people = await team(api(), "lists");
        const stranger = await api().signIn({ email: "lists@elsewhere.example", permission: "lead" });
        const own = await fill(people.assessor, await createOrganization(people.assessor, { name: "Another client" }));
        const numbers = await numbersIn(people.lead);
        const outsiders = [people.lead, people.assessor, people.viewer, stranger];
        const lists = CONTRACT_CALLS.flatMap(({ name, call }) =>
          VERDICTS[name] === "list" && name !== "walls.team" ? [{ name, call }] : [],
        );
        const values = [
          ...lists.flatMap(({ name, call }) =>
            name === "people.get" || name === "joining.openWork"
              ? Object.values(numbers).map((id) => addressOf(call, { id }))
              : [addressOf(call, {})],
          ),
          "/organizations?page=1&search=harbour",
          "/organizations?page=1",
          "/P3M3/benchmarks?perspectiveIds=1",
          "/in-progress?q=harbour&tests=1&archived=1",
          "/people/history",
          "/history",
          "/history?kind=organization,answers,access",
          "/history?by=named-assessor%40lists.example",
          "/history/export",
        ];
        /** Whole answers. The outsiders' own organization is among what is read. */
        const everything = async () => {
          const answers: [string, number, unknown][] = [];
          for (const [index, client] of outsiders.entries()) {
            for (const path of values) {
              const { status, body } = await client.get(path);
              answers.push([`${index} ${path}`, status, body]);
            }
            for (const each of CALLS)
              if (each.call.method === "GET") {
                const { status, body } = await send(client, each, own);
                answers.push([`${index} ${each.name}`, status, body]);
              }
          }
          return answers;
        };
        // What leads read of the history is recorded there once an hour, before they read it.
        for (const client of outsiders) for (const query of ["", `?organization=${own.organization}`]) await client.get(`/history${query}`);
        const before = await everything();
        const created = expectStatus(
          await people.named.post("/organizations/behind-a-wall", organizationForm({ benchmarkConsent: true })),
          201,
        );
        expect(await everything()).toEqual(before);
        const { id } = created.body;
        await raise(people, id);
        await fill(people.namedAssessor, id);
        expect(await everything()).toEqual(before);
        await api()
          .store.transaction()
          .execute((db) => deleteOrganization(db, id));
        expect(await everything()).toEqual(before);
      });
    },
    { internalAccounts: ["internal@walls.example"] },
  );
});
