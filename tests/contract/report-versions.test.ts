/** Extension `report-versions`: the versions of a report that were issued. */
import { describe, expect, it } from "vitest";
import { history } from "#model/contract/history.ts";
import { reportVersions } from "#model/contract/report-versions.ts";
import { ISSUED_MAX } from "#model/report-versions.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createOrganization, expectStatus } from "./scenario.ts";

describe("report-versions", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "versions@team.example", firstName: "Kim" });
    const completed = async (client: Client, organization?: number) =>
      completeP3M3(client, organization ?? (await createOrganization(client)), "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    const list = async (client: Client, id: number) =>
      reportVersions.parse(expectStatus(await client.get(`/assessments/${id}/report-versions`), 200).body).issued;
    const issue = (client: Client, id: number, number: string, change = "First issue") =>
      client.post(`/assessments/${id}/report-versions`, { number, change });

    it("a version is issued after completion without a lock, with who did it and when, and the history tells of it", async () => {
      const client = await signIn();
      const id = await completed(client);
      expect(await list(client, id)).toEqual([]);
      expectStatus(await issue(client, id, "0.9", "Draft for review"), 201);
      expectStatus(await issue(client, id, "1.0", "After the check of facts"), 201);
      expect(await list(client, id)).toEqual([
        { number: "0.9", change: "Draft for review", at: expect.any(String), by: "Kim" },
        { number: "1.0", change: "After the check of facts", at: expect.any(String), by: "Kim" },
      ]);
      const { entries } = history.parse(expectStatus(await client.get(`/assessments/${id}/history?kind=wording`), 200).body);
      expect(entries.map(({ after }) => after)).toEqual(["1.0: After the check of facts", "0.9: Draft for review"]);
    });

    it("a number is issued once, needs a line of what changed, and no more than thirty are kept", async () => {
      const client = await signIn();
      const id = await completed(client);
      expectStatus(await issue(client, id, "1"), 201);
      expect(expectStatus(await issue(client, id, " 1 "), 422).body.title).toBe("A version with this number has been issued already.");
      expectStatus(await issue(client, id, "2", " "), 422);
      for (let number = 2; number <= ISSUED_MAX; number++) expectStatus(await issue(client, id, String(number)), 201);
      expect(expectStatus(await issue(client, id, "31"), 422).body.title).toBe("A report has at most 30 versions.");
      expect(await list(client, id)).toHaveLength(ISSUED_MAX);
    });

    it("none is issued of an archived assessment, and its corrected edition begins with those before", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await completed(client, organization);
      expectStatus(await issue(client, id, "1.0"), 201);
      const { id: edition } = expectStatus(await client.post(`/assessments/${id}/editions`, { reason: "Facts" }), 201).body;
      expect((await list(client, edition)).map(({ number }) => number)).toEqual(["1.0"]);
      expect(await list(client, await completed(client, organization))).toEqual([]);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expectStatus(await issue(client, id, "1.1"), 422);
    });
  });
});
