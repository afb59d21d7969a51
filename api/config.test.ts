import { describe, expect, it } from "vitest";
import { ConfigurationError } from "#model/environment.ts";
import { parseApiConfig } from "./config.ts";

describe("the configuration", () => {
  it("has defaults that need nothing", () => {
    expect(parseApiConfig({})).toEqual({
      databaseUrl: "file:./data/assessments.db",
      databaseTimeoutMs: 15_000,
      internalAccounts: [],
      tokenSecrets: [],
      historyKey: "",
      production: false,
      timeZone: "UTC",
      demo: false,
      outbox: {},
    });
    expect(parseApiConfig({ DEMO: "1" }).databaseUrl).toBe("file:./data/demo.db");
    expect(parseApiConfig({ DATABASE_URL: "", ALL_ASSESSMENTS_ACCOUNTS: "", DEMO: "" })).toEqual(parseApiConfig({}));
  });

  it("sends no mails from the demo", () => {
    const own = { OUTBOX_SMTP_URL: "smtp://mail.example.org", OUTBOX_FROM: "from@example.org", OUTBOX_TO: "to@example.org" };
    const shared = { SMTP_URL: "smtp://mail.example.org", MAIL_FROM: "from@example.org", PUBLIC_URL: "https://assess.example.org" };
    for (const settings of [own, { ...shared, OUTBOX_TO: "to@example.org" }]) {
      expect(parseApiConfig(settings).outbox.email).toBeDefined();
      expect(parseApiConfig({ ...settings, DEMO: "1" }).outbox.email).toBeUndefined();
    }
  });

  it("reads internal accounts in any case, and adds the demo's own in the demo", () => {
    const accounts = " Anna@Office.example, ben@office.example ,";
    expect(parseApiConfig({ ALL_ASSESSMENTS_ACCOUNTS: accounts }).internalAccounts).toEqual(["anna@office.example", "ben@office.example"]);
    for (const account of ["Anna@büro.example", "anna@XN--bro-hoa.example"])
      expect(parseApiConfig({ ALL_ASSESSMENTS_ACCOUNTS: account }).internalAccounts).toEqual(
        expect.arrayContaining(["anna@xn--bro-hoa.example", "anna@büro.example"]),
      );
    expect(parseApiConfig({ DEMO: "1" }).internalAccounts).toEqual(["internal@demo.example"]);
  });

  it("reads the secrets of tokens, several for rotation, none of them short", () => {
    const [one, two] = ["1".repeat(32), "2".repeat(40)];
    expect(parseApiConfig({ TOKEN_SECRET: ` ${one}, ${two},` }).tokenSecrets).toEqual([one, two]);
    expect(() => parseApiConfig({ TOKEN_SECRET: `${one},short-secret` })).toThrow(
      /^TOKEN_SECRET: each secret needs at least 32 characters$/,
    );
  });

  it("reads the first lead, who may have a team", () => {
    expect(parseApiConfig({ FIRST_LEAD: " Kim@Example.org ", FIRST_TEAM: "Example" }).firstLead).toEqual({
      email: "kim@example.org",
      team: "Example",
    });
    expect(parseApiConfig({ FIRST_LEAD: "Kim@MÜLLER.example" }).firstLead?.email).toBe("kim@xn--mller-kva.example");
    expect(parseApiConfig({ FIRST_LEAD: "kim@пример.рф" }).firstLead?.email).toBe("kim@xn--e1afmkfd.xn--p1ai");
    expect(parseApiConfig({ FIRST_LEAD: "kim@example.org" }).firstLead).toEqual({ email: "kim@example.org", team: undefined });
    expect(() => parseApiConfig({ FIRST_LEAD: "Kim" })).toThrow(/^FIRST_LEAD: must be an e-mail address$/);
    expect(() => parseApiConfig({ FIRST_TEAM: "Example" })).toThrow(/^FIRST_LEAD: required with FIRST_TEAM/);
  });

  it("says of an address what is wrong with it: its kind, or a name or password that is not encoded", () => {
    const smtp = (SMTP_URL: string) => () =>
      parseApiConfig({ SMTP_URL, MAIL_FROM: "from@example.org", PUBLIC_URL: "https://assess.example.org" });
    for (const url of ["smtps://u:pa#ss@mail.example.org", "smtp://u:1#s@mail.example.org", "smtp://u:a/b@mail.example.org"])
      expect(smtp(url), url).toThrow(/^SMTP_URL: is no address: what is special in name and password must be percent-encoded/);
    expect(smtp("mail.example.org")).toThrow(/^SMTP_URL: must be smtp:/);
    expect(smtp("smtps://u%40x:pa%23ss@mail.example.org")().mail?.smtp.auth).toEqual({ user: "u@x", pass: "pa#ss" });
    for (const url of ["postgres://kim:1#2@db.example/a", "postgres://kim:p/q@db.example/a"])
      expect(() => parseApiConfig({ DATABASE_URL: url }), url).toThrow(/^DATABASE_URL: is no address: what is special/);
  });

  it("asks a mail server on this machine for no TLS, and any other one for it in production", () => {
    const env = { NODE_ENV: "production", MAIL_FROM: "from@example.org", PUBLIC_URL: "https://assess.example.org" };
    const tls = (SMTP_URL: string) => parseApiConfig({ ...env, SMTP_URL }).mail?.smtp.requireTls;
    for (const host of ["localhost:25", "127.0.0.1:25", "127.0.1.1", "[::1]:25", "u:p@localhost"])
      expect(tls(`smtp://${host}`), host).toBe(false);
    for (const host of ["mail.example.org", "10.0.0.1", "localhost.example.org", "u:p@mail.example.org"])
      expect(tls(`smtp://${host}`), host).toBe(true);
  });

  it("refuses a server two settings with one secret in production", () => {
    const one = "a secret of this test that is used twice";
    const env = { NODE_ENV: "production", TOKEN_SECRET: one, HISTORY_KEY: one };
    expect(() => parseApiConfig(env, { isServer: true })).toThrow(/^TOKEN_SECRET: is the same as HISTORY_KEY/);
    expect(parseApiConfig(env).historyKey).toBe(one);
  });

  it("says in one line per variable what is wrong", () => {
    const parse = () => parseApiConfig({ DATABASE_URL: "mysql://x", ALL_ASSESSMENTS_ACCOUNTS: "nobody", DEMO: "yes" });
    expect(parse).toThrow(ConfigurationError);
    expect(parse).toThrow(/^DATABASE_URL: .+\nALL_ASSESSMENTS_ACCOUNTS: .+\nDEMO: must be 1 or 0$/);
  });
});
