/** An assessment is created in every organization of the demo that somebody sees, by each kind of person. */
import type { Page } from "@playwright/test";
import type { Role } from "#model/contract/common.ts";
import type { ItilScope } from "#model/itil/catalogue.ts";
import type { P3m3Scope } from "#model/p3m3/catalogue.ts";
import { enter, expect, follow, heading, openOrganization, press, test, WALK } from "./journey.ts";

const CONSENT = /^The end customer has agreed/;
const SCOPES = { P3M3: ["Project", "Programme", "Portfolio"], ITIL: ["Comprehensive", "Capability", "Maturity"] } as const;
const REQUEST = { P3M3: /for certification/, ITIL: /independent validation/ } as const;
/** Enough for each scope; Comprehensive and Maturity add Continual improvement. */
const PRACTICES: Record<ItilScope, string[]> = {
  Capability: ["Service desk"],
  Maturity: ["Service desk", "Incident management"],
  Comprehensive: [
    ...["Service desk", "Incident management", "Problem management", "Release management"],
    ...["Change enablement", "Service level management"],
  ],
};

const PEOPLE: { name: string; roles: Role[]; organizations: string[] }[] = [
  { name: "Priya", roles: ["P3M3"], organizations: ["Castlemere University"] },
  { name: "Jonas", roles: ["ITIL"], organizations: ["Fjordkraft Retail"] },
  {
    name: "Sam",
    roles: ["P3M3", "ITIL"],
    organizations: ["Alderbrook County Council", "Meridian Coastal Railways", "Lindqvist Medical Devices", "Wrenfield Water"],
  },
];

/** Fills in the profile, having tried each scope of the model and the request with its consent. */
async function fillProfile(page: Page, model: Role, roles: Role[], scope: P3m3Scope | ItilScope, name: string) {
  const field = page.getByLabel(roles.length > 1 ? "Select Maturity Model" : "Maturity Model");
  if (roles.length > 1) await field.selectOption(model);
  await expect(field).toHaveValue(model);
  await page.getByLabel("Assessment name").fill(name);
  await expect(page.getByRole("radio"), `${name}, ${model}`).toHaveCount(SCOPES[model].length);
  for (const each of SCOPES[model]) await page.getByRole("radio", { name: new RegExp(`^${each}`) }).check();
  await page.getByRole("radio", { name: new RegExp(`^${scope}`) }).check();
  await page.getByRole("checkbox", { name: REQUEST[model] }).check();
  await page.getByRole("checkbox", { name: CONSENT }).filter({ visible: true }).check();
}

async function fillScope(page: Page, scope: P3m3Scope | ItilScope) {
  const practices = PRACTICES[scope as ItilScope];
  if (!practices) {
    // A certified assessment has all perspectives and four threads.
    await page.getByRole("radio", { name: "Level 2" }).check();
    return;
  }
  for (const name of practices) await page.getByRole("radiogroup", { name, exact: true }).getByRole("radio", { name: "Primary" }).check();
}

async function createEverywhere({ page }: { page: Page }): Promise<void> {
  test.slow();
  let turn = 0;
  for (const { name: person, roles, organizations } of PEOPLE) {
    await enter(page, person);
    await expect(page.locator("section a[aria-expanded]")).toHaveCount(organizations.length);
    for (const organization of organizations)
      for (const model of roles) {
        const scope = SCOPES[model][turn++ % 3] ?? "Project";
        const name = `${model} by ${person}, ${scope}`;
        const panel = await openOrganization(page, organization);
        await follow(panel, "Create assessment");
        await heading(page, "Assessment Profile Set-up");
        await fillProfile(page, model, roles, scope, name);
        await press(page, "Save & Continue");
        await heading(page, "Scope details");
        await fillScope(page, scope);
        await press(page, "Save & Continue");
        await heading(page, "Review profile");
        await expect(page.getByRole("main")).toContainText(name);
        await openOrganization(page, organization);
        await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
      }
    await press(page, "Log out");
  }

  await enter(page, "Vera");
  for (const organization of PEOPLE.at(-1)?.organizations ?? []) {
    const panel = await openOrganization(page, organization);
    await expect(panel.getByRole("row").filter({ hasText: "by Sam" }).first()).toBeVisible();
    await expect(panel.getByRole("link", { name: "Create assessment" })).toHaveCount(0);
    const id = /organization=(\d+)/.exec(page.url())?.[1];
    await page.goto(`/organizations/${id}/assessment`);
    await expect(page.getByRole("main")).toContainText("You are a viewer of your team.");
    await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  }
  await press(page, "Log out");
  await heading(page, "Maturity Assessment Tool");
}

test("each kind of person creates an assessment in every organization of the demo, or reads why not", { tag: "@js" }, createEverywhere);
test("and so they do without script", { tag: ["@no-js", WALK] }, createEverywhere);
