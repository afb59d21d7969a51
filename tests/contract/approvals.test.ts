/** What an approval covers, part by part (docs/rules/peer-review.md#what-an-approval-covers). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { peerReview } from "#model/contract/peer-review.ts";
import { fingerprint } from "#model/note.ts";
import type { CoveredPart } from "#model/peer-review.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerAll,
  answerAllItil,
  answerComponent,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
} from "./scenario.ts";

/** Something that can be changed and put back. */
interface Toggle {
  part: CoveredPart;
  /** What changes with it. */
  also?: CoveredPart;
  change(): Promise<unknown>;
  putBack(): Promise<unknown>;
}

/** Without continual improvement, which the scope adds. */
const PRACTICES: { id: number; selectionMode: 1 | 2 }[] = [
  { id: 19, selectionMode: 1 },
  { id: 20, selectionMode: 2 },
];
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

    /** One of ITIL with components, that a colleague has approved. */
    async function approvedItil({ isAnswered }: { isAnswered: boolean }) {
      teams += 1;
      const [lead, partner] = await Promise.all(
        (["lead", "viewer"] as const).map((permission) =>
          api().signIn({ email: `${permission}${teams}@approvals.example`, team: `Approvals ${teams}`, permission }),
        ),
      );
      if (!lead || !partner) throw new Error("Nobody signed in.");
      const organization = await createOrganization(lead);
      const id = await createItil(lead, organization, { selectedScope: "Maturity", practices: [...PRACTICES] });
      if (isAnswered) await answerAllItil(lead, id, "F", 3);
      await approve(partner, id);
      return { lead, partner, organization, id };
    }

    const approve = async (partner: Client, id: number) =>
      expectStatus(
        await partner.post(`/assessments/${id}/peer-review/decisions`, {
          decision: "approved",
          text: "",
          seen: (await review(partner, id)).seen,
        }),
        204,
      );

    /** Another assessment of the organization that a report can compare with: it is completed, or archived. */
    function anotherResult(lead: Client, complete: () => Promise<number>): Toggle {
      let made: number | undefined;
      return {
        part: "earlier",
        change: async () => {
          if (made === undefined) made = await complete();
          else expectStatus(await lead.post(`/assessments/${made}/unarchive`), 200);
        },
        putBack: async () => expectStatus(await lead.post(`/assessments/${made}/archive`), 200),
      };
    }

    /** What somebody does who only looks, or writes nothing that a report shows. */
    const looksOf = ({ lead, partner, id }: { lead: Client; partner: Client; id: number }): (() => Promise<unknown>)[] => [
      async () => expectStatus(await partner.post(`/assessments/${id}/peer-review/look`, { until: "2026-01-01T00:00:00.000Z" }), 204),
      async () => expectStatus(await partner.get(`/assessments/${id}/overview`), 200),
      async () => expectStatus(await lead.get(`/assessments/${id}/history`), 200),
      async () => expectStatus(await partner.get("/for-you"), 200),
      async () => expectStatus(await partner.post(`/assessments/${id}/review-points`, { about: "", text: "Who says so?" }), 201),
      async () => expectStatus(await lead.post(`/assessments/${id}/history/files`, { what: "Word" }), 204),
      async () => {
        expectStatus(await lead.delete(`/assessments/${id}/lock`), 204);
        expectStatus(await lead.post(`/assessments/${id}/lock`), 200);
      },
    ];

    /** Changes and puts back at random, and looks in between: what is said is what is other than it was. */
    async function holdsWhateverIsDone(
      subject: { lead: Client; partner: Client; id: number },
      toggles: readonly Toggle[],
      numRuns: number,
    ) {
      const isOn = new Set<Toggle>();
      const flip = async (toggle: Toggle) => {
        if (isOn.delete(toggle)) await toggle.putBack();
        else {
          isOn.add(toggle);
          await toggle.change();
        }
      };
      const expected = () => [...new Set([...isOn].flatMap(({ part, also }) => [part, ...(also ? [also] : [])]))].sort();
      const asExpected = async (step: number) =>
        expect([step, (await changed(subject.lead, subject.id))?.sort()]).toEqual([step, expected()]);
      // Each once, and all of them back.
      for (const [step, toggle] of [...toggles, ...toggles].entries()) {
        await flip(toggle);
        await asExpected(step);
      }
      const steps = [...toggles.map((toggle) => () => flip(toggle)), ...looksOf(subject)];
      const sequence = fc.array(fc.integer({ min: 0, max: steps.length - 1 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(sequence, async (indices) => {
          for (const index of indices) {
            await steps[index]?.();
            await asExpected(index);
          }
        }),
        { numRuns },
      );
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
      const { lead, organization } = subject;
      const another = anotherResult(lead, () => completeP3M3(lead, organization, "FRNNN", { perspectiveIds: [1], threadIds: [6] }));
      await holdsWhateverIsDone(subject, [...togglesOf(subject), another], 6);
    });

    it("holds for ITIL, too: answered otherwise, and with other results to compare with", async () => {
      const subject = await approvedItil({ isAnswered: true });
      const { lead, organization, id } = subject;
      const another = anotherResult(lead, async () => {
        const made = await createItil(lead, organization, { selectedScope: "Maturity", practices: [...PRACTICES] });
        await answerAllItil(lead, made, "F", 2);
        expectStatus(await lead.post(`/assessments/${made}/complete`), 200);
        return made;
      });
      const practice = async (letters: string) => expectStatus(await answerPractice(lead, id, 19, letters), 200);
      const component = async (level: number) => expectStatus(await answerComponent(lead, id, "M-GP", level), 200);
      const toggles: Toggle[] = [
        another,
        { part: "answers", change: () => practice("RN"), putBack: () => practice("F") },
        { part: "answers", change: () => component(2), putBack: () => component(3) },
      ];
      await holdsWhateverIsDone(subject, toggles, 6);
    });

    it("holds before anything is answered, with the components of ITIL switched on and off, and practices", async () => {
      const subject = await approvedItil({ isAnswered: false });
      const { lead, id } = subject;
      const setUp = async (body: object) =>
        expectStatus(await lead.put(`/assessments/${id}`, { assessmentType: "ITIL", name: "Service review", ...body }), 200);
      const practices = (of: readonly object[]) => setUp({ capabilities: of.map((each) => ({ ...each, name: "" })) });
      const toggles: Toggle[] = [
        // The scope Capability has no components.
        { part: "scope", change: () => setUp({ selectedScope: "Capability" }), putBack: () => setUp({ selectedScope: "Maturity" }) },
        { part: "scope", change: () => practices(PRACTICES.slice(0, 1)), putBack: () => practices(PRACTICES) },
      ];
      await holdsWhateverIsDone(subject, toggles, 6);
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
