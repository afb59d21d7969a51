/** The guided questions about the scope of an ITIL assessment, as a browser without script goes through them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOrganization } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

let people = 0;
async function visitor(roles: ("P3M3" | "ITIL")[] = ["P3M3", "ITIL"], organizations: string[] = ["Harbour Authority"]): Promise<Visitor> {
  people += 1;
  const email = `scope-${people}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { name: "Kim", roles, team: `Team ${people}` });
  for (const name of organizations) await createOrganization(client, { name });
  return new Visitor(app.url).enter(await app.entryLink(email));
}

const PURPOSE = "What should the result tell you?";
const RATING = "Do you need a single maturity rating for the whole?";
const BREADTH = "How many practices should be assessed?";
const ASK = "Recommend a scope";

describe("the scope questions", () => {
  test("bear a marker where an answer is required, and none where it is not", async () => {
    const kim = await visitor();
    await kim.get("/questionItil/");
    const marked = kim.document
      .querySelectorAll("main legend, main label")
      .filter((each) => each.querySelector(".required-marker")?.text.trim() === "Required");
    expect(marked.map((each) => each.text.replace(/\s*Required$/, ""))).toEqual([
      "Which organization is it for?",
      PURPOSE,
      RATING,
      BREADTH,
    ]);
  });

  test("offer fifty organizations, the one opened last among them, and say what to do for another", async () => {
    const names = Array.from({ length: 52 }, (_, index) => `Client ${String(index).padStart(2, "0")}`);
    const kim = await visitor(undefined, names);
    const offered = () => kim.document.querySelectorAll("[name=organization] option[value]").map(({ text }) => text.trim());
    await kim.get("/questionItil/");
    expect([offered().includes("Client 00"), offered().includes("Client 51")]).toEqual([true, false]);
    expect(kim.text()).toContain("2 more are not listed. Open yours on the home screen first, and come back.");
    await kim.get("/?page=2");
    const link = kim.document.querySelectorAll("main a").find(({ text }) => text.includes("Client 51"));
    await kim.get(link?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "");
    await kim.get("/questionItil/");
    expect(offered()).toContain("Client 51");
  });

  test("recommend a scope, say why, and lead to a set-up with everything taken over", async () => {
    const kim = await visitor();
    await kim.get("/questionItil/");
    expect(kim.title).toBe("Find the right scope | Maturity Assessment Tool");
    await kim
      .form(ASK)
      .choose(PURPOSE, "both")
      .choose(RATING, "Yes")
      .select(BREADTH, "Up to five")
      .check("Incident management")
      .check("Service desk")
      .fill("Assessment name (optional)", "Winter check")
      .submit(ASK);
    expect(kim.status).toBe(200);
    expect(kim.text()).toContain("We recommend for Harbour Authority Maturity");
    expect(kim.text()).toContain("Up to 5 practices beside continual improvement are enough to carry the result.");
    expect(kim.text()).toContain("Why not Comprehensive?");
    await kim.follow("Create assessment");
    const profile = kim.form("Save & Continue");
    expect(Object.fromEntries(profile.entries("Save & Continue"))).toMatchObject({
      assessmentType: "ITIL",
      name: "Winter check",
      selectedScope: "Maturity",
    });
    await profile.submit("Save & Continue");
    expect(kim.url).toMatch(/\/scope\/itil\?practices=19-28$/);
    const chosen = kim
      .form("Save & Continue")
      .entries("Save & Continue")
      .filter(([name, value]) => name.startsWith("practice-") && value !== "N/A");
    expect(chosen).toEqual([
      ["practice-2", "1"],
      ["practice-19", "1"],
      ["practice-28", "1"],
    ]);
    await kim.form("Save & Continue").submit("Save & Continue");
    expect(kim.url).toMatch(/\/review\/itil$/);
    expect(kim.text()).toContain("Continual improvement, Incident management, Service desk");
  });

  test("ask again for what is missing, and keep the rest", async () => {
    const kim = await visitor();
    await kim.get("/questionItil/");
    await kim.form(ASK).choose(PURPOSE, "practices").check("Problem management").submit(ASK);
    expect(kim.status).toBe(400);
    expect(kim.text()).toContain("Please check what you entered:");
    expect(kim.text()).toContain(`${RATING} This Field is required.`);
    expect(kim.text()).not.toContain("We recommend");
    const kept = kim.form(ASK).entries(ASK);
    expect(kept).toContainEqual(["purpose", "practices"]);
    expect(kept).toContainEqual(["practices", "22"]);
    await kim.form(ASK).choose(RATING, "No").select(BREADTH, "I do not know yet").submit(ASK);
    expect(kim.text()).toContain("We recommend for Harbour Authority Capability");
    expect(kim.text()).toContain("Chosen already Problem management");
  });

  test("recommend Comprehensive where a certificate is wanted, and where more than five practices are picked", async () => {
    const kim = await visitor();
    await kim.get("/questionItil/");
    const filled = () => kim.form(ASK).choose(PURPOSE, "organization").choose(RATING, "No").select(BREADTH, "Up to five");
    await filled().check("wantsCertificate").submit(ASK);
    expect(kim.text()).toContain("We recommend for Harbour Authority Comprehensive");
    expect(kim.text()).toContain("needs the end customer's consent to share the data, and is valid for three years");
    await kim.get("/questionItil/");
    await filled().submit("Select all");
    expect(kim.status).toBe(200);
    await kim.form(ASK).submit(ASK);
    expect(kim.text()).toContain("You picked 33 practices beside continual improvement, and Maturity takes at most 5.");
  });

  test("take the organization that was chosen, and refuse one of somebody else", async () => {
    const kim = await visitor(["ITIL"], ["First", "Second"]);
    await kim.get("/questionItil");
    await kim
      .form(ASK)
      .select("Which organization is it for?", "Second")
      .choose(PURPOSE, "both")
      .choose(RATING, "No")
      .select(BREADTH, "many")
      .submit(ASK);
    expect(kim.text()).toContain("We recommend for Second");
    await kim.follow("Create assessment");
    expect(kim.status).toBe(200);
    expect(kim.text()).toContain("Second");
    await kim.get("/questionItil/?ask=scope&organization=999999&purpose=both&wantsRating=false&breadth=many");
    expect(kim.status).toBe(400);
    expect(kim.text()).toContain("Please select one of the options.");
  });

  test("say what to do first where there is no organization, and are not for accounts without ITIL", async () => {
    const kim = await visitor(["ITIL"], []);
    await kim.get("/questionItil/");
    expect(kim.text()).toContain("You have no organization yet");
    const lee = await visitor(["P3M3"]);
    await lee.get("/questionItil/");
    expect(lee.status).toBe(403);
    expect(lee.text()).toContain("Sorry, access denied.");
  });

  test("hold up to an address that nobody's form made", async () => {
    const kim = await visitor();
    for (const query of [
      "ask=scope&purpose=both&purpose=practices&practices=x",
      "ask=scope&name=%00",
      "practices=1&practices=999&name=a&name=b",
    ]) {
      await kim.get(`/questionItil/?${query}`);
      expect([200, 400]).toContain(kim.status);
      expect(kim.text()).toContain("Find the right scope");
    }
  });
});
