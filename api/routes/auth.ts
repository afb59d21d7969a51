import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { entryRequest, type Session } from "#model/contract/session.ts";
import { useEntryToken } from "../auth/entry.ts";
import { createRefreshToken, REFRESH_LIFETIME_SECONDS, replaceRefreshToken } from "../auth/refresh.ts";
import { type Api, type Handlers, parseBody } from "../handlers.ts";
import { unauthorized } from "../problem.ts";
import type { User } from "../services/work.ts";
import { inTransaction } from "../store/open.ts";

const REFRESH_COOKIE = "refresh";

/** Signing in with an entry token, and refreshing the session (contract, "Sign-in"). Their answers are never stored. */
export function authRoutes(app: Api, { store, clock, bearers }: Handlers): void {
  const sessionOf = async (user: User, now: Date): Promise<Session> => {
    const { token, expiry } = await bearers.issue(user, now);
    return { expiry, token, redirectURI: null, user: { email: user.email, firstName: user.firstName }, roles: [...user.roles] };
  };
  const keepRefreshToken = (context: Context, token: string) =>
    setCookie(context, REFRESH_COOKIE, token, {
      httpOnly: true,
      sameSite: "Lax",
      path: "/auth",
      maxAge: REFRESH_LIFETIME_SECONDS,
      secure: new URL(context.req.url).protocol === "https:",
    });

  app.post("/auth", async (context) => {
    const { token } = parseBody(entryRequest, await context.req.text());
    const now = clock();
    const entered = await inTransaction(store, async (db) => {
      const user = await useEntryToken(db, token, now);
      return user && { user, refresh: await createRefreshToken(db, user, now) };
    });
    if (!entered) throw unauthorized("The entry token is unknown, used or expired.");
    keepRefreshToken(context, entered.refresh);
    return context.json(await sessionOf(entered.user, now));
  });

  app.post("/auth/refresh", async (context) => {
    const presented = getCookie(context, REFRESH_COOKIE);
    const now = clock();
    const replaced = presented ? await inTransaction(store, (db) => replaceRefreshToken(db, presented, now)) : undefined;
    if (!replaced) throw unauthorized("The session cannot be refreshed.");
    keepRefreshToken(context, replaced.token);
    return context.json(await sessionOf(replaced.user, now));
  });
}
