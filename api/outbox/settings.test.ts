import { describe, expect, it } from "vitest";
import { parseApiConfig } from "../config.ts";

const SECRET = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDEy";
const MAIL = {
  OUTBOX_SMTP_URL: "smtp://mail.example.org",
  OUTBOX_FROM: "tool@example.org",
  OUTBOX_TO: "one@body.example, two@body.example",
};
const HOOK = { OUTBOX_WEBHOOK_URL: "https://body.example/requests", OUTBOX_WEBHOOK_SECRET: SECRET };
const PRODUCTION = { NODE_ENV: "production" };

const settings = (env: Record<string, string>) => parseApiConfig(env).outbox;

describe("where requests are sent", () => {
  it("is nowhere unless it is said", () => {
    expect(settings({})).toEqual({});
    expect(settings({ OUTBOX_SMTP_URL: "", OUTBOX_WEBHOOK_URL: "" })).toEqual({});
  });

  it("reads a mail server, with what is special in its password, and where each kind goes", () => {
    const url = "smtps://tool%40example.org:p%3Aw@mail.example.org";
    expect(settings({ ...MAIL, OUTBOX_SMTP_URL: url, OUTBOX_TO_VALIDATION: "itil@body.example" }).email).toEqual({
      host: "mail.example.org",
      port: 465,
      secure: true,
      requireTls: true,
      auth: { user: "tool@example.org", pass: "p:w" },
      from: "tool@example.org",
      to: { certification: ["one@body.example", "two@body.example"], validation: ["itil@body.example"] },
    });
  });

  it("asks for TLS in production and wherever there is a password, unless it is meant otherwise", () => {
    const withPassword = { ...MAIL, OUTBOX_SMTP_URL: "smtp://tool:secret@mail.example.org:2525" };
    const asksFor = (env: Record<string, string>) => settings(env).email?.requireTls;
    expect([asksFor(MAIL), asksFor({ ...MAIL, ...PRODUCTION }), asksFor(withPassword)]).toEqual([false, true, true]);
    expect([asksFor({ ...MAIL, ...PRODUCTION, ALLOW_HTTP: "1" }), asksFor({ ...withPassword, ALLOW_HTTP: "1" })]).toEqual([false, false]);
    expect(settings(withPassword).email?.port).toBe(2525);
  });

  it("is the server of other mails, where it is said to whom and the outbox has none of its own", () => {
    const mail = { SMTP_URL: "smtps://mail.example.org", MAIL_FROM: "people@example.org", PUBLIC_URL: "https://assess.example.org" };
    expect(settings(mail).email).toBeUndefined();
    expect(settings({ ...mail, OUTBOX_TO: "body@body.example" }).email).toMatchObject({
      port: 465,
      from: "people@example.org",
      to: { certification: ["body@body.example"], validation: ["body@body.example"] },
    });
    expect(settings({ ...mail, ...MAIL }).email).toMatchObject({ host: "mail.example.org", port: 587, from: "tool@example.org" });
  });

  it("reads a webhook and its secret, with the prefix that libraries give it or without", () => {
    expect(settings(HOOK).webhook).toEqual({ url: HOOK.OUTBOX_WEBHOOK_URL, key: Buffer.from(SECRET, "base64") });
    expect(settings({ ...HOOK, OUTBOX_WEBHOOK_SECRET: `whsec_${SECRET}` })).toEqual(settings(HOOK));
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["no sender", { ...MAIL, OUTBOX_FROM: "" }, /^OUTBOX_FROM: required/],
    ["nobody to send to", { ...MAIL, OUTBOX_TO: "" }, /^OUTBOX_TO: required/],
    ["one kind alone", { ...MAIL, OUTBOX_TO: "", OUTBOX_TO_VALIDATION: "itil@body.example" }, /^OUTBOX_TO: required/],
    ["what is no address", { ...MAIL, OUTBOX_TO: "body" }, /^OUTBOX_TO: must be e-mail addresses/],
    ["another protocol", { ...MAIL, OUTBOX_SMTP_URL: "http://mail.example.org" }, /^OUTBOX_SMTP_URL: must be smtp/],
    ["a password that is not encoded", { ...MAIL, OUTBOX_SMTP_URL: "smtp://tool:100%@mail.example.org" }, /^OUTBOX_SMTP_URL: .*encoded$/],
    ["no secret", { ...HOOK, OUTBOX_WEBHOOK_SECRET: "" }, /^OUTBOX_WEBHOOK_SECRET: required/],
    ["a short secret", { ...HOOK, OUTBOX_WEBHOOK_SECRET: "c2hvcnQ=" }, /^OUTBOX_WEBHOOK_SECRET: .*32 characters/],
    ["a webhook in clear", { ...HOOK, ...PRODUCTION, OUTBOX_WEBHOOK_URL: "http://body.example/" }, /^OUTBOX_WEBHOOK_URL: .*ALLOW_HTTP=1/],
  ])("refuses %s, and says no secret", (_, env, message) => {
    expect(() => settings(env)).toThrow(message);
    try {
      settings(env);
    } catch (error) {
      expect(String(error)).not.toMatch(/100%|c2hvcnQ|MDEy/);
    }
  });

  it("takes a webhook in clear where that is meant, and outside production", () => {
    const clear = { ...HOOK, OUTBOX_WEBHOOK_URL: "http://body.example/" };
    for (const more of [{ ...PRODUCTION, ALLOW_HTTP: "1" }, {}])
      expect(settings({ ...clear, ...more }).webhook?.url).toBe("http://body.example/");
  });
});

describe("mails to people", () => {
  const SMTP_URL = "smtp://mail.example.org";
  const all = { SMTP_URL, MAIL_FROM: "people@example.org", PUBLIC_URL: "https://assess.example.org/" };

  it("are sent where server, sender and the address for links are set", () => {
    expect(parseApiConfig({}).mail).toBeUndefined();
    expect(parseApiConfig({ ...all, ...PRODUCTION }).mail).toEqual({
      smtp: { host: "mail.example.org", port: 587, secure: false, requireTls: true, from: "people@example.org" },
      publicUrl: "https://assess.example.org",
    });
    expect(parseApiConfig({ ...all, ...PRODUCTION, ALLOW_HTTP: "1" }).mail?.smtp.requireTls).toBe(false);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["no server", { ...all, SMTP_URL: "" }, /^SMTP_URL: required with MAIL_FROM/],
    ["no sender", { ...all, MAIL_FROM: "" }, /^MAIL_FROM: required with SMTP_URL/],
    ["no address for links", { ...all, PUBLIC_URL: "" }, /^PUBLIC_URL: required with SMTP_URL/],
    ["another protocol", { ...all, SMTP_URL: "http://mail.example.org" }, /^SMTP_URL: must be smtp/],
    ["what is no address", { ...all, SMTP_URL: "mail.example.org" }, /^SMTP_URL: must be smtp/],
  ])("refuses %s", (_, env, message) => {
    expect(() => parseApiConfig(env)).toThrow(message);
  });
});
