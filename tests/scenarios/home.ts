/** What the scenarios about the home screen have in common. */
import { randomUUID } from "node:crypto";
import { createOrganization } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { EntryLinkOptions } from "../support/server.ts";
import type { Site } from "./questions.ts";

/** The internal account, in another case than on the operator's list. */
export const INTERNAL = "Audit@Example.org";

interface Person {
  email: string;
  client: Client;
  visitor: Visitor;
}

/** Somebody who has just signed in. */
export async function person(
  site: Site,
  options: EntryLinkOptions = {},
  email = `kim.${randomUUID().slice(0, 8)}@example.org`,
): Promise<Person> {
  const client = await apiClient(site.databaseUrl, email, { name: "Kim", ...options });
  return { email, client, visitor: await new Visitor(site.url).enter(await site.entryLink(email)) };
}

/** Somebody at home, with one organization, which is open. */
export async function atHome(
  site: Site,
  options: EntryLinkOptions = {},
): Promise<Person & { organizationId: number; open(tab?: string): Promise<Visitor> }> {
  const somebody = await person(site, options);
  const organizationId = await createOrganization(somebody.client);
  return {
    ...somebody,
    organizationId,
    open: (tab = "active") => somebody.visitor.get(`/?organization=${organizationId}${tab === "active" ? "" : `&tab=${tab}`}`),
  };
}

/** The row of an assessment as text; "" where there is none. */
export function rowText(visitor: Visitor, id: number): string {
  const row = visitor.document.querySelectorAll("tbody tr").find((each) => each.querySelector("td")?.text.trim() === String(id));
  return row?.text.replace(/\s+/g, " ").trim() ?? "";
}

/** Whether there is a link of this name. */
export const hasLink = (visitor: Visitor, name: string) =>
  visitor.document
    .querySelectorAll("a[href]")
    .some((link) => (link.getAttribute("aria-label") ?? link.text).replace(/\s+/g, " ").trim() === name);
/** Whether there is a button of this name. */
export const hasButton = (visitor: Visitor, name: string) =>
  visitor.document
    .querySelectorAll("button")
    .some((each) => (each.getAttribute("aria-label") ?? each.text).replace(/\s+/g, " ").trim() === name);
