import type { CONTRACT } from "#model/contract/calls.ts";
import { createEntryToken } from "../auth/entry.ts";
import { DEMO_USERS, isDemoUser } from "../demo/users.ts";
import type { Handlers, Surroundings } from "../handlers.ts";
import { letterOf } from "../mail/queue.ts";
import { notFound } from "../problem.ts";
import { UnknownPerson } from "../services/people.ts";
import { findMark } from "../store/purpose.ts";

/** The newest of the demo's mails are shown. */
const MAILS_MAX = 20;

/** Signing in as an invented person (docs/rules/sign-in-and-session.md#the-demo). These calls exist only in the demo, on a database made for it. */
export function demoHandlers({
  store,
  clock,
  mailed,
  historyKey,
  catalogue,
  config: { timeZone },
}: Surroundings): Handlers<typeof CONTRACT.demo> {
  const requireDemoData = async () => {
    if ((await findMark(store)) !== "demo") throw notFound("There is no such call.");
  };

  const writing = (publicUrl: string) => ({ db: store, secrets: mailed, publicUrl, now: clock(), timeZone, historyKey, catalogue });

  return {
    async users() {
      await requireDemoData();
      // A lead of the demo may have suspended or removed somebody.
      const addresses = DEMO_USERS.map(({ email }) => email);
      const admitted = await store
        .selectFrom("user")
        .select("email")
        .where("email", "in", addresses)
        .where("suspended_at", "is", null)
        .execute();
      return DEMO_USERS.filter((user) => admitted.some(({ email }) => email === user.email));
    },
    async enter(_context, { body: { email } }) {
      await requireDemoData();
      if (!isDemoUser(email)) throw notFound("There is no such demo user.");
      const token = await createEntryToken(store, email, clock()).catch((error: unknown) => {
        throw error instanceof UnknownPerson
          ? notFound("This person of the demo is suspended or removed until the demo starts again.")
          : error;
      });
      return { token };
    },
    mails: {
      async list() {
        await requireDemoData();
        const mails = await store.selectFrom("mail").selectAll().orderBy("id", "desc").limit(MAILS_MAX).execute();
        const written = await Promise.all(mails.map(async (mail) => ({ mail, letter: await letterOf(writing(""), mail) })));
        return written.flatMap(({ mail: { id, recipient, created_at: at }, letter }) =>
          letter ? [{ id, recipient, at, subject: letter.subject }] : [],
        );
      },
      async get(_context, { id, publicUrl }) {
        await requireDemoData();
        const mail = await store.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirst();
        const letter = mail && (await letterOf(writing(publicUrl), mail));
        if (!letter) throw notFound("There is no such mail, or what it is about is over.");
        return { recipient: mail.recipient, at: mail.created_at, subject: letter.subject, paragraphs: [...letter.paragraphs] };
      },
    },
  };
}
