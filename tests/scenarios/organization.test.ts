/** The organization form, as a browser without script sends it, and what an upstream can do to it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { roomMessages } from "#model/room.ts";
import { BUSINESS_UNIT_MAX, NAME_MAX, textMessages } from "#model/text.ts";
import { createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { type Form, Visitor } from "../support/form-driver.ts";
import { hangThenDrop, json, status } from "../support/misbehaving-upstream.ts";
import { newAddress } from "../support/new-address.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { CERTIFIER, sharedAppWithFaults } from "../support/shared.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

async function newcomer(): Promise<{ client: Client; visitor: Visitor }> {
  const email = newAddress("kim");
  const client = await apiClient(app.databaseUrl, email, { name: "Kim" });
  return { client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

const fillIn = (form: Form, name = "Harbour <b>&</b> Söhne"): Form =>
  form
    .fill("Organization name", name)
    .select("Location", "Denmark")
    .select("Number of employees", "250–999")
    .select("Industry", "Education");
const names = async (client: Client) =>
  (await client.get("/organizations")).body.myOrgnizations.map(({ organization }: { organization: { name: string } }) => organization.name);

describe("the form says what it is for", () => {
  test("to somebody without an organization", async () => {
    const { visitor } = await newcomer();
    expect(visitor.title).toBe("Organization details | Maturity Assessment Tool");
    expect(visitor.document.querySelector("h1")?.text).toBe("Welcome, Kim");
    expect(visitor.document.querySelector("h2")?.text).toBe("Create an organization profile");
    expect(visitor.document.querySelector("aside p")?.text).toBe(
      "Before you can start your assessment you will need to create an organization profile for the organization to be assessed.",
    );
    expect(visitor.document.querySelector("aside h2")?.text).toBe("From here to the result");
    expect(visitor.document.querySelector("[name=name]")?.getAttribute("placeholder")).toBe("Organization name");
    const first = (name: string) => visitor.document.querySelector(`select[name=${name}] option`)?.text;
    expect([first("country"), first("size"), first("industry")]).toEqual([
      "Select location",
      "Select organization size",
      "Select industries",
    ]);
    expect(visitor.document.querySelectorAll("select[name=country] option")).toHaveLength(250);
    expect(visitor.document.querySelectorAll("main button").map((each) => each.text)).toEqual(["Save organization", "Create assessment"]);
  });

  test("to somebody who has one, and to somebody who edits one", async () => {
    const { client, visitor } = await newcomer();
    const id = await createOrganization(client, { benchmarkConsent: true });
    await visitor.get("/organization");
    expect(visitor.document.querySelector("h1")?.text).toBe("Organization details");
    expect(visitor.text()).not.toContain("From here to the result");
    await visitor.get(`/organization/${id}/edit`);
    expect(visitor.document.querySelector("h1")?.text).toBe("Edit organization details");
    expect(visitor.text()).not.toContain("Before you can start your assessment");
    expect(visitor.text()).not.toContain("Create an organization profile");
    expect(visitor.document.querySelectorAll("main form a, main form button").map((each) => each.text)).toEqual([
      "Go Back",
      "Save changes",
    ]);
    expect(
      visitor
        .form("Save changes")
        .entries("Save changes")
        .filter(([name]) => name !== "words"),
    ).toEqual([
      ["name", "Harbour Authority"],
      ["businessUnit", "Port operations"],
      ["country", "826"],
      ["size", "4"],
      ["industry", "8"],
      ["benchmarkConsent", "on"],
      ["base", expect.stringContaining("Harbour Authority")],
    ]);
  });
});

describe("saving", () => {
  test("sends country, size and industry as full objects, and goes home", async () => {
    const { visitor } = await newcomer();
    await fillIn(visitor.form("Save organization")).check("benchmarkConsent").submit("Save organization");
    expect(JSON.parse(app.upstream.receivedAt("POST", "/organizations")[0]?.body ?? "")).toEqual({
      name: "Harbour <b>&</b> Söhne",
      businessUnit: null,
      benchmarkConsent: true,
      country: { id: 208, name: "Denmark" },
      size: { id: 4, name: "250–999" },
      industry: { id: expect.any(Number), name: "Education" },
    });
    expect(visitor.title).toBe("Home | Maturity Assessment Tool");
    expect(visitor.text()).toContain("The organization was saved.");
    expect(visitor.document.querySelector(".organization-name")?.text).toBe("Harbour <b>&</b> Söhne");
  });

  test("cleans what was pasted from Word: a name is one line without control characters", async () => {
    const { visitor } = await newcomer();
    await fillIn(visitor.form("Save organization"), "Harbour\u000bPilots\u0092\u0003\u2028Guild").submit("Save organization");
    const [sent] = app.upstream.receivedAt("POST", "/organizations");
    expect(JSON.parse(sent?.body ?? "").name).toBe("Harbour Pilots’ Guild");
  });

  test("leads on to an assessment where that was asked for", async () => {
    const { visitor } = await newcomer();
    await fillIn(visitor.form("Save organization")).submit("Create assessment");
    expect(visitor.url).toMatch(/^\/organizations\/\d+\/assessment$/);
  });

  test("twice by a double click makes one organization", async () => {
    const { client, visitor } = await newcomer();
    const form = fillIn(visitor.form("Save organization"));
    await Promise.all([form.submit("Save organization"), form.submit("Save organization")]);
    expect(await names(client)).toHaveLength(1);
    await visitor.get("/organization");
    await fillIn(visitor.form("Save organization")).submit("Save organization");
    expect(await names(client)).toHaveLength(2);
  });

  test.each([
    ["one has created too many", 429, "You have saved a lot within a minute. Please wait a minute, then save again."],
    [
      "the service's disk is full",
      507,
      "The service has no room left, because its disk is full. Please tell whoever runs it, and save again when there is room.",
    ],
  ])("says what to wait for where %s", async (_, code, advice) => {
    const { visitor } = await newcomer();
    app.upstream.on("POST", "/organizations", status(code, { "Retry-After": "40" }));
    await fillIn(visitor.form("Save organization")).submit("Save organization");
    expect(visitor.status).toBe(code);
    expect(visitor.document.querySelectorAll("[role=alert] p").map(({ text }) => text)).toEqual([
      "Something went wrong, please try again",
      advice,
    ]);
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Harbour <b>&</b> Söhne");
    if (code === 429) expect(app.upstream.receivedAt("POST", "/organizations")).toHaveLength(1);
  });

  test("says that the team has no room for another one, and keeps what was typed", async () => {
    const { visitor } = await newcomer();
    app.upstream.on("POST", "/organizations", json({ title: roomMessages.organizations, status: 422 }, 422));
    await fillIn(visitor.form("Save organization")).submit("Save organization");
    expect(visitor.status).toBe(400);
    expect(visitor.document.querySelectorAll("[role=alert] p").map(({ text }) => text)).toEqual([roomMessages.organizations]);
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Harbour <b>&</b> Söhne");
  });

  test("changes one", async () => {
    const { client, visitor } = await newcomer();
    const id = await createOrganization(client);
    await visitor.get(`/organization/${id}/edit`);
    await visitor.form("Save changes").fill("Organization name", "Harbour II").uncheck("benchmarkConsent").submit("Save changes");
    expect(visitor.url).toBe(`/?organization=${id}`);
    expect(visitor.text()).toContain("Your changes were saved.");
    expect(await names(client)).toEqual(["Harbour II"]);
    expect(app.upstream.receivedAt("PUT", `/organizations/${id}`)).toHaveLength(1);
  });
});

describe("an organization that was changed while its form was open", () => {
  const FORM = {
    name: "Harbour Authority",
    businessUnit: "Port operations",
    benchmarkConsent: true,
    country: { id: 826, name: "United Kingdom of Great Britain and Northern Ireland (the)" },
    size: { id: 4, name: "250–999" },
    industry: { id: 8, name: "" },
  };
  /** Somebody with the form open, and what is stored. */
  async function opened(organization: object = {}) {
    const { client, visitor } = await newcomer();
    const id = await createOrganization(client, { ...FORM, ...organization });
    const stored = async () => (await client.get(`/organizations/${id}`)).body.organization;
    const changeElsewhere = async (changes: object) => {
      const { id: _, ...now } = await stored();
      expectStatus(await client.put(`/organizations/${id}`, { ...now, ...changes }), 200);
    };
    await visitor.get(`/organization/${id}/edit`);
    return { visitor, id, stored, changeElsewhere };
  }
  const alert = (visitor: Visitor) => visitor.document.querySelectorAll("[role=alert] > div > p").map(({ text }) => text);
  const FIRST = "Nothing was saved yet: this organization was changed after you opened this page.";
  const LAST = "Look through the form below, then save again.";

  test("a consent that was withdrawn meanwhile stays withdrawn, also when the form is sent again", async () => {
    const { visitor, id, stored, changeElsewhere } = await opened();
    await changeElsewhere({ benchmarkConsent: false });
    await visitor.form("Save changes").fill("businessUnit", "Docks").submit("Save changes");
    expect([visitor.status, visitor.url]).toEqual([409, `/organization/${id}/edit`]);
    expect(alert(visitor)).toEqual([FIRST, "The consent to benchmarking was withdrawn, so its box is not ticked any more.", LAST]);
    expect(await stored()).toMatchObject({ benchmarkConsent: false, businessUnit: "Port operations" });
    const sent = visitor.form("Save changes").entries("Save changes");
    expect(sent).toContainEqual(["businessUnit", "Docks"]);
    expect(sent.map(([name]) => name)).not.toContain("benchmarkConsent");
    await visitor.form("Save changes").submit("Save changes");
    expect(visitor.text()).toContain("Your changes were saved.");
    expect(await stored()).toMatchObject({ benchmarkConsent: false, businessUnit: "Docks" });
  });

  test("what was typed is kept beside what is stored now; what was not touched follows", async () => {
    const { visitor, stored, changeElsewhere } = await opened({ benchmarkConsent: false });
    await changeElsewhere({ name: "Harbour Trust", businessUnit: null, size: { id: 2, name: "10–49" }, benchmarkConsent: true });
    await visitor.form("Save changes").fill("Organization name", "Harbour <i>Board</i>").submit("Save changes");
    expect(alert(visitor)).toEqual([
      FIRST,
      "Organization name is now ‘Harbour Trust’. What you entered is kept below: ‘Harbour <i>Board</i>’.",
      "Business unit is now empty.",
      "Number of employees is now ‘10–49’.",
      "The consent to benchmarking was given, so its box is ticked.",
      LAST,
    ]);
    expect(Object.fromEntries(visitor.form("Save changes").entries("Save changes"))).toMatchObject({
      name: "Harbour <i>Board</i>",
      businessUnit: "",
      size: "2",
      benchmarkConsent: "on",
    });
    await visitor.form("Save changes").submit("Save changes");
    expect(await stored()).toMatchObject({ name: "Harbour <i>Board</i>", businessUnit: null, size: { id: 2 }, benchmarkConsent: true });
  });

  test("is asked about once more if it was changed once more", async () => {
    const { visitor, stored, changeElsewhere } = await opened();
    await changeElsewhere({ name: "Second" });
    await visitor.form("Save changes").fill("businessUnit", "Docks").submit("Save changes");
    await changeElsewhere({ benchmarkConsent: false });
    await visitor.form("Save changes").submit("Save changes");
    expect(visitor.status).toBe(409);
    expect(alert(visitor)).toEqual([FIRST, "The consent to benchmarking was withdrawn, so its box is not ticked any more.", LAST]);
    expect(await stored()).toMatchObject({ name: "Second", businessUnit: "Port operations", benchmarkConsent: false });
  });

  test("is no conflict where both made the same of it", async () => {
    const { visitor, changeElsewhere } = await opened();
    await changeElsewhere({ name: "Harbour II" });
    await visitor.form("Save changes").fill("Organization name", "Harbour II").submit("Save changes");
    expect(visitor.text()).toContain("Your changes were saved.");
  });

  test.each([undefined, "", "{}", "[]", '{"name":1}', "null"])(
    "a form that does not say what it was made from (%s) is asked about, too",
    async (base) => {
      const { visitor, id, stored, changeElsewhere } = await opened();
      await changeElsewhere({ benchmarkConsent: false });
      const sent = {
        name: "Harbour Authority",
        country: "826",
        size: "4",
        industry: "8",
        benchmarkConsent: "on",
        ...(base === undefined ? {} : { base }),
      };
      await visitor.post(`/organization/${id}/edit`, sent);
      expect(visitor.status).toBe(409);
      expect(await stored()).toMatchObject({ benchmarkConsent: false });
      expect(
        visitor
          .form("Save changes")
          .entries("Save changes")
          .map(([name]) => name),
      ).not.toContain("benchmarkConsent");
    },
  );
});

describe("what is wrong is said beside each field, and everything typed stays", () => {
  test.each([
    [
      "nothing",
      {},
      {
        name: "This Field is required.",
        country: "This Field is required.",
        size: "This Field is required.",
        industry: "This Field is required.",
      },
    ],
    ["spaces", { name: "   " }, { name: "This Field is required." }],
    [
      "too much",
      { name: "x".repeat(NAME_MAX + 1), businessUnit: "y".repeat(BUSINESS_UNIT_MAX + 1) },
      { name: textMessages.tooLong(NAME_MAX), businessUnit: textMessages.tooLong(BUSINESS_UNIT_MAX) },
    ],
    ["nothing but control characters", { name: "\u0003\u000b" }, { name: "This Field is required." }],
    ["a country that is none", { country: "9999" }, { country: "Please select one of the options." }],
  ])("%s", async (_, values: Record<string, string>, messages: Record<string, string>) => {
    const { visitor, client } = await newcomer();
    await visitor.post("/organization", { businessUnit: "Kept", ...values });
    expect(visitor.status).toBe(400);
    for (const [name, message] of Object.entries(messages)) {
      const field = visitor.document.querySelector(`[name=${name}]`);
      const described = visitor.document.getElementById(field?.getAttribute("aria-describedby")?.split(" ")[0] ?? "");
      expect([name, described?.text]).toEqual([name, message]);
      expect(visitor.document.querySelector(`[role=alert] a[href="#${field?.getAttribute("id")}"]`)?.text).toContain(message);
    }
    expect(visitor.form("Save organization").entries("Save organization")).toContainEqual(["businessUnit", values.businessUnit ?? "Kept"]);
    expect(await names(client)).toEqual([]);
  });
});

describe("a save that fails", () => {
  test.each([
    ["an answer of 500", status(500), 502],
    ["no answer", hangThenDrop(), 502],
    ["an answer that breaks the schema", json({}, 201), 502],
  ])("%s: the alert, and the typed values kept", async (_, behaviour, code) => {
    const { visitor } = await newcomer();
    app.upstream.on("POST", "/organizations", behaviour);
    await fillIn(visitor.form("Save organization")).fill("businessUnit", "Ops").submit("Save organization");
    expect(visitor.status).toBe(code);
    expect(visitor.document.querySelector("[role=alert]")?.text).toContain("Something went wrong, please try again");
    const again = visitor.form("Save organization");
    expect(again.entries("Save organization")).toEqual(
      expect.arrayContaining([
        ["name", "Harbour <b>&</b> Söhne"],
        ["businessUnit", "Ops"],
        ["country", "208"],
      ]),
    );
    app.upstream.reset();
    await again.submit("Save organization");
    expect(visitor.title).toBe("Home | Maturity Assessment Tool");
  });

  test("a 401 that ends no session says what helps, and the form can be saved after signing in again", async () => {
    const { visitor, client } = await newcomer();
    const id = await createOrganization(client);
    await visitor.get(`/organization/${id}/edit`);
    app.upstream.on("PUT", `/organizations/${id}`, status(401));
    await visitor.form("Save changes").fill("Organization name", "Harbour II").submit("Save changes");
    expect(visitor.status).toBe(401);
    expect(visitor.document.querySelectorAll("[role=alert] p").map(({ text }) => text)).toEqual([
      "Something went wrong, please try again",
      "Sorry, your credentials has expired. Please, try to login again or get in touch",
      "Nothing was saved; what you entered is below. Leave this page open, log out and sign in again in another tab, then save here.",
    ]);
    app.upstream.reset();
    await visitor.form("Save changes").submit("Save changes");
    expect(await names(client)).toEqual(["Harbour II"]);
  });

  test("lets somebody complete an organization that was made elsewhere without location, size and industry", async () => {
    const { visitor, client } = await newcomer();
    const id = await createOrganization(client);
    const bare = { id, name: "Quay Ltd", businessUnit: null, benchmarkConsent: false, country: null };
    app.upstream.on("GET", `/organizations/${id}`, json({ organization: bare }));
    await visitor.get(`/organization/${id}/edit`);
    const chosen = (name: string) => visitor.document.querySelector(`select[name=${name}] option[selected]`)?.getAttribute("value") ?? "";
    expect(["country", "size", "industry"].map(chosen)).toEqual(["", "", ""]);
    await visitor
      .form("Save changes")
      .select("Location", "Denmark")
      .select("Number of employees", "250–999")
      .select("Industry", "Education")
      .submit("Save changes");
    expect(visitor.text()).toContain("Your changes were saved.");
    expect(JSON.parse(app.upstream.receivedAt("PUT", `/organizations/${id}`)[0]?.body ?? "")).toMatchObject({
      country: { id: 208, name: "Denmark" },
      size: { id: 4 },
    });
  });

  test("what the upstream refuses is said beside the field", async () => {
    const { visitor } = await newcomer();
    app.upstream.on(
      "POST",
      "/organizations",
      json({ title: "Invalid", status: 422, errors: [{ path: "name", message: "This name is taken." }] }, 422),
    );
    await fillIn(visitor.form("Save organization")).submit("Save organization");
    expect(visitor.status).toBe(400);
    expect(visitor.text()).toContain("Organization name: This name is taken.");
  });

  test("an upstream that is gone altogether leaves a page that keeps the form", async () => {
    const { visitor, client } = await newcomer();
    const form = fillIn(visitor.form("Save organization"));
    app.upstream.on("POST", "/organizations", status(500));
    app.upstream.on("GET", "/organizations", status(500));
    await form.submit("Save organization");
    expect(visitor.text()).toContain("What you entered was not saved, but it is not lost");
    app.upstream.reset();
    await visitor.form("Try again").submit("Try again");
    expect(await names(client)).toEqual(["Harbour <b>&</b> Söhne"]);
  });
});

describe("an organization that cannot be loaded", () => {
  test.each([
    [401, "Sorry, your credentials has expired.", "Please, try to login again or get in touch"],
    [404, "Organization not found.", "The organization you are trying to access does not exist."],
    [500, "Sorry, something went wrong...", "Please, try again later or get in touch."],
  ])("%i: %s", async (code, title, description) => {
    const { client, visitor } = await newcomer();
    const id = await createOrganization(client);
    app.upstream.on("GET", `/organizations/${id}`, status(code));
    await visitor.get(`/organization/${id}/edit`);
    expect(visitor.document.querySelector("h1")?.text).toBe(title);
    expect(visitor.text()).toContain(description);
    const [way] = visitor.document.querySelectorAll("main a[href]").map((each) => each.getAttribute("href"));
    expect(way).toBe(code === 401 ? CERTIFIER : "/");
  });
});
