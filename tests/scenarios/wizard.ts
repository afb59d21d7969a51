/** Short ways to the situations that the set-up scenarios are about. */
import { randomUUID } from "node:crypto";
import type { Role } from "#model/contract/common.ts";
import { createOrganization } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";

interface Application {
  url: string;
  databaseUrl: string;
  entryLink(email: string, options?: { roles?: Role[]; name?: string; team?: string }): Promise<string>;
}

export interface Assessor {
  email: string;
  team: string;
  /** The same person at the API. */
  client: Client;
  /** In a browser without script, signed in. */
  visitor: Visitor;
}

/** A signed-in user, by default with a team of their own. */
export async function newAssessor(
  app: Application,
  { roles = ["P3M3", "ITIL"] as Role[], team = `Team ${randomUUID()}` } = {},
): Promise<Assessor> {
  const email = `kim.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { name: "Kim", roles, team });
  const visitor = await new Visitor(app.url).enter(await app.entryLink(email));
  return { email, team, client, visitor };
}

/** The same with an organization, on the form for a new assessment of it. */
export async function onCreateForm(app: Application, options: Parameters<typeof newAssessor>[1] = {}) {
  const assessor = await newAssessor(app, options);
  const organizationId = await createOrganization(assessor.client);
  await assessor.visitor.get(`/organizations/${organizationId}/assessment`);
  return { ...assessor, organizationId };
}

/** The error messages of the field or group with this id or name. */
export function messagesOf(visitor: Visitor, name: string): string {
  const field = visitor.document
    .querySelectorAll("[aria-describedby]")
    .find((each) => each.id === name || each.getAttribute("name") === name || each.id.endsWith(`-${name}`));
  const ids = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const texts = ids.filter((id) => id.endsWith("-error")).map((id) => visitor.document.getElementById(id)?.text ?? "");
  return texts.join(" ").trim();
}

/** What a radio, checkbox or select of the page shows: the values of those that are on. */
export function chosenIn(visitor: Visitor, name: string): string[] {
  return visitor.document
    .querySelectorAll(`input[name="${name}"]`)
    .filter((input) => input.hasAttribute("checked"))
    .map((input) => input.getAttribute("value") ?? "");
}
