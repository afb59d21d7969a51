/** Extension `report-defaults`: what the reports of a team begin with (docs/rules/client-report.md#what-new-reports-begin-with). */
import { describe, expect, it } from "vitest";
import { reportDefaults } from "#model/contract/report-defaults.ts";
import { wordingTexts } from "#model/contract/wording.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const SCREEN = "/team/report-defaults";

describe("what new reports begin with", () => {
  onEachDatabase((api) => {
    let teams = 0;
    const signIn = (name: string, permission: "lead" | "assessor" = "assessor") =>
      api().signIn({ email: `${name}${teams}@defaults.example`, team: `Defaults ${teams}`, permission });
    const put = async (lead: Client, authors: string, disclaimer: string) =>
      expectStatus(await lead.put(SCREEN, { authors, disclaimer }), 200).body;
    const textsOf = async (client: Client, id: number) => {
      const { texts } = wordingTexts.parse(expectStatus(await client.get(`/assessments/${id}/wording`), 200).body);
      return Object.fromEntries(texts.map(({ part, body }) => [part, body]));
    };

    it("is said by leads, counted in versions, and in the history of the team", async () => {
      teams += 1;
      const lead = await signIn("lead", "lead");
      const none = { authors: null, disclaimer: null, versions: { reportDefaults: 0 } };
      expect(reportDefaults.parse(expectStatus(await lead.get(SCREEN), 200).body)).toEqual(none);
      const first = { authors: "Kim Alder, Robin Vale", disclaimer: "For the client\nalone.", versions: { reportDefaults: 1 } };
      expect(await put(lead, " Kim Alder,\r\nRobin Vale ", "For the client\nalone.")).toEqual(first);
      expect(await put(lead, "Kim Alder, Robin Vale", "For the client\nalone.")).toEqual(first);
      const other = { authors: "Other", disclaimer: "" };
      const moved = expectStatus(await lead.put(SCREEN, other, { "Made-From": "reportDefaults=0" }), 412).body;
      expect(moved.present).toEqual(first);
      const [newest] = expectStatus(await lead.get("/history?kind=reportDefaults"), 200).body.entries;
      expect(newest).toMatchObject({ kind: "reportDefaults", after: { authors: "Kim Alder, Robin Vale" } });
      expect(await put(lead, "", "")).toMatchObject({ authors: null, disclaimer: null });
      expectStatus(await lead.put(SCREEN, { authors: "", disclaimer: "x".repeat(601) }), 422);
    });

    it("is on the cover of each new report as texts of its own, and on no other", async () => {
      teams += 1;
      const [lead, assessor] = [await signIn("lead", "lead"), await signIn("kim")];
      const organization = await createOrganization(assessor);
      const before = await completeP3M3(assessor, organization, "FFPNN");
      await put(lead, "Kim Alder", "For the client alone.");
      expect(await textsOf(assessor, before)).toEqual({});
      const itil = await createItil(assessor, organization);
      const p3m3 = await createP3M3(assessor, organization);
      const begun = { "cover-authors": "Kim Alder", "cover-disclaimer": "For the client alone." };
      for (const id of [itil, p3m3]) expect(await textsOf(assessor, id)).toEqual(begun);
      // Assessors change or empty them, and what leads say later is for later reports.
      expectStatus(await assessor.put(`/assessments/${p3m3}/wording`, { part: "cover-authors", body: "" }), 200);
      await put(lead, "Robin Vale", "");
      expect(await textsOf(assessor, p3m3)).toEqual({ ...begun, "cover-authors": "" });
      expect(await textsOf(assessor, itil)).toEqual(begun);
      expect(await textsOf(assessor, await createP3M3(assessor, organization))).toEqual({ "cover-authors": "Robin Vale" });
      // A corrected edition has the cover of what it corrects.
      const { id: edition } = expectStatus(await assessor.post(`/assessments/${before}/editions`, { reason: "A mistake." }), 201).body;
      expect(await textsOf(assessor, edition)).toEqual({});
    });
  });
});
