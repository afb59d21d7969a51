/** `Create assessment` in every organization of the demo, for people with one role and with two: data that has grown. */
import { organizations } from "#model/contract/organizations.ts";
import { DEMO_USERS } from "../../api/demo/users.ts";
import { expect, signIn, test } from "../support/fixtures.ts";
import { apiClient } from "../support/seed.ts";

const MODELS = {
  P3M3: { scopes: ["Project", "Programme", "Portfolio"], request: /for certification/ },
  ITIL: { scopes: ["Comprehensive", "Capability", "Maturity"], request: /independent validation/ },
} as const;
const CONSENT = /^The end customer has agreed/;

for (const { email, roles } of DEMO_USERS.filter(({ permission }) => permission !== "viewer"))
  test(`${email} finds the scopes of each own model in every organization`, async ({ app, page }) => {
    const { myOrgnizations } = organizations.parse((await (await apiClient(app.databaseUrl, email)).get("/organizations")).body);
    await signIn(page.context(), app, { email });
    for (const { organization } of myOrgnizations)
      for (const role of roles) {
        await page.goto(`/organizations/${organization.id}/assessment`);
        if (roles.length > 1) await page.getByLabel("Select Maturity Model").selectOption(role);
        await expect(page.getByRole("radio"), `${organization.name}, ${role}`).toHaveCount(MODELS[role].scopes.length);
        for (const scope of MODELS[role].scopes) await page.getByRole("radio", { name: new RegExp(`^${scope}`) }).check();
        const { request } = MODELS[role];
        await page.getByRole("checkbox", { name: request }).check();
        await page.getByRole("checkbox", { name: CONSENT }).filter({ visible: true }).check();
      }
  });
