/** 'All Assessments', as a browser without script shows it to internal accounts. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { completeP3M3, createP3M3, expectStatus } from "../contract/scenario.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { atHome, hasLink, INTERNAL, person, rowText } from "./home.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

describe("'All Assessments'", () => {
  test("is linked and opened for the accounts on the list, in any case, and shows others' organizations without a way to change them", async () => {
    const owner = await atHome(app, { roles: ["P3M3"] });
    const id = await completeP3M3(owner.client, owner.organizationId, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    const open = await createP3M3(owner.client, owner.organizationId, { perspectiveIds: [1], threadIds: [2] });
    const entry = {
      organization: {
        id: owner.organizationId,
        name: "Harbour Authority",
        businessUnit: null,
        benchmarkConsent: false,
        country: { id: 826, name: "UK" },
        industry: { id: 1, name: "I" },
        size: { id: 1, name: "S" },
      },
      totalAssessments: 2,
      draftAssessments: 1,
      createdAssessments: 0,
      completedAssessments: 1,
      activeAssessments: 0,
      roles: ["P3M3"],
    };
    const groups = expectStatus(await owner.client.get(`/organizations/${owner.organizationId}/assessments`), 200).body;
    app.upstream.on("GET", "/organizations", json({ myOrgnizations: [], otherUserOrgnizations: [entry] }));
    app.upstream.on("GET", `/organizations/${owner.organizationId}/assessments`, json(groups));
    const internal = await person(app, {}, INTERNAL);
    await internal.visitor.follow("All Assessments");
    expect(internal.visitor.title).toBe("All Assessments | Maturity Assessment Tool");
    await internal.visitor.get(`/readonlyassessments?organization=${owner.organizationId}`);
    expect(internal.visitor.document.querySelectorAll(".organization h3").map((each) => each.text)).toEqual(["P3M3"]);
    expect(hasLink(internal.visitor, "View Spring review")).toBe(true);
    expect(hasLink(internal.visitor, "Create an assessment")).toBe(false);
    expect(rowText(internal.visitor, open)).toContain("View");
    for (const words of [
      "Edit Details",
      "Create assessment",
      "Archive assessment",
      "Edit profile set up",
      "Certify assessment",
      "Continue",
    ])
      expect(internal.visitor.document.querySelector("main")?.text).not.toContain(words);
    expect(internal.visitor.document.querySelector("main")?.querySelectorAll("form[method=post], button[type=submit]")).toHaveLength(0);
    await internal.visitor.get(`/readonlyassessments?organization=${owner.organizationId}&tab=completed`);
    expect(rowText(internal.visitor, id)).toContain("View");
  });

  test("is refused to everybody else, the page and its data", async () => {
    const { visitor } = await atHome(app);
    expect(hasLink(visitor, "All Assessments")).toBe(false);
    await visitor.get("/readonlyassessments");
    expect(visitor.status).toBe(403);
    expect(visitor.text()).toContain("Sorry, access denied.");
    await visitor.get("/readonlyassessments.data");
    expect(visitor.status).toBe(403);
  });

  test.each([403, 404, 500])("'All Assessments' answering %i is tried again where it is", async (code) => {
    const { visitor } = await person(app, {}, INTERNAL);
    app.upstream.on("GET", "/organizations", status(code));
    await visitor.get("/readonlyassessments?search=harbour");
    const ways = visitor.document.querySelectorAll("main a[href]").map((each) => [each.text, each.getAttribute("href")]);
    expect(ways).toEqual([
      ["Try again", "/readonlyassessments?search=harbour"],
      ["Go to the home screen", "/"],
    ]);
    app.upstream.reset();
    await visitor.follow("Try again");
    expect(visitor.title).toBe("All Assessments | Maturity Assessment Tool");
  });
});
