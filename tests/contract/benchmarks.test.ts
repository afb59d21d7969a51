import { describe, expect, it } from "vitest";
import { benchmark } from "#model/contract/p3m3.ts";
import { type Client, openTestApi, type TestApi } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerThread, completeP3M3, createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

const small = { perspectiveIds: [1], threadIds: [1] };
const consenting = (over: Record<string, unknown> = {}) => ({ benchmarkConsent: true, ...over });
const LETTERS = ["RNNNN", "FRNNN", "FFRNN", "FFFRN", "FFFFR", "FFFFF"];
/** Selections that score 0 to 5. */
const lettersOf = (score: number) => LETTERS[score] ?? "";

/** The fifth of a month, at nine. */
const goTo = (api: TestApi, month: number) => {
  api.now = new Date(Date.UTC(2026, month - 1, 5, 9));
};
let signedIn = 0;
/** Somebody of a team. */
const of = (api: TestApi, team: string) => {
  signedIn += 1;
  return api.signIn({ email: `${team.toLowerCase().replaceAll(" ", ".")}.${signedIn}@benchmark.example`, team });
};
async function complete(
  api: TestApi,
  team: string,
  score: number,
  over: Record<string, unknown> = {},
  setup: Record<string, unknown> = {},
) {
  const client = await of(api, team);
  const organizationId = await createOrganization(client, consenting(over));
  return { organizationId, assessmentId: await completeP3M3(client, organizationId, lettersOf(score), { ...small, ...setup }) };
}
const ask = async (client: Client, query: string) => benchmark.parse(expectStatus(await client.get(`/P3M3/benchmarks?${query}`), 200).body);

describe("benchmarks", () => {
  onEachDatabase((api) => {
    it("compare with other teams that gave consent, as of the first of the month, and with nothing else", async () => {
      goTo(api(), 3);
      const reader = await of(api(), "Reader");
      const own = await createOrganization(reader, consenting());
      const assessmentId = await completeP3M3(reader, own, "FFFFF", small);
      for (const score of [1, 2, 3, 4]) await complete(api(), `Team ${score}`, score);
      const query = `perspectiveIds=1&assessmentId=${assessmentId}`;
      // Nothing of this month counts.
      expect(await ask(reader, query)).toEqual({
        perspectivesAndScores: [],
        message: "5 teams are needed; there are none.",
        asOf: "2026-03-01",
        withGroups: { countryId: [], industryId: [], sizeId: [] },
        otherOrganizations: { organizations: 0, perspectivesAndScores: [] },
      });

      goTo(api(), 4);
      const inApril = await ask(await of(api(), "Reader"), query);
      expect(inApril).toMatchObject({ perspectivesAndScores: [], message: "5 teams are needed; there are 4.", asOf: "2026-04-01" });

      // None of these may count: no consent, a test, archived, another model scope, not completed, the own team.
      const others = await of(api(), "Team 5");
      await completeP3M3(others, await createOrganization(others), "RNNNN", small);
      await completeP3M3(others, await createOrganization(others, consenting()), "RNNNN", { ...small, isTestAssessment: true });
      const archived = await completeP3M3(others, await createOrganization(others, consenting()), "RNNNN", small);
      expectStatus(await others.post(`/assessments/${archived}/archive`), 200);
      await completeP3M3(others, await createOrganization(others, consenting()), "RNNNN", { ...small, selectedScope: "Project" });
      const open = await createP3M3(others, await createOrganization(others, consenting()), small);
      await answerThread(others, open, 1, 1, "RNNNN");
      await complete(api(), "Reader", 0);
      goTo(api(), 5);
      expect((await ask(await of(api(), "Reader"), query)).message).toBe("5 teams are needed; there are 4.");

      // An organization counts once, with its latest assessment.
      const fifth = await of(api(), "Team 5");
      const organization = await createOrganization(fifth, consenting());
      await completeP3M3(fifth, organization, "RNNNN", small);
      await completeP3M3(fifth, organization, "FFFFF", small);
      expect((await ask(await of(api(), "Reader"), query)).message).toBe("5 teams are needed; there are 4.");
      goTo(api(), 6);
      expect(await ask(await of(api(), "Reader"), `perspectiveIds=1,2&assessmentId=${assessmentId}`)).toEqual({
        perspectivesAndScores: [{ perspectiveId: 1, score: 3, sampleSize: 5 }],
        message: "For 1 perspective there are too few teams to compare with.",
        asOf: "2026-06-01",
        withGroups: { countryId: [826], industryId: [8], sizeId: [4] },
        otherOrganizations: { organizations: 1, perspectivesAndScores: [] },
      });
      // Without an assessment: the model scope of what the team completed last.
      expect((await ask(await of(api(), "Reader"), "perspectiveIds=1")).perspectivesAndScores[0]).toMatchObject({ sampleSize: 5 });
      expect((await ask(await of(api(), "Nobody"), "perspectiveIds=1")).perspectivesAndScores).toEqual([]);
    });

    it("give no stranger away: neither four shells and one stranger, nor joining and asking again", async () => {
      goTo(api(), 7);
      const place = { country: { id: 40, name: "" } };
      const { assessmentId } = await complete(api(), "Attacker", 2, place, { selectedScope: "Portfolio" });
      for (const score of [0, 0, 0]) await complete(api(), "Attacker", score, place, { selectedScope: "Portfolio" });
      const stranger = await complete(api(), "Stranger", 4, place, { selectedScope: "Portfolio" });
      const query = `perspectiveIds=1&countryId=40&assessmentId=${assessmentId}`;
      goTo(api(), 8);
      expect(await ask(await of(api(), "Attacker"), query)).toMatchObject({
        perspectivesAndScores: [],
        message: "5 teams are needed; there is 1.",
      });

      for (const score of [1, 2, 3, 4]) await complete(api(), `Fellow ${score}`, score, place, { selectedScope: "Portfolio" });
      goTo(api(), 9);
      const before = await ask(await of(api(), "Attacker"), query);
      expect(before.perspectivesAndScores).toEqual([{ perspectiveId: 1, score: 2.8, sampleSize: 5 }]);
      // One joins, and the attacker brings more of its own: the scores stay as they are.
      await complete(api(), "Newcomer", 5, place, { selectedScope: "Portfolio" });
      for (const score of [0, 0, 0, 0, 0]) await complete(api(), "Attacker", score, place, { selectedScope: "Portfolio" });
      expect((await ask(await of(api(), "Attacker"), query)).perspectivesAndScores).toEqual(before.perspectivesAndScores);
      goTo(api(), 10);
      expect((await ask(await of(api(), "Attacker"), query)).perspectivesAndScores).toEqual(before.perspectivesAndScores);

      // One withdraws: it counts no longer from the next month on, and then four teams are left.
      expectStatus(
        await (await of(api(), "Stranger")).put(
          `/organizations/${stranger.organizationId}`,
          organizationForm({ ...place, benchmarkConsent: false }),
        ),
        200,
      );
      expect((await ask(await of(api(), "Attacker"), query)).perspectivesAndScores).toEqual(before.perspectivesAndScores);
      goTo(api(), 11);
      expect((await ask(await of(api(), "Attacker"), query)).perspectivesAndScores).toEqual([]);
    });

    it("are made by one of two processes that are asked at once, and are there after a restart", async () => {
      goTo(api(), 13);
      const beside = await openTestApi({ url: api().url, drop: async () => undefined });
      beside.now = api().now;
      const [here, there] = [await of(api(), "Reader"), await of(beside, "Reader")];
      const groups = () => api().store.selectFrom("benchmark_group").select(["id", "state", "entries"]).orderBy("id").execute();
      const before = (await groups()).filter(({ state }) => state !== "waiting").map(({ id }) => id);
      const answers = await Promise.all([here, there, here, there].map((client) => ask(client, "perspectiveIds=1")));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.asOf).toBe("2027-01-01");
      const after = await groups();
      expect(after.filter(({ state }) => state !== "waiting").map(({ id }) => id)).toEqual(before);
      await beside.close();
      expect(await ask(await of(api(), "Reader"), "perspectiveIds=1")).toEqual(answers[0]);
      expect(await groups()).toEqual(after);
    });

    it("refuse a query without perspectives or with something else than ids", async () => {
      const reader = await of(api(), "Reader");
      for (const query of ["", "perspectiveIds=", "perspectiveIds=x", "perspectiveIds=1&countryId=CH", "perspectiveIds=1&assessmentId=0"])
        expect((await reader.get(`/P3M3/benchmarks?${query}`)).status).toBe(422);
      expect((await reader.get("/P3M3/benchmarks?perspectiveIds=1&assessmentId=99999")).status).toBe(404);
    });
  });

  onEachDatabase(
    (api) => {
      it("compare with the team's other organizations as they are now, each with its latest result, without asking for consent", async () => {
        goTo(api(), 11);
        const reader = await of(api(), "Reader");
        const own = await createOrganization(reader);
        const assessmentId = await completeP3M3(reader, own, "FFFFF", small);
        const query = `perspectiveIds=1&assessmentId=${assessmentId}`;
        await completeP3M3(reader, own, "FFFRN", small);
        expect((await ask(reader, query)).otherOrganizations).toEqual({ organizations: 0, perspectivesAndScores: [] });
        const second = await createOrganization(reader);
        await completeP3M3(reader, second, "FRNNN", small);
        await completeP3M3(reader, second, "FFRNN", small);
        for (const letters of ["FFFRN", "FFFRN", "RNNNN"]) await completeP3M3(reader, await createOrganization(reader), letters, small);
        // Neither a test, nor another model scope, nor another team.
        await completeP3M3(reader, await createOrganization(reader), "RNNNN", { ...small, isTestAssessment: true });
        await completeP3M3(reader, await createOrganization(reader), "RNNNN", { ...small, selectedScope: "Project" });
        await complete(api(), "Other", 0);
        // A mean of four would come close to a single client's score.
        expect((await ask(reader, query)).otherOrganizations).toEqual({ organizations: 4, perspectivesAndScores: [] });
        await completeP3M3(reader, await createOrganization(reader), "FFFRN", { perspectiveIds: [1, 2], threadIds: [1] });
        const five = { organizations: 5, perspectivesAndScores: [{ perspectiveId: 1, score: 2.2, sampleSize: 5 }] };
        expect((await ask(reader, `perspectiveIds=1,2&assessmentId=${assessmentId}`)).otherOrganizations).toEqual(five);
        // They are the reader's own, so an internal account that may read the assessment does not see them.
        const office = await api().signIn({ email: "office@benchmark.example", team: "Office" });
        expect((await ask(office, query)).otherOrganizations).toBeUndefined();
      });

      it("filter by country, industry and size, and offer the narrowest wider cohort", async () => {
        goTo(api(), 11);
        const reader = await of(api(), "Reader");
        const project = { selectedScope: "Project" as const };
        const assessmentId = await completeP3M3(reader, await createOrganization(reader), "FRNNN", { ...small, ...project });
        const place = { country: { id: 756, name: "" }, industry: { id: 5, name: "" } };
        for (const [index, size] of [1, 1, 1, 1, 2, 2].entries())
          await complete(api(), `Swiss ${index}`, 2, { ...place, size: { id: size, name: "" } }, project);
        for (const index of [0, 1, 2, 3, 4, 5])
          await complete(api(), `Elsewhere ${index}`, 4, { ...place, industry: { id: 6, name: "" } }, project);
        goTo(api(), 12);
        const again = await of(api(), "Reader");
        const narrow = await ask(again, `perspectiveIds=1&countryId=756&industryId=5&sizeId=1&assessmentId=${assessmentId}`);
        expect(narrow).toMatchObject({
          perspectivesAndScores: [],
          message: "5 teams are needed; there are 4.",
          suggestion: { countryId: 756, industryId: 5 },
        });
        const wide = await ask(again, `perspectiveIds=1&countryId=756&industryId=5&sizeId=&assessmentId=${assessmentId}`);
        expect(wide).toMatchObject({ perspectivesAndScores: [{ perspectiveId: 1, score: 2, sampleSize: 6 }], message: null });
        expect((await ask(again, `perspectiveIds=1&countryId=756&assessmentId=${assessmentId}`)).perspectivesAndScores).toEqual([
          { perspectiveId: 1, score: 3, sampleSize: 12, lowerQuartile: 2, upperQuartile: 4 },
        ]);
      });

      it("count whoever left a team, and whom they let in, as that team", async () => {
        goTo(api(), 13);
        const setup = { ...small, selectedScope: "Portfolio" as const };
        for (const score of [1, 2, 3, 4]) await complete(api(), `Stranger ${score}`, score, {}, setup);
        const lead = await api().signIn({ email: "lead@socks.example", team: "Socks", permission: "lead" });
        const leave = async (by: Client, email: string) => {
          const sock = await api().signIn({ email, permission: "lead" });
          const form = { people: [{ email }], permission: "lead", roles: ["P3M3"] };
          const [{ invitation }] = expectStatus(await by.post("/invitations", form), 200).body.people;
          expectStatus(await sock.post(`/me/invitations/${invitation}/accept`), 204);
          expectStatus(await sock.post("/me/leave"), 204);
          await completeP3M3(sock, await createOrganization(sock, consenting()), "RNNNN", setup);
          return sock;
        };
        const first = await leave(lead, "first@socks.example");
        await leave(first, "second@socks.example");
        const assessmentId = await completeP3M3(lead, await createOrganization(lead, consenting()), "RNNNN", setup);
        goTo(api(), 14);
        const answer = { perspectivesAndScores: [], message: "5 teams are needed; there are 4." };
        expect(await ask(await of(api(), "Socks"), `perspectiveIds=1&assessmentId=${assessmentId}`)).toMatchObject(answer);
        expect(await ask(await api().signIn({ email: "first@socks.example" }), "perspectiveIds=1")).toMatchObject(answer);
        // For others they are the fifth team.
        const other = await of(api(), "Stranger 1");
        expect((await ask(other, "perspectiveIds=1")).message).toBe("5 teams are needed; there are 4.");
      });
    },
    { internalAccounts: ["office@benchmark.example"] },
  );
});
