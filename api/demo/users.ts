import type { Role } from "#model/contract/common.ts";
import { DEMO_INTERNAL_ACCOUNT } from "#model/contract/demo.ts";

/** A person of the demo, to be created. */
export interface DemoUser {
  email: string;
  firstName: string;
  roles: Role[];
  team: string;
}

/** The people of the demo. */
export const DEMO_USERS: readonly DemoUser[] = [
  { email: "alex@demo.example", firstName: "Alex", roles: ["P3M3", "ITIL"], team: "Northbridge Consulting" },
  { email: "sam@demo.example", firstName: "Sam", roles: ["P3M3", "ITIL"], team: "Northbridge Consulting" },
  { email: "priya@demo.example", firstName: "Priya", roles: ["P3M3"], team: "Harbour Lane Advisory" },
  { email: "jonas@demo.example", firstName: "Jonas", roles: ["ITIL"], team: "Fjordview Partners" },
  { email: DEMO_INTERNAL_ACCOUNT, firstName: "Robin", roles: ["P3M3", "ITIL"], team: "Assessment Office" },
];

/** Whether an address in lower case belongs to a person of the demo. */
export function isDemoUser(email: string): boolean {
  return DEMO_USERS.some((user) => user.email === email);
}
