import { z } from "zod";
import { id, mailAddress, role } from "./common.ts";
import { permission } from "./permissions.ts";

/** Where the reference API keeps its data unless DATABASE_URL is set. The demo and real data never share a file. */
export function defaultDatabaseUrl(demo: boolean): string {
  return demo ? "file:./data/demo.db" : "file:./data/assessments.db";
}

/** The demo's internal account, which sees 'All Assessments' without any setting. Web application and API both know it. */
export const DEMO_INTERNAL_ACCOUNT = "internal@demo.example";

/** `team` is absent where the team has no name. */
export const demoUsers = z.array(
  z.object({
    email: mailAddress,
    firstName: z.string().nullable(),
    roles: z.array(role),
    team: z.string().optional(),
    permission: permission.optional(),
  }),
);
export const demoEntryRequest = z.object({ email: z.string().trim().toLowerCase() });
/** The mails of the demo, the newest first. Nobody else gets them. */
export const demoMails = z.array(z.object({ id, recipient: mailAddress, subject: z.string(), at: z.string() }));
/** One of them. Links begin with the address that people use. */
export const demoMail = z.object({
  recipient: mailAddress,
  subject: z.string(),
  at: z.string(),
  paragraphs: z.array(z.union([z.string(), z.object({ link: z.string() }), z.object({ code: z.string() })])),
});
export const demoMailQuery = z.object({ publicUrl: z.url() });

export const demoEntry = z.object({ token: z.string() });
