/**
 * A browser without script, as small as it can be. It keeps cookies, follows redirects, finds forms and controls by the names that people
 * see, and sends the same requests as a browser. It checks no constraint (required, pattern, maxlength): the server has to.
 */
import { type HTMLElement, NodeType, parse } from "node-html-parser";

type Fetch = (request: Request) => Promise<Response>;
type Entry = readonly [name: string, value: string];

const CONTROLS = new Set(["INPUT", "SELECT", "TEXTAREA", "BUTTON"]);
const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();

export class Visitor {
  readonly #origin: string;
  readonly #fetch: Fetch;
  #cookies: { name: string; value: string; path: string }[] = [];
  #url: string;

  /** Of the last answer. */
  status = 0;
  headers = new Headers();
  body = new Uint8Array();
  #document: HTMLElement | undefined;
  /** Where the last request was redirected to, in order; the last may lead to another site and was then not followed. */
  redirects: string[] = [];

  /** @param url the site's address; `fetch` may be handed in where no server listens */
  constructor(url: string, fetch: Fetch = (request) => globalThis.fetch(request)) {
    this.#origin = new URL(url).origin;
    this.#fetch = fetch;
    this.#url = this.#origin;
  }

  /** A browser that keeps no cookies. */
  static withoutCookies(url: string): Visitor {
    return new Visitor(url, async (request) => {
      const response = await globalThis.fetch(request);
      const headers = new Headers(response.headers);
      headers.delete("Set-Cookie");
      return new Response(response.body, { status: response.status, headers });
    });
  }

  /** Another tab of the same browser: it shares the cookies and shows no page yet. */
  anotherTab(): Visitor {
    const tab = new Visitor(this.#origin, this.#fetch);
    tab.#cookies = this.#cookies;
    return tab;
  }

  /** The path of the page that is shown, with its query; the whole address on another site. */
  get url(): string {
    const { origin, pathname, search, href } = new URL(this.#url);
    return origin === this.#origin ? pathname + search : href;
  }

  /** What the page is scrolled to: the element that the address names, or else the one of the form or link that led here. */
  get fragment(): string {
    return new URL(this.#url).hash;
  }

  get title(): string {
    return squeeze(this.document.querySelector("title")?.text ?? "");
  }

  /** The page that is shown; empty for anything but HTML. Parsed on first use, because many tests only need the status. */
  get document(): HTMLElement {
    const isHtml = /^text\/html\b/.test(this.headers.get("Content-Type") ?? "");
    this.#document ??= parse(isHtml ? new TextDecoder().decode(this.body) : "", {
      // Without script, the content of <noscript> is part of the page.
      blockTextElements: { script: true, style: true, textarea: true },
    });
    return this.#document;
  }

  /** The readable text of the page, with single spaces. Closed dialogs, which need script to open, are not. */
  text(): string {
    return visibleText(this.document.querySelector("body") ?? this.document);
  }

  /** The value of a cookie that would be sent to a path. */
  cookie(name: string, path = "/"): string | undefined {
    return this.#cookies.findLast((cookie) => cookie.name === name && matchesPath(path, cookie.path))?.value;
  }

  /** The names of all cookies that are kept. */
  cookieNames(): string[] {
    return this.#cookies.map(({ name }) => name);
  }

  /** Opens a page, as if its address had been typed. */
  get(path: string, headers: Record<string, string> = {}): Promise<this> {
    return this.#open(new URL(path, this.#origin), { method: "GET", headers });
  }

  /** Opens a page in the same way, but goes nowhere that it redirects to: `redirects` then holds where to. */
  peek(path: string): Promise<this> {
    return this.#open(new URL(path, this.#origin), { method: "GET" }, false);
  }

  /**
   * Signs in by an entry link.
   * @throws Error when nobody is signed in by it: a test that went on would show what nobody sees, and might pass
   */
  async enter(link: string, headers: Record<string, string> = {}): Promise<this> {
    await this.get(link, headers);
    if (!this.cookie("session")) throw new Error(`The entry link signed nobody in: ${this.status} ${this.url}`);
    return this;
  }

  /** Follows the link with this name. */
  follow(name: string): Promise<this> {
    const link = onlyOne(
      this.document.querySelectorAll("a[href]").filter((each) => accessibleName(this.document, each) === name && isReachable(each)),
      `link "${name}"`,
    );
    return this.#open(new URL(link.getAttribute("href") ?? "", this.#url), { method: "GET", headers: { Referer: this.#url } });
  }

  /** Sends a form that need not be on any page, to try what a browser would never send. */
  post(
    path: string,
    entries: Record<string, string> | [name: string, value: string][] | FormData,
    headers: Record<string, string> = {},
  ): Promise<this> {
    const body = entries instanceof FormData ? entries : new URLSearchParams(entries);
    return this.#open(new URL(path, this.#origin), { method: "POST", body, headers: { Referer: this.#url, ...headers } });
  }

  /**
   * A form of the page: by its accessible name, by the text of one of its submit buttons, or by a selector. Without any of
   * them, the only form there is.
   * @throws Error when there is none, or more than one
   */
  form(name?: string): Form {
    const forms = this.document.querySelectorAll("form").filter(isReachable);
    const conditions: ((form: HTMLElement) => boolean)[] =
      name === undefined
        ? [() => true]
        : [
            (form) => ariaName(this.document, form) === name,
            (form) =>
              controlsOf(this.document, form).some((button) => isSubmitButton(button) && accessibleName(this.document, button) === name),
            (form) => this.document.querySelectorAll(name).includes(form),
          ];
    for (const matches of conditions) {
      const matching = forms.filter(matches);
      if (matching.length > 0) {
        const page = this.#url;
        const send = (url: URL, init: RequestInit) => this.#open(url, { ...init, headers: { Referer: page } });
        return new Form(this.document, onlyOne(matching, `form "${name ?? ""}"`), page, send);
      }
    }
    throw new Error(`There is no form "${name ?? ""}" on ${this.url}: ${this.text().slice(0, 300)}`);
  }

  async #open(target: URL, init: RequestInit, follows = true): Promise<this> {
    this.redirects = [];
    let url = target;
    let { method = "GET", body = null } = init;
    for (let hops = 0; hops <= 20; hops++) {
      const headers = new Headers(init.headers);
      const cookies = this.#cookies.filter(({ path }) => matchesPath(url.pathname, path)).map(({ name, value }) => `${name}=${value}`);
      if (cookies.length > 0 && !headers.has("Cookie")) headers.set("Cookie", cookies.join("; "));
      if (method === "POST" && !headers.has("Origin")) headers.set("Origin", this.#origin);
      headers.set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
      // Packing and unpacking would take as long as a fifth of the page.
      if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", "identity");
      if (!headers.has("Sec-Fetch-Dest")) headers.set("Sec-Fetch-Dest", "document");
      // Redirects do not change who began the navigation. Without a page that leads there, the address was typed.
      if (!headers.has("Sec-Fetch-Site")) headers.set("Sec-Fetch-Site", headers.has("Referer") ? "same-origin" : "none");
      const response = await this.#fetch(new Request(url, { method, body, headers, redirect: "manual" }));
      this.#keepCookies(response.headers.getSetCookie());
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("Location") : null;
      if (!location) return this.#show(url, response);
      const next = new URL(location, url);
      this.redirects.push(next.origin === this.#origin ? next.pathname + next.search : next.href);
      if (next.origin !== this.#origin || !follows) return this.#show(next, response);
      await response.body?.cancel();
      next.hash ||= url.hash;
      if (response.status !== 307 && response.status !== 308) [method, body] = ["GET", null];
      url = next;
    }
    throw new Error(`Redirected too often: ${this.redirects.join(", ")}`);
  }

  async #show(url: URL, response: Response): Promise<this> {
    this.#url = url.href;
    this.status = response.status;
    this.headers = response.headers;
    this.body = new Uint8Array(await response.arrayBuffer());
    this.#document = undefined;
    return this;
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const attribute = (wanted: string) =>
        attributes.map((each) => each.split("=", 2)).find(([key]) => key?.toLowerCase() === wanted)?.[1];
      const cut = pair.indexOf("=");
      const cookie = { name: pair.slice(0, cut), value: pair.slice(cut + 1), path: attribute("path") ?? "/" };
      const expires = attribute("max-age") === undefined ? attribute("expires") : undefined;
      const isOver = Number(attribute("max-age")) <= 0 || (expires !== undefined && Date.parse(expires) <= Date.now());
      const kept = this.#cookies.findIndex(({ name, path }) => name === cookie.name && path === cookie.path);
      if (kept !== -1) this.#cookies.splice(kept, 1);
      if (!isOver) this.#cookies.push(cookie);
    }
  }
}

/** A form as it is being filled in. Every method that changes a control refuses what a person could not do. */
export class Form {
  readonly #document: HTMLElement;
  readonly #form: HTMLElement;
  readonly #controls: HTMLElement[];
  readonly #url: string;
  readonly #send: (url: URL, init: RequestInit) => Promise<Visitor>;
  /** What was typed. */
  readonly #typed = new Map<HTMLElement, string>();
  /** Radios, checkboxes and options that were switched on or off. */
  readonly #switched = new Map<HTMLElement, boolean>();

  constructor(document: HTMLElement, form: HTMLElement, url: string, send: (url: URL, init: RequestInit) => Promise<Visitor>) {
    this.#document = document;
    this.#form = form;
    this.#controls = controlsOf(document, form);
    this.#url = url;
    this.#send = send;
  }

  /** Types into the text field with this label or name. */
  fill(field: string, text: string): this {
    const control = this.#field(field, (each) => each.tagName === "TEXTAREA" || (each.tagName === "INPUT" && isTyped(each)));
    if (control.hasAttribute("readonly")) throw new Error(`"${field}" is read-only.`);
    this.#typed.set(control, text);
    return this;
  }

  /** Picks a radio by its label or value, in the group with this legend, label or name. */
  choose(group: string, option: string): this {
    const radios = this.#controls.filter((each) => typeOf(each) === "radio" && isInGroup(this.#document, each, group));
    if (radios.length === 0) throw new Error(`There are no radios "${group}".`);
    const labelled = radios.filter((each) => accessibleName(this.#document, each) === option);
    const fields = labelled.length > 0 ? labelled : radios.filter((each) => each.getAttribute("value") === option);
    const radio = this.#usable(onlyOne(fields, `"${option}" of "${group}"`), `"${option}" of "${group}"`);
    for (const other of this.#controls) {
      if (typeOf(other) === "radio" && other.getAttribute("name") === radio.getAttribute("name"))
        this.#switched.set(other, other === radio);
    }
    return this;
  }

  check(field: string): this {
    return this.#switch(field, true);
  }

  uncheck(field: string): this {
    return this.#switch(field, false);
  }

  /** Picks an option, by its text or value, of the list with this label or name. */
  select(field: string, option: string): this {
    const list = this.#field(field, (each) => each.tagName === "SELECT");
    const options = list.querySelectorAll("option");
    const named = options.filter((each) => squeeze(each.text) === option);
    const match = onlyOne(
      named.length > 0 ? named : options.filter((each) => optionValue(each) === option),
      `option "${option}" of "${field}"`,
    );
    if (isOptionDisabled(match)) throw new Error(`Option "${option}" of "${field}" is disabled.`);
    if (!list.hasAttribute("multiple")) for (const each of options) this.#switched.set(each, false);
    this.#switched.set(match, true);
    return this;
  }

  /** What would be sent by this button, in order. */
  entries(buttonText?: string): Entry[] {
    return this.#entries(this.#submitter(buttonText));
  }

  /**
   * Sends the form by the button with this text; without it by its first one, as the Enter key does.
   * @throws Error when there is no such button or it is disabled
   */
  submit(buttonText?: string): Promise<Visitor> {
    const button = this.#submitter(buttonText);
    const own = (name: string) => button?.getAttribute(`form${name}`) ?? this.#form.getAttribute(name);
    const url = new URL(own("action") || this.#url, this.#url);
    const entries = this.#entries(button);
    const method = (own("method") ?? "get").toLowerCase();
    if (method === "dialog") throw new Error("A form of a dialog is not sent anywhere.");
    if (method !== "post") {
      url.search = new URLSearchParams(entries.map(([name, value]) => [name, value])).toString();
      return this.#send(url, { method: "GET" });
    }
    if ((own("enctype") ?? "").toLowerCase() === "multipart/form-data") {
      const body = new FormData();
      for (const [name, value] of entries) body.append(name, value);
      return this.#send(url, { method: "POST", body });
    }
    return this.#send(url, { method: "POST", body: new URLSearchParams(entries.map(([name, value]) => [name, value])) });
  }

  #submitter(text: string | undefined): HTMLElement | undefined {
    const buttons = this.#controls.filter(isSubmitButton);
    if (text === undefined) {
      const [first] = buttons;
      return first && this.#usable(first, "The first button");
    }
    const named = buttons.filter((each) => accessibleName(this.#document, each) === text);
    return this.#usable(onlyOne(named, `submit button "${text}"`), `Button "${text}"`);
  }

  /** The entry list of the HTML standard. */
  #entries(submitter: HTMLElement | undefined): Entry[] {
    return this.#controls
      .filter((control) => !isDisabled(control) && !enclosing(control, "DATALIST"))
      .flatMap((control): Entry[] => {
        const name = control.getAttribute("name");
        if (control === submitter && typeOf(control) === "image") {
          const prefix = name ? `${name}.` : "";
          return [
            [`${prefix}x`, "0"],
            [`${prefix}y`, "0"],
          ];
        }
        if (!name || (isButton(control) && control !== submitter)) return [];
        return this.#values(control).map((value): Entry => [withCrLf(name), withCrLf(value)]);
      });
  }

  #values(control: HTMLElement): string[] {
    if (control.tagName === "SELECT") return this.#chosenOptions(control).map(optionValue);
    if (control.tagName === "TEXTAREA") return [this.#typed.get(control) ?? control.text.replace(/^\r?\n/, "")];
    const type = typeOf(control);
    if (type === "checkbox" || type === "radio") return this.#isOn(control) ? [control.getAttribute("value") ?? "on"] : [];
    return [this.#typed.get(control) ?? control.getAttribute("value") ?? ""];
  }

  #chosenOptions(list: HTMLElement): HTMLElement[] {
    const options = list.querySelectorAll("option");
    const chosen = options.filter((each) => this.#switched.get(each) ?? each.hasAttribute("selected"));
    if (list.hasAttribute("multiple")) return chosen.filter((each) => !isOptionDisabled(each));
    // A list of one line always shows something: the last option that is marked, else the first that can be picked.
    const shown = chosen.at(-1) ?? options.find((each) => !isOptionDisabled(each));
    return shown && !isOptionDisabled(shown) ? [shown] : [];
  }

  #isOn(control: HTMLElement): boolean {
    const switched = this.#switched.get(control);
    if (switched !== undefined) return switched;
    if (!control.hasAttribute("checked")) return false;
    if (typeOf(control) !== "radio") return true;
    // If several radios are marked, a browser takes the last.
    const marked = this.#controls.filter(
      (each) => typeOf(each) === "radio" && each.getAttribute("name") === control.getAttribute("name") && each.hasAttribute("checked"),
    );
    return marked.at(-1) === control;
  }

  #switch(field: string, on: boolean): this {
    this.#switched.set(
      this.#field(field, (each) => typeOf(each) === "checkbox"),
      on,
    );
    return this;
  }

  #field(field: string, fits: (control: HTMLElement) => boolean): HTMLElement {
    const controls = this.#controls.filter(fits);
    const labelled = controls.filter((each) => accessibleName(this.#document, each) === field);
    const fields = labelled.length > 0 ? labelled : controls.filter((each) => each.getAttribute("name") === field);
    return this.#usable(onlyOne(fields, `field "${field}"`), `"${field}"`);
  }

  #usable(control: HTMLElement, name: string): HTMLElement {
    if (isDisabled(control)) throw new Error(`${name} is disabled.`);
    return control;
  }
}

function onlyOne(field: readonly HTMLElement[], what: string): HTMLElement {
  const [first] = field;
  if (!first || field.length > 1) throw new Error(`There is ${first ? "more than one" : "no"} ${what}.`);
  return first;
}

/** What forms and names are made of, in the order of the page. */
interface Parts {
  controls: HTMLElement[];
  labels: HTMLElement[];
  byId: Map<string, HTMLElement>;
}

/** Of each document, found by one walk: every name that is looked for asks again, and a page stays as it was sent. */
const known = new WeakMap<HTMLElement, Parts>();

function partsOf(document: HTMLElement): Parts {
  let parts = known.get(document);
  if (parts) return parts;
  parts = { controls: [], labels: [], byId: new Map() };
  for (const element of document.getElementsByTagName("*")) {
    if (CONTROLS.has(element.tagName)) parts.controls.push(element);
    if (element.tagName === "LABEL") parts.labels.push(element);
    const id = element.getAttribute("id");
    if (id && !parts.byId.has(id)) parts.byId.set(id, element);
  }
  known.set(document, parts);
  return parts;
}

/** The controls that belong to a form, in the order of the page: those inside it and those that name it. */
function controlsOf(document: HTMLElement, form: HTMLElement): HTMLElement[] {
  return partsOf(document).controls.filter((control) => {
    const owner = control.getAttribute("form");
    return owner === undefined ? enclosing(control, "FORM") === form : owner !== "" && owner === form.getAttribute("id");
  });
}

/** The type of an input or a button, in lower case; "" for anything else. */
function typeOf(control: HTMLElement): string {
  const type = control.getAttribute("type")?.toLowerCase() ?? "";
  if (control.tagName === "BUTTON") return type === "button" || type === "reset" ? type : "submit";
  return control.tagName === "INPUT" ? type || "text" : "";
}

const isSubmitButton = (control: HTMLElement) => typeOf(control) === "submit" || typeOf(control) === "image";
const isButton = (control: HTMLElement) => ["submit", "image", "button", "reset"].includes(typeOf(control));
const isTyped = (control: HTMLElement) => !isButton(control) && !["checkbox", "radio", "hidden", "file"].includes(typeOf(control));
const optionValue = (option: HTMLElement) => option.getAttribute("value") ?? squeeze(option.text);
const isOptionDisabled = (option: HTMLElement) =>
  option.hasAttribute("disabled") || Boolean(enclosing(option, "OPTGROUP")?.hasAttribute("disabled"));

/** Disabled itself or by a fieldset around it, whose first legend stays usable. */
export function isDisabled(control: HTMLElement): boolean {
  if (control.hasAttribute("disabled")) return true;
  for (let fieldset = enclosing(control, "FIELDSET"); fieldset; fieldset = enclosing(fieldset.parentNode, "FIELDSET")) {
    if (!fieldset.hasAttribute("disabled")) continue;
    const legend = fieldset.childNodes.find((node) => (node as HTMLElement).tagName === "LEGEND");
    if (!legend || !isInside(control, legend as HTMLElement)) return true;
  }
  return false;
}

/** The innermost element of this kind around another, or that one itself. `closest` compiles its selector for each step up, which takes longer than all the rest. */
function enclosing(element: HTMLElement | null, tagName: string): HTMLElement | undefined {
  for (let each = element; each; each = each.parentNode) if (each.tagName === tagName) return each;
  return undefined;
}

function isInside(node: HTMLElement, ancestor: HTMLElement): boolean {
  for (let each: HTMLElement | null = node; each; each = each.parentNode) if (each === ancestor) return true;
  return false;
}

/** Only script opens a closed dialog, unless it is a popover. A hidden element never opens. */
export function isReachable(element: HTMLElement): boolean {
  for (let each: HTMLElement | null = element; each; each = each.parentNode) {
    if (each.hasAttribute?.("hidden") || each.tagName === "TEMPLATE") return false;
    if (each.tagName === "DIALOG" && !each.hasAttribute("open") && !each.hasAttribute("popover")) return false;
  }
  return true;
}

function isInGroup(document: HTMLElement, radio: HTMLElement, group: string): boolean {
  if (radio.getAttribute("name") === group) return true;
  for (let each = radio.parentNode; each; each = each.parentNode) {
    const legend = each.tagName === "FIELDSET" ? each.childNodes.find((node) => (node as HTMLElement).tagName === "LEGEND") : undefined;
    if (legend && nameText(legend as HTMLElement) === group) return true;
    if (ariaName(document, each) === group) return true;
  }
  return false;
}

function ariaName(document: HTMLElement, element: HTMLElement): string | undefined {
  const ids = element.getAttribute?.("aria-labelledby")?.trim().split(/\s+/);
  const texts = ids?.flatMap((id) => partsOf(document).byId.get(id) ?? []).map(nameText);
  return texts?.length ? squeeze(texts.join(" ")) : element.getAttribute?.("aria-label")?.trim() || undefined;
}

/** The name by which people, and assistive technology, know a control or a link. */
export function accessibleName(document: HTMLElement, element: HTMLElement): string {
  const given = ariaName(document, element);
  if (given !== undefined) return given;
  if (element.tagName === "INPUT" && isButton(element)) return element.getAttribute("value") ?? element.getAttribute("alt") ?? "Submit";
  if (element.tagName === "BUTTON" || element.tagName === "A") return nameText(element) || (element.getAttribute("title") ?? "");
  const id = element.getAttribute("id");
  const labels = partsOf(document).labels.filter((label) => {
    const owner = label.getAttribute("for");
    return owner === undefined ? isInside(element, label) : owner === id;
  });
  return squeeze(labels.map(nameText).join(" ")) || (element.getAttribute("title") ?? element.getAttribute("placeholder") ?? "");
}

/** Text as it counts for a name: without what is hidden from assistive technology and without the controls in a label. */
function nameText(element: HTMLElement): string {
  return squeeze(
    collectText(element, (each) => each.getAttribute("aria-hidden") === "true" || ["INPUT", "SELECT", "TEXTAREA"].includes(each.tagName)),
  );
}

export function visibleText(element: HTMLElement): string {
  return squeeze(
    collectText(
      element,
      (each) => ["SCRIPT", "STYLE", "TEMPLATE", "TITLE"].includes(each.tagName) || (each !== element && !isReachable(each)),
    ),
  );
}

const INLINE = ["A", "ABBR", "B", "BDI", "CODE", "EM", "I", "KBD", "MARK", "Q", "S", "SMALL", "SPAN", "STRONG", "SUB", "SUP", "TIME", "U"];

function collectText(element: HTMLElement, leaveOut: (each: HTMLElement) => boolean): string {
  return element.childNodes
    .map((node) => {
      if (node.nodeType === NodeType.TEXT_NODE) return node.text;
      if (node.nodeType !== NodeType.ELEMENT_NODE || leaveOut(node as HTMLElement)) return "";
      const alt = (node as HTMLElement).tagName === "IMG" ? (node as HTMLElement).getAttribute("alt") : undefined;
      const text = alt ?? collectText(node as HTMLElement, leaveOut);
      return INLINE.includes((node as HTMLElement).tagName) ? text : ` ${text} `;
    })
    .join("");
}

function matchesPath(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith("/") ? cookiePath : `${cookiePath}/`);
}

/** Browsers send line ends in a form's values as CRLF, whatever the page had. */
function withCrLf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, "\r\n");
}
