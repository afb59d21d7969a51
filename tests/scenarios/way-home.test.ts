/** What leads to the home screen, and what it says when it cannot be loaded, without script. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { hangThenDrop, json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { atHome, hasLink, person, rowText } from "./home.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

describe("the way home", () => {
  /** What the page is scrolled to, as text; "" where the address names nothing that is there. */
  const scrolledTo = (visitor: Visitor) =>
    visitor.fragment === "" ? "" : (visitor.document.getElementById(visitor.fragment.slice(1))?.text.replace(/\s+/g, " ") ?? "");

  test("leads to the open organization, whatever leads there, for both models", async () => {
    const { client, visitor, organizationId } = await atHome(app);
    const p3m3 = await createP3M3(client, organizationId);
    const itil = await createItil(client, organizationId);
    const ways: Record<string, () => Promise<Visitor>> = {
      "Save & Exit of a new assessment": async () => {
        await visitor.get(`/organizations/${organizationId}/assessment`);
        const form = visitor.form("Save & Exit").select("Select Maturity Model", "ITIL").fill("Assessment name", "New");
        return form.choose("Scope", "Capability").submit("Save & Exit");
      },
      "Save changes": async () => {
        await visitor.get(`/organization/${organizationId}/edit`);
        return visitor.form("Save changes").fill("Business unit (optional)", "Piers").submit("Save changes");
      },
      "Go Back": async () => {
        await visitor.get(`/organization/${organizationId}/edit`);
        return visitor.follow("Go Back");
      },
      "the summary": async () => {
        await visitor.get(`/assessments/${p3m3}/result`);
        return visitor;
      },
    };
    for (const [model, id, questions] of [
      ["P3M3", p3m3, `/assessments/${p3m3}/questions/BM/AM`],
      ["ITIL", itil, `/itil/assessments/${itil}/questions/INM/`],
    ] as const) {
      const step = (name: string) => `/assessments/${id}/${name}${model === "ITIL" ? "/itil" : ""}`;
      ways[`Save & Exit, ${model}`] = async () => {
        await visitor.get(step("profile"));
        return visitor.form("Save & Exit").submit("Save & Exit");
      };
      ways[`Save and Exit, ${model}`] = async () => {
        await visitor.get(questions);
        return visitor.form("Save and Exit").submit("Save and Exit");
      };
      ways[`Save & return home, ${model}`] = async () => {
        await visitor.get(step("review"));
        return visitor.follow("Save & return home");
      };
      ways[`restoring, ${model}`] = async () => {
        expectStatus(await client.post(`/assessments/${id}/archive`), 200);
        await visitor.get(step("review"));
        return visitor.form("Restore it").submit("Restore it");
      };
      ways[`Archive, ${model}`] = async () => {
        await visitor.get(`/?organization=${organizationId}`);
        await visitor.post(`/?index&organization=${organizationId}#organization-${organizationId}`, {
          command: "archive",
          assessment: String(id),
        });
        expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);
        return visitor;
      };
    }
    for (const [way, go] of Object.entries(ways)) {
      // In between, another organization was opened.
      await visitor.get(`/?organization=`);
      await go();
      expect([way, visitor.url, visitor.fragment]).toEqual([way, `/?organization=${organizationId}`, `#organization-${organizationId}`]);
      expect([way, scrolledTo(visitor)]).toEqual([way, expect.stringContaining("Edit Details")]);
    }
  });

  test("stays at the organization where a row's button, a tab or a cancelled question loads the page anew", async () => {
    const { client, visitor, organizationId, open } = await atHome(app);
    await createP3M3(client, organizationId);
    await createItil(client, organizationId);
    const here = `#organization-${organizationId}`;
    await open();
    await visitor.follow("Completed (0)");
    expect(visitor.fragment).toBe(here);
    await visitor.follow("Active (2)");
    await visitor.follow("Request independent validation: Service review");
    expect(visitor.fragment).toBe("");
    await visitor.follow("Cancel");
    expect(visitor.fragment).toBe(here);
    await visitor.get(`/?organization=${organizationId}&tab=active`);
    const [archive] = visitor.document.querySelectorAll("form").filter((form) => form.querySelector("[name=command]"));
    expect(archive?.getAttribute("action")).toBe(`/?index&organization=${organizationId}${here}`);
    await visitor.follow(visitor.document.querySelector(".organization-head")?.text ?? "");
    expect([visitor.url, visitor.fragment]).toEqual(["/?organization=", here]);
  });

  test("after a 409 leads to the locked row, on whichever page of the table it is", async () => {
    for (const model of ["P3M3", "ITIL"] as const) {
      const team = `Team ${randomUUID()}`;
      const owner = await atHome(app, { team });
      const id = await (model === "P3M3" ? createP3M3 : createItil)(owner.client, owner.organizationId);
      const [first] = (await owner.open()).document.querySelectorAll("tbody tr");
      for (let number = 1; number <= 26; number += 1)
        await (model === "P3M3" ? createP3M3 : createItil)(owner.client, owner.organizationId);
      const { visitor } = await person(app, { team });
      for (const screen of [`/assessments/${id}/questions/BM/AM`, `/assessments/${id}/summary`]) {
        await visitor.get(model === "P3M3" ? screen : `/itil${screen.replace("BM/AM", "INM/")}`);
        expect(visitor.url).toBe(`/?organization=${owner.organizationId}&locked=${id}`);
        expect(visitor.fragment).toBe(`#assessment-${id}`);
        expect(scrolledTo(visitor)).toContain("Locked for editing by another user");
      }
      expect(first).toBeDefined();
      // From there every page of the table can be reached.
      await visitor.follow(visitor.document.querySelector("[rel=prev]") ? "Previous" : "Next");
      expect(rowText(visitor, id)).toBe("");
    }
  });

  test("of a mailed link to a result says why one is at home, while the assessment is not completed", async () => {
    const { client, visitor, organizationId } = await atHome(app);
    const p3m3 = await createP3M3(client, organizationId);
    const itil = await createItil(client, organizationId);
    for (const [address, name] of [
      [`/assessments/${p3m3}/result`, "Spring review"],
      [`/assessments/${itil}/result/itil`, "Service review"],
      [`/assessments/${p3m3}/result.xlsx`, "Spring review"],
    ] as const) {
      await visitor.get(address);
      expect([visitor.url, visitor.fragment]).toEqual([`/?organization=${organizationId}`, `#organization-${organizationId}`]);
      expect(visitor.text()).toContain(
        `There is no result yet. ${name} has not been submitted. The link opens its result once it has been.`,
      );
    }
  });
});

describe("when the dashboard cannot be loaded", () => {
  test("a refused token is said, then the session is left", async () => {
    const { visitor } = await atHome(app);
    app.upstream.on("GET", "/organizations", status(401));
    await visitor.get("/");
    expect(visitor.status).toBe(401);
    expect(visitor.document.querySelector("dialog[open]")?.text).toContain("Sorry, your credentials has expired.");
    expect(visitor.text()).toContain("Please try to login again...");
    await visitor.form("Log in again").submit("Log in again");
    expect(visitor.url).toBe("http://home.invalid/");
  });

  test.each([
    ["an answer of 500", status(500), 502],
    ["an answer that breaks the schema", json({ nothing: true }), 502],
    ["no answer", hangThenDrop(), 503],
  ])("%s says what is wrong and offers to try again", async (_, behaviour, code) => {
    const { visitor } = await atHome(app);
    app.upstream.on("GET", "/organizations", behaviour);
    await visitor.get("/");
    expect(visitor.status).toBe(code);
    expect(visitor.text()).toContain("Sorry, something went wrong... Please, try again later or get in touch.");
    app.upstream.reset();
    await visitor.follow("Try again");
    expect(visitor.status).toBe(200);
    expect(visitor.title).toBe("Home | Maturity Assessment Tool");
  });

  test.each([
    [403, "Sorry, access denied. Your account may not see these organizations."],
    [404, "Sorry, something went wrong... Please, try again later or get in touch."],
  ])("%i offers to try again, not the way to where one is", async (code, text) => {
    const { visitor, organizationId } = await atHome(app);
    app.upstream.on("GET", "/organizations", status(code));
    await visitor.get(`/?organization=${organizationId}&tab=archive`);
    expect(visitor.status).toBe(code);
    expect(visitor.text()).toContain(text);
    expect(hasLink(visitor, "Go to the home screen")).toBe(false);
    app.upstream.reset();
    await visitor.follow("Try again");
    expect([visitor.status, visitor.url]).toEqual([200, `/?organization=${organizationId}&tab=archive`]);
  });

  test("the assessments alone failing leaves everything else within reach", async () => {
    const { visitor, organizationId } = await atHome(app);
    app.upstream.on("GET", `/organizations/${organizationId}/assessments`, status(404));
    await visitor.get(`/?organization=${organizationId}`);
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("The assessments of this organization could not be loaded.");
    app.upstream.reset();
    await visitor.follow("Try again");
    expect(visitor.text()).toContain("There are currently no Active assessments");
  });
});
