import { randomUUID } from "node:crypto";
import { Visitor } from "../support/form-driver.ts";
import { newAddress } from "../support/new-address.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";

/** A lead of a new team, signed in to the API and in a browser. */
export async function newLead({ databaseUrl, url, entryLink }: Pick<AppWithFaults, "databaseUrl" | "url" | "entryLink">) {
  const email = newAddress("lea");
  const client = await apiClient(databaseUrl, email, { team: `Team ${randomUUID()}`, permission: "lead" });
  return { client, visitor: await new Visitor(url).enter(await entryLink(email)) };
}
