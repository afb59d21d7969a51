import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CONTRACT } from "#model/contract/calls.ts";
import type { Session } from "#model/contract/session.ts";
import { isUsedEntryToken, useEntryToken } from "../auth/entry.ts";
import { addRefreshToken, findSessionOfRefreshToken, presentRefreshToken } from "../auth/refresh.ts";
import { randomToken } from "../auth/secrets.ts";
import { findBearerToken, type Handlers, idempotencyKey, type Surroundings } from "../handlers.ts";
import { notFound, refused, refusedField, unauthorized } from "../problem.ts";
import { askForAddress, changeOwnAddress, lookAtUndo, readOwnAddress, undoChange } from "../services/addresses.ts";
import { confirmAddress } from "../services/confirmed-addresses.ts";
import { record, teamChain } from "../services/history.ts";
import { joinByLink, lookAtJoinLink } from "../services/join-links.ts";
import { personPlace } from "../services/people.ts";
import { personOf } from "../services/person-key.ts";
import {
  endOwnSession,
  endSession,
  endSessionsOf,
  findSuspension,
  findUntouchedSession,
  listSessions,
  openSession,
  type SessionRef,
} from "../services/sessions.ts";
import { askForMail, lookAtLink, spendCode, spendLink } from "../services/sign-in-by-mail.ts";
import type { User } from "../services/work.ts";
import { type Db, inTransaction } from "../store/open.ts";

const REFRESH_COOKIE = "refresh";
const LINK_IS_OVER = "The link or code is unknown, used, expired or ended.";
const NOTHING_TO_UNDO = "The link is unknown, used, expired or ended.";
const NO_WAY_TO_JOIN = "The link does not serve.";

/** Signing in with an entry token or by mail, refreshing the session, logging out, and one's own sessions (docs/upstream-contract.md#signing-in). */
export function sessionHandlers(
  { store, clock, config: { internalAccounts }, bearers, mailed, afterwards, historyKey }: Surroundings,
  extensions: readonly string[],
): {
  session: Handlers<typeof CONTRACT.session>;
  joining: Pick<Handlers<typeof CONTRACT.joining>, "look" | "enter" | "suspension" | "address">;
} {
  const cookieFor = (context: Context) =>
    ({ httpOnly: true, sameSite: "Lax", path: "/auth", secure: new URL(context.req.url).protocol === "https:" }) as const;

  const answer = async (context: Context, now: Date, user: User, session: SessionRef, refresh: string): Promise<Session> => {
    const { token, expiry } = await bearers.issue(user, session, now);
    const endsAt = Math.floor(session.endsAt.getTime() / 1000);
    setCookie(context, REFRESH_COOKIE, refresh, {
      ...cookieFor(context),
      maxAge: Math.ceil((session.endsAt.getTime() - now.getTime()) / 1000),
    });
    const { email, firstName, roles } = user;
    const person = await personOf({ db: store, now, historyKey }, user);
    return { expiry, token, redirectURI: null, user: { email, firstName }, roles: [...roles], endsAt, person };
  };

  const offersMail = extensions.includes("mail");
  const entered = async (context: Context, now: Date, user: User, session: SessionRef, refresh: string): Promise<Session> => {
    const given = await answer(context, now, user, session, refresh);
    return offersMail ? { ...given, browserProof: mailed.proofOf(user.id, now) } : given;
  };

  const begin = async (db: Db, user: User, opened: { sessionId: string; refreshToken: string }, device: string | undefined, now: Date) => {
    const session = await openSession(db, opened.sessionId, user, device, now);
    await addRefreshToken(db, opened.sessionId, opened.refreshToken);
    await record({ db, user, now, historyKey }, teamChain(user.teamId), { kind: "signedIn", after: device ?? "" });
    return { user, session };
  };

  /** The sessions that a call names. Either is enough: the token may have expired, or the cookie may be gone. */
  const sessionsNamed = async (context: Context, now: Date): Promise<Set<string>> => {
    const [token, refresh] = [findBearerToken(context), getCookie(context, REFRESH_COOKIE)];
    const byToken = token && (await bearers.getBearer(token, now).catch(() => undefined))?.sessionId;
    const byCookie = refresh && (await findSessionOfRefreshToken(store, refresh));
    return new Set([byToken, byCookie].flatMap((id) => id || []));
  };

  /** Somebody has proved their address. Sessions that a copied link gave end, because somebody else may have used it. */
  const prove = async (db: Db, user: User, now: Date) => {
    if (!(await confirmAddress(db, user))) return;
    await endSessionsOf(db, user.id, now);
    await record({ db, user, now, historyKey }, teamChain(user.teamId), { kind: "addressConfirmed", place: personPlace(user.id) });
  };

  const session: Handlers<typeof CONTRACT.session> = {
    // No token is needed: the web application asks before anybody has signed in.
    extensions: async () => ({ extensions: [...extensions] }),

    async enter(context, { body: { token, device } }) {
      const now = clock();
      const opened = bearers.openedBy(token, idempotencyKey(context) ?? randomToken());
      const entry = await inTransaction(store, async (db) => {
        const user = await useEntryToken(db, token, now);
        // Used: by the same call, whose answer was lost, or by somebody else.
        if (!user) return (await isUsedEntryToken(db, token, now)) ? findUntouchedSession(db, opened.sessionId, now) : undefined;
        await prove(db, user, now);
        return begin(db, user, opened, device, now);
      });
      if (!entry) throw unauthorized("The entry token is unknown, used or expired.");
      return entered(context, now, entry.user, entry.session, opened.refreshToken);
    },

    async refresh(context) {
      const presented = getCookie(context, REFRESH_COOKIE);
      if (!presented) throw unauthorized("The session cannot be refreshed.");
      const now = clock();
      const successor = bearers.successorOf(presented);
      const refreshed = await inTransaction(store, (db) => presentRefreshToken(db, presented, successor, now));
      if (!refreshed) throw unauthorized("The session cannot be refreshed.");
      return answer(context, now, refreshed.user, refreshed.session, successor);
    },

    async logout(context) {
      const now = clock();
      const named = await sessionsNamed(context, now);
      if (named.size === 0) throw unauthorized("There is no session to end.");
      await inTransaction(store, async (db) => {
        for (const id of named) {
          const user = await endSession(db, id, now);
          if (user) await record({ db, user, now, historyKey }, teamChain(user.teamId), { kind: "signedOut" });
        }
      });
      deleteCookie(context, REFRESH_COOKIE, cookieFor(context));
    },

    mail: {
      async ask(context, { body }) {
        const now = clock();
        const key = idempotencyKey(context) ?? randomToken();
        // Nothing before the answer depends on the address.
        const isKnown = body.browserProof !== undefined && mailed.readProof(body.browserProof, now) !== undefined;
        const ask = () => inTransaction(store, (db) => askForMail({ db, secrets: mailed, now, internalAccounts }, body, key));
        afterwards.do(ask, isKnown ? "known" : "anybody");
      },
      async look(_context, { body }) {
        const link = await lookAtLink({ db: store, secrets: mailed, now: clock() }, body);
        if (!link) throw unauthorized(LINK_IS_OVER);
        return link;
      },
      async enter(context, { body: { browser, token, code, device } }) {
        const now = clock();
        if ((token === undefined) === (code === undefined)) throw refused("Either a link or a code is needed.");
        const key = idempotencyKey(context) ?? randomToken();
        const came = await inTransaction(store, async (db) => {
          const signing = { db, secrets: mailed, now, historyKey };
          const exchange =
            token === undefined ? await spendCode(signing, { browser, code: code ?? "" }) : await spendLink(signing, { browser, token });
          if (exchange.came === "wrong" || exchange.came === "over") return exchange.came;
          const opened = bearers.openedBy(exchange.reference, key);
          if (exchange.came === "good") await prove(db, exchange.user, now);
          // Used: by the same call, whose answer was lost, or by an earlier one.
          const entry =
            exchange.came === "good"
              ? await begin(db, exchange.user, opened, device, now)
              : await findUntouchedSession(db, opened.sessionId, now);
          return entry && { ...entry, refreshToken: opened.refreshToken };
        });
        if (came === "wrong") throw refusedField("code", "The code is wrong.");
        if (came === "over" || !came) throw unauthorized(LINK_IS_OVER);
        return entered(context, now, came.user, came.session, came.refreshToken);
      },
    },

    sessions: {
      list: ({ db, user, sessionId, now }) => listSessions(db, user.id, sessionId, now),
      async end(work, { id }) {
        const { db, user, now } = work;
        const came = await endOwnSession(db, id, user.id, now);
        if (came === "unknown") throw notFound("You have no such session.");
        if (came === "ended") await record(work, teamChain(user.teamId), { kind: "signedOut", after: "from another device" });
      },
      async endAll(work) {
        const { db, user, now } = work;
        await endSessionsOf(db, user.id, now);
        await record(work, teamChain(user.teamId), { kind: "signedOut", after: "everywhere" });
      },
    },
  };

  return {
    session,
    joining: {
      address: {
        get: (work) => readOwnAddress(work),
        ask: (work, { body: { email } }) => askForAddress(work, email),
        change: (work, { body }) => changeOwnAddress(work, mailed, body),
        async look(_context, { body: { token } }) {
          const offer = await lookAtUndo({ db: store, secrets: mailed, now: clock() }, token);
          if (!offer) throw unauthorized(NOTHING_TO_UNDO);
          return offer;
        },
        async undo(_context, { body: { token } }) {
          const now = clock();
          const isDone = await inTransaction(store, (db) => undoChange({ db, secrets: mailed, now, historyKey }, token));
          if (!isDone) throw unauthorized(NOTHING_TO_UNDO);
        },
      },
      async suspension(context) {
        for (const id of await sessionsNamed(context, clock())) {
          const suspension = await findSuspension({ db: store, internalAccounts }, id);
          if (suspension) return { isSuspended: true, ...suspension };
        }
        return { isSuspended: false, leads: [] };
      },
      async look(_context, { body: { token } }) {
        const offer = await lookAtJoinLink({ db: store, secrets: mailed, now: clock(), internalAccounts }, token);
        if (!offer) throw unauthorized(NO_WAY_TO_JOIN);
        return offer;
      },
      async enter(context, { body: { token, device } }) {
        const now = clock();
        const key = idempotencyKey(context) ?? randomToken();
        const entry = await inTransaction(store, async (db) => {
          const came = await joinByLink({ db, secrets: mailed, now, historyKey, internalAccounts }, token);
          if (!came) return undefined;
          const opened = bearers.openedBy(came.reference, key);
          // Used: by the same call, whose answer was lost, or by an earlier one.
          const begun = came.user ? await begin(db, came.user, opened, device, now) : await findUntouchedSession(db, opened.sessionId, now);
          return begun && { ...begun, refreshToken: opened.refreshToken };
        });
        if (!entry) throw unauthorized(NO_WAY_TO_JOIN);
        return entered(context, now, entry.user, entry.session, entry.refreshToken);
      },
    },
  };
}
