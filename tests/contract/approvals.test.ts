/** What an approval covers, part by part (docs/rules/peer-review.md#what-an-approval-covers). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { peerReview } from "#model/contract/peer-review.ts";
import { fingerprint } from "#model/note.ts";
import type { CoveredPart } from "#model/peer-review.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerAll, answerThread, createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

/** Something that can be changed and put back. */
interface Toggle {
  part: CoveredPart;
  /** What changes with it. */
  also?: CoveredPart;
  change(): Promise<unknown>;
  putBack(): Promise<unknown>;
}

const NOTE = "Nobody can say who owns it";

describe("an approval", () => {
  onEachDatabase((api) => {
    let teams = 0;

    /** A complete assessment that a colleague has approved. */
    async function approved() {
      teams += 1;
      const [lead, partner] = await Promise.all(
        (["lead", "viewer"] as const).map((permission) =>
          api().signIn({ email: `${permission}${teams}@approvals.example`, team: `Approvals ${teams}`, permission }),
        ),
      );
      if (!lead || !partner) throw new Error("Nobody signed in.");
      const organization = await createOrganization(lead);
      const id = await createP3M3(lead, organization, { perspectiveIds: [1], threadIds: [6, 9] });
      await answerAll(lead, id, "FRNNN");
      expectStatus(await lead.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 6, body: NOTE }), 200);
      const { seen } = await review(lead, id);
      expectStatus(await partner.post(`/assessments/${id}/peer-review/decisions`, { decision: "approved", text: "", seen }), 204);
      const { perspectives, threads } = expectStatus(await lead.get(`/assessments/${id}`), 200).body;
      return { lead, partner, organization, id, inScope: { perspectives, threads } };
    }
    const review = async (client: Client, id: number) =>
      peerReview.parse(expectStatus(await client.get(`/assessments/${id}/peer-review`), 200).body);
    const changed = async (client: Client, id: number) => (await review(client, id)).decisions[0]?.changed?.map(({ part }) => part);

    /** Whatever the report shows of it, by part. */
    function togglesOf({ lead, organization, id, inScope }: { lead: Client; organization: number; id: number; inScope: object }): Toggle[] {
      const wording = (part: string, body: string) => lead.put(`/assessments/${id}/wording`, { part, body });
      const text = (part: CoveredPart, name: string): Toggle => ({
        part,
        change: async () => expectStatus(await wording(name, "Written"), 200),
        putBack: async () => expectStatus(await wording(name, ""), 200),
      });
      const tick = async (notes: object[]) => expectStatus(await lead.put(`/assessments/${id}/report-notes`, { notes }), 200);
      const evidence = {
        ...{ kind: "document", what: "Mandate", where: "", who: "", date: null, goodUntil: null, remark: "" },
        places: [{ place: "thread/1/6", supports: [1], against: [] }],
      };
      const action = {
        ...{ title: "Write a plan", why: "", assessmentId: id, places: [], owner: "", due: null, effort: null, effect: null },
        state: "open",
      };
      const target = { code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" };
      const targets = (list: object[]) =>
        lead.put(`/organizations/${organization}/targets`, { model: "P3M3", scope: "Programme", targets: list });
      let [entry, agreed] = [0, 0];
      let title = "Spring review";
      const rename = (name: string) => {
        title = name;
        return lead.put(`/assessments/${id}`, { assessmentType: "P3M3", name });
      };
      const called = (name: string) => lead.put(`/organizations/${organization}`, organizationForm({ name }));
      const scope = (selectedLevel: number) =>
        lead.put(`/assessments/${id}`, { assessmentType: "P3M3", name: title, ...inScope, selectedLevel });
      const leaveOut = (how: "descope" | "rescope") => lead.post(`/assessments/${id}/1/9/${how}`, {});
      const mark = async (isPositive: boolean | null) => {
        const [question] = expectStatus(await lead.get(`/P3M3/assessments/${id}/questions?p=1&t=6`), 200).body;
        const body = { diagnosticId: question.diagnostics[0].id, isPositive };
        return expectStatus(await lead.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, body), 200);
      };
      const former = { model: "P3M3", scope: "Programme", date: "2021-05-03", source: "By others", maturity: 2 };
      const formerAt = `/organizations/${organization}/earlier-scores`;
      const showViews = async (showInResults: boolean) =>
        expectStatus(await lead.put(`/assessments/${id}/voice-settings`, { showInResults }), 200);
      let made = 0;
      return [
        { part: "scope", change: async () => expectStatus(await scope(4), 200), putBack: async () => expectStatus(await scope(2), 200) },
        {
          ...{ part: "descoping", also: "answers" },
          change: async () => expectStatus(await leaveOut("descope"), 200),
          putBack: async () => {
            expectStatus(await leaveOut("rescope"), 200);
            expectStatus(await answerThread(lead, id, 1, 9, "FRNNN"), 200);
          },
        },
        { part: "attributes", change: () => mark(true), putBack: () => mark(null) },
        {
          part: "earlier",
          change: async () => {
            made = expectStatus(await lead.post(formerAt, { ...former, scores: [{ code: "OG", score: 1.5 }] }), 201).body.id;
          },
          putBack: async () => expectStatus(await lead.post(`${formerAt}/${made}/remove`), 204),
        },
        { part: "views", change: () => showViews(true), putBack: () => showViews(false) },
        {
          part: "answers",
          change: async () => expectStatus(await answerThread(lead, id, 1, 6, "FFRNN"), 200),
          putBack: async () => expectStatus(await answerThread(lead, id, 1, 6, "FRNNN"), 200),
        },
        text("summary", "summary"),
        text("openings", "OG"),
        text("steps", "step-OG-1"),
        text("moved", "moved-7"),
        {
          part: "notes",
          change: () => tick([{ place: "thread/1/6", digest: fingerprint(NOTE), ticked: true }]),
          putBack: () => tick([{ place: "thread/1/6", digest: fingerprint(NOTE), ticked: false }]),
        },
        {
          part: "evidence",
          change: async () => {
            entry = expectStatus(await lead.post(`/assessments/${id}/evidence`, evidence), 201).body.id;
          },
          putBack: async () => expectStatus(await lead.post(`/assessments/${id}/evidence/${entry}/remove`), 204),
        },
        {
          part: "actions",
          change: async () => {
            agreed = expectStatus(await lead.post(`/organizations/${organization}/actions`, action), 201).body.id;
          },
          putBack: async () => expectStatus(await lead.post(`/organizations/${organization}/actions/${agreed}/remove`), 204),
        },
        {
          part: "targets",
          change: async () => expectStatus(await targets([target]), 200),
          putBack: async () => expectStatus(await targets([]), 200),
        },
        {
          part: "details",
          change: async () => expectStatus(await rename("Autumn review"), 200),
          putBack: async () => expectStatus(await rename("Spring review"), 200),
        },
        {
          part: "organization",
          change: async () => expectStatus(await called("Harbour Trust"), 200),
          putBack: async () => expectStatus(await called("Harbour Authority"), 200),
        },
      ];
    }

    it("tells of each part that is other than it was, whatever was changed and put back before, and in whatever order", async () => {
      const subject = await approved();
      const toggles = togglesOf(subject);
      const isOn = new Set<Toggle>();
      const flip = async (toggle: Toggle) => {
        if (isOn.delete(toggle)) await toggle.putBack();
        else {
          isOn.add(toggle);
          await toggle.change();
        }
      };
      const expected = () => [...new Set([...isOn].flatMap(({ part, also }) => [part, ...(also ? [also] : [])]))].sort();
      // Each once, and all of them back.
      for (const toggle of [...toggles, ...toggles]) {
        await flip(toggle);
        expect((await changed(subject.lead, subject.id))?.sort()).toEqual(expected());
      }
      const sequence = fc.array(fc.integer({ min: 0, max: toggles.length - 1 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(sequence, async (indices) => {
          for (const index of indices) await flip(toggles[index] as Toggle);
          expect((await changed(subject.lead, subject.id))?.sort()).toEqual(expected());
        }),
        { numRuns: 6 },
      );
    });

    it("is current whatever else is done: notes that no report has, flags, the cover, the house style, points, states, files, submission", async () => {
      const { lead, partner, organization, id } = await approved();
      const stays = async (done: Promise<{ status: number; body: unknown }>) => {
        const { status } = await done;
        expect([200, 201, 204]).toContain(status);
        expect(await changed(lead, id)).toEqual([]);
      };
      await stays(lead.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 6, body: "Other words" }));
      await stays(lead.put(`/assessments/${id}/1/6/flag`, { flagged: true }));
      await stays(lead.put(`/assessments/${id}/wording`, { part: "cover-reviewer", body: "Kim" }));
      await stays(lead.put("/team/style", { name: "Consultancy", accent: "#1f4e79", confidentiality: null, footer: null }));
      await stays(partner.post(`/assessments/${id}/review-points`, { about: "thread/1/6", text: "Who says so?" }));
      await stays(partner.post(`/assessments/${id}/history/files`, { what: "Word" }));
      await stays(lead.delete(`/assessments/${id}/lock`));
      await stays(lead.post(`/assessments/${id}/lock`));
      await stays(lead.post(`/assessments/${id}/complete`));
      await stays(lead.post(`/assessments/${id}/archive`));
      await stays(lead.post(`/assessments/${id}/unarchive`));
      // Of an action the words count, not the state.
      const action = { title: "Plan", why: "", assessmentId: id, places: [], owner: "", due: null, effort: null, effect: null };
      const agreed = `/organizations/${organization}/actions`;
      const { id: made } = expectStatus(await lead.post(agreed, { ...action, state: "open" }), 201).body;
      const { seen } = await review(lead, id);
      expectStatus(await partner.post(`/assessments/${id}/peer-review/decisions`, { decision: "approved", text: "", seen }), 204);
      await stays(lead.put(`${agreed}/${made}`, { ...action, state: "done" }));
      expectStatus(await lead.put(`${agreed}/${made}`, { ...action, owner: "Head of PMO", state: "done" }), 200);
      expect((await review(lead, id)).decisions[0]?.changed).toEqual([{ part: "actions", count: 1 }]);
      // The next assessment of the organization changes nothing of this one.
      await answerAll(lead, await createP3M3(lead, organization, { perspectiveIds: [1], threadIds: [6] }), "FFFFF");
      expect((await review(lead, id)).decisions[0]?.changed).toEqual([{ part: "actions", count: 1 }]);
    });
  });
});
