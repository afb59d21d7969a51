/**
 * `openContext(request)` runs once for each HTTP request, before Remix, and puts the request's context together. Each part is a module of
 * `services/` and can be read on its own. Cookies and headers are written when the response's headers are sent, so that redirects,
 * resource routes and data requests carry them alike.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { QUOTA_SECONDS } from "#model/quota.ts";
import { Choices } from "~/services/answering/choices.server";
import { LastPlaces } from "~/services/answering/last-places.server";
import { LockMarkers } from "~/services/answering/lock-markers.server";
import type { RequestContext } from "~/services/context.server";
import { LastOrganization } from "~/services/home/last-organization.server";
import { CookieCheck } from "~/services/http/cookie-check.server";
import { CookieJar } from "~/services/http/cookies.server";
import { FlashMessages } from "~/services/http/flash.server";
import { secretLinkIn } from "~/services/http/log.server";
import {
  changesSomething,
  type IncomingRequest,
  isByScript,
  isFromAnotherSite,
  originOf,
  pathBefore,
  refusalOf,
  warnOfUnknownProxy,
} from "~/services/http/origin.server";
import { PageMarkup } from "~/services/http/page-markup.server";
import { RequestLog } from "~/services/http/request-log.server";
import { securityHeaders } from "~/services/http/security-headers.server";
import { UnsavedForm } from "~/services/http/unsaved-form.server";
import { MailCookies } from "~/services/session/mail-cookies.server";
import { markOf } from "~/services/session/sealing.server";
import { RequestSession } from "~/services/session/session.server";
import { namesOf } from "~/services/session/session-data.server";
import { createUserApi } from "~/services/upstream/user-api.server";
import { OpenSheet } from "~/services/voice/open-sheet.server";

/** Requests that a page sends by itself. They are no sign of activity. */
const isBackground = (url: string) => /^\/(session|assessments\/[^/]+\/lock\/(open|release|wish))(\?|$)/i.test(url);

/** The pages of a voice have cookies of their own. Whoever is signed in here is a stranger to them (docs/rules/voices.md#links). */
const areaOf = (url: string) => (secretLinkIn(url.split("?")[0] ?? "") === "voice" ? "voice" : undefined);

const requestIdOf = (given: unknown) => (typeof given === "string" && /^[\w.-]{1,100}$/.test(given) ? given : randomUUID());

/** Opens the context of one HTTP request. */
export async function openContext(request: IncomingRequest): Promise<RequestContext> {
  const requestId = requestIdOf(request.headers["x-request-id"]);
  const nonce = randomBytes(16).toString("base64url");
  warnOfUnknownProxy(request);
  const origin = originOf(request);
  const area = areaOf(request.url);
  const byItself = isBackground(request.url);
  const cookies = new CookieJar(request.headers.cookie, origin.startsWith("https:"), area);
  const cookieCheck = new CookieCheck(cookies);
  const log = new RequestLog(request, requestId);
  const flash = new FlashMessages(cookies);
  const session = new RequestSession(cookies, requestId);
  const lockMarkers = new LockMarkers(cookies, {
    answersForm: changesSomething(request),
    fromAnotherSite: isFromAnotherSite(request) && !session.isArriving,
    from: pathBefore(request),
    byScript: isByScript(request),
  });
  const openSheet = new OpenSheet(cookies);
  await (area === "voice" ? openSheet.restore() : session.restore({ isBackground: byItself }));
  return {
    requestId,
    isBackground: byItself,
    nonce,
    address: request.address,
    origin,
    session,
    cookieCheck,
    mailCookies: new MailCookies(cookies),
    openSheet,
    ...createUserApi<{ token: string }>({ caller: area === "voice" ? openSheet : session, requestId, timed: (call) => log.timed(call) }),
    lockMarkers,
    lastPlaces: new LastPlaces(cookies, () => (session.current ? namesOf(session.current).map(markOf) : [])),
    choices: new Choices(cookies),
    flash,
    lastOrganization: new LastOrganization(cookies),
    unsavedForm: new UnsavedForm(),
    markup: new PageMarkup(request.url),
    log,
    refusal: refusalOf(request),
    responseHeaders(status = 200) {
      if ((status >= 300 && status < 400) || status === 202) flash.putBack();
      else session.arrive();
      if (!session.current) lockMarkers.clearAll();
      return {
        cookies: cookies.headers(),
        absent: { "Cache-Control": "no-store", ...(status === 429 ? { "Retry-After": String(QUOTA_SECONDS) } : {}) },
        set: {
          ...securityHeaders({ nonce, origin, path: request.url, redirectURI: session.current?.redirectURI }),
          "X-Request-Id": requestId,
          "Server-Timing": log.serverTiming(),
        },
      };
    },
  };
}

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}
