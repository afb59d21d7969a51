import type { Role } from "#model/contract/common.ts";
import { DEMO_INTERNAL_ACCOUNT } from "#model/contract/demo.ts";
import type { Permission } from "#model/permissions.ts";

/** A person of the demo, to be created. */
export interface DemoUser {
  email: string;
  firstName: string;
  roles: Role[];
  /** Absent for a team of one. */
  team?: string;
  permission: Permission;
}

const BOTH: Role[] = ["P3M3", "ITIL"];

/** The people of the demo. */
export const DEMO_USERS: readonly DemoUser[] = [
  { email: "alex@demo.example", firstName: "Alex", roles: BOTH, team: "Northbridge Consulting", permission: "lead" },
  { email: "sam@demo.example", firstName: "Sam", roles: BOTH, team: "Northbridge Consulting", permission: "assessor" },
  { email: "noor@demo.example", firstName: "Noor", roles: BOTH, team: "Northbridge Consulting", permission: "assessor" },
  { email: "vera@demo.example", firstName: "Vera", roles: BOTH, team: "Northbridge Consulting", permission: "viewer" },
  { email: "priya@demo.example", firstName: "Priya", roles: ["P3M3"], team: "Harbour Lane Advisory", permission: "lead" },
  { email: "jonas@demo.example", firstName: "Jonas", roles: ["ITIL"], team: "Fjordview Partners", permission: "lead" },
  { email: "mira@demo.example", firstName: "Mira", roles: BOTH, permission: "lead" },
  { email: DEMO_INTERNAL_ACCOUNT, firstName: "Robin", roles: BOTH, team: "Assessment Office", permission: "lead" },
];

/** Whom the demo's lead has invited: somebody whom nobody knows, and somebody who is alone in their team. */
export const DEMO_INVITATIONS: {
  by: string;
  people: readonly { email: string; name: string; permission: Permission; roles: Role[] }[];
} = {
  by: "alex@demo.example",
  people: [
    { email: "ines@demo.example", name: "Ines", permission: "assessor", roles: BOTH },
    { email: "mira@demo.example", name: "Mira", permission: "viewer", roles: BOTH },
  ],
};

/** Whether an address in lower case belongs to a person of the demo. */
export function isDemoUser(email: string): boolean {
  return DEMO_USERS.some((user) => user.email === email);
}
