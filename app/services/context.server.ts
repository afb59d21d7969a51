/** What a request brings along for services: put together by `openContext` in `app/sessions.server.ts`. */
import type { Choices } from "~/services/answering/choices.server";
import type { LastPlaces } from "~/services/answering/last-places.server";
import type { LockMarkers } from "~/services/answering/lock-markers.server";
import type { LastOrganization } from "~/services/home/last-organization.server";
import type { CookieCheck } from "~/services/http/cookie-check.server";
import type { FlashMessages } from "~/services/http/flash.server";
import type { PageMarkup } from "~/services/http/page-markup.server";
import type { Refusal } from "~/services/http/refusal.server";
import type { RequestLog } from "~/services/http/request-log.server";
import type { UnsavedForm } from "~/services/http/unsaved-form.server";
import type { MailCookies } from "~/services/session/mail-cookies.server";
import type { RequestSession } from "~/services/session/session.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { OpenSheet } from "~/services/voice/open-sheet.server";
import type { User } from "~/views/session";

/** The context of a request. */
export interface RequestContext {
  requestId: string;
  /** Whether a page has sent the request by itself: nobody reads what it is answered. */
  isBackground: boolean;
  /** The nonce of this response's content security policy. */
  nonce: string;
  /** The client's address, as far as proxies are trusted to name it. */
  address: string;
  /** The origin that people use. */
  origin: string;
  session: RequestSession;
  cookieCheck: CookieCheck;
  mailCookies: MailCookies;
  /** The sheet of a voice that is open in this browser; only its own pages have it. */
  openSheet: OpenSheet;
  /** The upstream's calls in the name of the signed-in user, or of the voice whose sheet is open. */
  api: UserApi;
  /** Whether the session was alive when something was first read from the upstream; undefined before that. */
  firstRead(): Promise<boolean> | undefined;
  lockMarkers: LockMarkers;
  lastPlaces: LastPlaces;
  choices: Choices;
  flash: FlashMessages;
  lastOrganization: LastOrganization;
  unsavedForm: UnsavedForm;
  markup: PageMarkup;
  log: RequestLog;
  /** Why the request is turned away by its headers alone; undefined for nearly all. */
  refusal: Refusal | undefined;
  /**
   * The headers and cookies for any response. `absent` are those that are set where the response has none of its own.
   * @param status of the response. A redirect shows no message, so a message waits for the next page
   */
  responseHeaders(status?: number): { set: Record<string, string>; absent: Record<string, string>; cookies: string[] };
}

/** The context of a request that a signed-in user sent. */
export interface UserContext extends RequestContext {
  user: User;
}
