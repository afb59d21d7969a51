/** Extension `versions`: a write names the version that it was made from, and does not overwrite a later change. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Answer, Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answersFor,
  answerThread,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
  practiceAnswers,
} from "./scenario.ts";

const PRACTICE = 19;
const madeFrom = (part: string, version: number, key?: string) => ({
  "Made-From": `${part}=${version}`,
  ...(key ? { "Idempotency-Key": key } : {}),
});

interface PartCase {
  name: string;
  part: string;
  setUp(client: Client): Promise<number>;
  read(client: Client, id: number): Promise<Answer>;
  /** Writes the first or the second of two different contents. */
  write(client: Client, id: number, content: 0 | 1, headers?: Record<string, string>): Promise<Answer>;
  /** The part of an answer that tells the contents apart. */
  content(answer: Answer): unknown;
}

const p3m3 = async (client: Client) => createP3M3(client, await createOrganization(client));
const itil = async (client: Client) => createItil(client, await createOrganization(client), { selectedScope: "Maturity" });
const threadUrl = (id: number) => `/P3M3/assessments/${id}/questions?p=1&t=2`;
const practiceUrl = (id: number) => `/itil/assessments/${id}/questions/capability?capabilityId=${PRACTICE}`;
const bodies = ["First reading", "Second reading"] as const;
const evidence = (what: string) => ({
  ...{ kind: "document", what, where: "", who: "", date: null, goodUntil: null, remark: "" },
  places: [{ place: "thread/1/2", supports: [], against: [] }],
});
/** The entry of each assessment. */
const evidenceOf = new Map<number, number>();

const CASES: PartCase[] = [
  {
    name: "the answers of a thread",
    part: "answers",
    setUp: p3m3,
    read: (client, id) => client.get(threadUrl(id)),
    write: async (client, id, content, headers) =>
      client.post(`/P3M3/assessments/${id}/answer`, await answersFor(client, id, 1, 2, content ? "FFPNN" : "FPNNN"), headers),
    content: ({ body }) =>
      (body.answers ?? body.map(({ answer }: { answer: unknown }) => answer)).map((a: { selection: string }) => a?.selection),
  },
  {
    name: "the marks of a thread",
    part: "marks",
    setUp: p3m3,
    read: (client, id) => client.get(threadUrl(id)),
    write: async (client, id, content, headers) => {
      const [question] = (await client.get(threadUrl(id))).body;
      const body = { diagnosticId: question.diagnostics[0].id, isPositive: content === 1 };
      return client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, body, headers);
    },
    content: ({ body }) => body.isPositive ?? body[0]?.diagnostics[0].isPositive,
  },
  {
    name: "the note of a thread",
    part: "note",
    setUp: p3m3,
    read: (client, id) => client.get(`/P3M3/notes/${id}/1/2`),
    write: (client, id, content, headers) =>
      client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: bodies[content] }, headers),
    content: ({ body }) => body.body,
  },
  {
    name: "the answers of a practice",
    part: "answers",
    setUp: itil,
    read: (client, id) => client.get(practiceUrl(id)),
    write: async (client, id, content, headers) =>
      client.post(`/ITIL/assessments/${id}/answer/capability`, await practiceAnswers(client, id, PRACTICE, content ? "RN" : "N"), headers),
    content: ({ body }) =>
      (body.answers ?? body.map(({ answer }: { answer: unknown }) => answer)).map((a: { selection: string }) => a?.selection),
  },
  {
    name: "a maturity component",
    part: "answers",
    setUp: itil,
    read: async (client, id) => {
      const { status, headers, body } = await client.get(`/itil/assessments/${id}/questions/maturity`);
      return { status, headers, body: body.find(({ computed }: { computed: boolean }) => !computed) };
    },
    write: async (client, id, content, headers) => {
      const component = (await client.get(`/itil/assessments/${id}/questions/maturity`)).body.find(
        ({ computed }: { computed: boolean }) => !computed,
      );
      const body = { questionId: component.id, optionId: component.options[content].id };
      return client.post(`/ITIL/assessments/${id}/answer/maturity`, body, headers);
    },
    content: ({ body }) => body.answer?.optionId,
  },
  {
    name: "the note of a practice",
    part: "note",
    setUp: itil,
    read: (client, id) => client.get(`/ITIL/notes/${id}/capability/${PRACTICE}`),
    write: (client, id, content, headers) =>
      client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: PRACTICE, body: bodies[content] }, headers),
    content: ({ body }) => body.body,
  },
  {
    name: "the flag of a thread",
    part: "flag",
    setUp: p3m3,
    read: (client, id) => client.get(threadUrl(id)),
    write: (client, id, content, headers) => client.put(`/assessments/${id}/1/2/flag`, { flagged: content === 0 }, headers),
    content: ({ body }) => body.flagged ?? body[0].flagged,
  },
  {
    name: "the flag of a practice",
    part: "flag",
    setUp: itil,
    read: (client, id) => client.get(practiceUrl(id)),
    write: (client, id, content, headers) =>
      client.put(`/itil/assessments/${id}/capability/${PRACTICE}/flag`, { flagged: content === 0 }, headers),
    content: ({ body }) => body.flagged ?? body[0].flagged,
  },
  {
    name: "the reason why a thread is descoped",
    part: "reason",
    setUp: async (client) => {
      const id = await p3m3(client);
      expectStatus(await client.post(`/assessments/${id}/1/2/descope`), 200);
      return id;
    },
    read: (client, id) => client.get(threadUrl(id)),
    write: (client, id, content, headers) => client.put(`/assessments/${id}/1/2/reason`, { reason: bodies[content] }, headers),
    content: ({ body }) => body.reason ?? body[0].reason,
  },
  {
    name: "an entry of evidence",
    part: "evidence",
    setUp: async (client) => {
      const id = await p3m3(client);
      evidenceOf.set(id, expectStatus(await client.post(`/assessments/${id}/evidence`, evidence("first")), 201).body.id);
      return id;
    },
    read: async (client, id) => {
      const answer = await client.get(`/assessments/${id}/evidence`);
      return { ...answer, body: answer.body.entries[0] };
    },
    write: (client, id, content, headers) =>
      client.put(`/assessments/${id}/evidence/${evidenceOf.get(id)}`, evidence(bodies[content]), headers),
    content: ({ body }) => body.what,
  },
  {
    name: "the profile of an assessment",
    part: "profile",
    setUp: p3m3,
    read: (client, id) => client.get(`/assessments/${id}`),
    write: (client, id, content, headers) => client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: bodies[content] }, headers),
    content: ({ body }) => body.name,
  },
  {
    name: "the scope of an assessment",
    part: "scope",
    setUp: p3m3,
    read: (client, id) => client.get(`/assessments/${id}`),
    write: (client, id, content, headers) =>
      client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Spring review", selectedLevel: 3 + content }, headers),
    content: ({ body }) => body.selectedLevel,
  },
  {
    name: "an organization",
    part: "organization",
    setUp: (client) => createOrganization(client),
    read: async (client, id) => {
      const answer = await client.get(`/organizations/${id}`);
      return { ...answer, body: answer.body.organization };
    },
    write: async (client, id, content, headers) => {
      const answer = await client.put(`/organizations/${id}`, organizationForm({ name: bodies[content] }), headers);
      return { ...answer, body: answer.body.organization ?? answer.body };
    },
    content: ({ body }) => body.name,
  },
];

const versionIn = (answer: Answer, part: string): number => (Array.isArray(answer.body) ? answer.body[0] : answer.body).versions[part];

describe("versions", () => {
  onEachDatabase((api) => {
    let people = 0;
    // Each test its own person, because nobody may create as much as all of them together.
    const signIn = () => {
      people += 1;
      return api().signIn({ email: `versions-${people}@team.example` });
    };

    describe.each(CASES)("of $name", ({ part, setUp, read, write, content }) => {
      it("grow by one with each change, which reads and writes tell", async () => {
        const client = await signIn();
        const id = await setUp(client);
        const before = versionIn(await read(client, id), part);
        const written = expectStatus(await write(client, id, 0), 200);
        if (part !== "marks" || written.body.versions) expect(versionIn(written, part)).toBe(before + 1);
        expect(versionIn(await read(client, id), part)).toBe(before + 1);
      });

      it("stop a write that was made from an older one, and tell what is stored", async () => {
        const client = await signIn();
        const id = await setUp(client);
        const known = versionIn(await read(client, id), part);
        expectStatus(await write(client, id, 0, madeFrom(part, known)), 200);
        const stored = await read(client, id);
        const late = await write(client, id, 1, madeFrom(part, known));
        expect(late.status).toBe(412);
        expect(JSON.stringify(late.body.present)).toContain(`"${part}":${known + 1}`);
        expect((await read(client, id)).body).toEqual(stored.body);
        expectStatus(await write(client, id, 1, madeFrom(part, known + 1)), 200);
        expect(content(await read(client, id))).not.toEqual(content(stored));
      });

      it("let a write pass that wants what is stored, and do not grow with it", async () => {
        const client = await signIn();
        const id = await setUp(client);
        const known = versionIn(await read(client, id), part);
        expectStatus(await write(client, id, 0), 200);
        expectStatus(await write(client, id, 0, madeFrom(part, known)), 200);
        expect(versionIn(await read(client, id), part)).toBe(known + 1);
      });

      it("are not asked about a write that is sent again", async () => {
        const client = await signIn();
        const id = await setUp(client);
        const known = versionIn(await read(client, id), part);
        const key = randomUUID();
        const first = expectStatus(await write(client, id, 0, madeFrom(part, known, key)), 200);
        expectStatus(await write(client, id, 1), 200);
        const again = await write(client, id, 0, madeFrom(part, known, key));
        expect([again.status, again.body]).toEqual([first.status, first.body]);
      });
    });

    it("of answers and marks grow when a thread is descoped or brought back", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      expectStatus(await answerThread(client, id, 1, 2, "FPNNN"), 200);
      expectStatus(await client.post(`/assessments/${id}/1/2/descope`), 200);
      expect((await client.get(threadUrl(id))).body[0].versions).toEqual({ answers: 2, marks: 1, flag: 0, reason: 0 });
      const stale = await client.post(
        `/P3M3/assessments/${id}/answer`,
        await answersFor(client, id, 1, 2, "FFPNN"),
        madeFrom("answers", 1),
      );
      expect([412, 422]).toContain(stale.status);
    });

    it("stop a write only where its own parts moved", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      expectStatus(await answerThread(client, id, 1, 2, "FPNNN"), 200);
      const note = { assessmentId: id, perspectiveId: 1, threadId: 2, body: "Seen" };
      expectStatus(await client.post("/P3M3/notes", note, { "Made-From": "note=0, answers=0" }), 200);
      const both = { "Made-From": "profile=0, scope=0" };
      expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Renamed" }, both), 200);
    });

    it.each(["answers", "answers=", "answers=-1", "answers=1;marks=2", "colour=1", ""])("cannot be given as '%s'", async (header) => {
      const client = await signIn();
      const id = await p3m3(client);
      const answer = await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Renamed" }, { "Made-From": header });
      expect(answer.status).toBe(400);
    });

    it("refuse a write made from one that nobody was given", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const note = { assessmentId: id, perspectiveId: 1, threadId: 2, body: "Seen" };
      for (const version of [1, 2_147_483_648, 9_999_999_999])
        expect((await client.post("/P3M3/notes", note, madeFrom("note", version))).status).toBe(412);
      expectStatus(await client.post("/P3M3/notes", note, madeFrom("note", 0)), 200);
    });

    it("let exactly one of many writes made from the same version through", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const writes = Array.from({ length: 12 }, (_, index) =>
        client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: `Reading ${index}` }, madeFrom("note", 0)),
      );
      const organization = await createOrganization(client);
      const changes = Array.from({ length: 12 }, (_, index) =>
        client.put(`/organizations/${organization}`, organizationForm({ name: `Harbour ${index}` }), madeFrom("organization", 0)),
      );
      for (const answers of [await Promise.all(writes), await Promise.all(changes)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(412)]);
    });
  });
});
