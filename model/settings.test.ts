import { describe, expect, it, test } from "vitest";
import { ConfigurationError, Faults } from "./environment.ts";
import { ALL_SETTINGS, checkSecrets, settingWarnings, strangeSettings } from "./settings.ts";

describe("a name that looks like a setting and is none", () => {
  test.each([
    ["TRUST_PROXIES", "TRUST_PROXY"],
    ["TRUSTPROXY", "TRUST_PROXY"],
    ["PUBLIC_URI", "PUBLIC_URL"],
    ["PUBLC_URL", "PUBLIC_URL"],
    ["public_url", "PUBLIC_URL"],
    ["SESSION_SECRETS", "SESSION_SECRET"],
    ["SESSOIN_SECRET", "SESSION_SECRET"],
    ["HOSTS", "HOST"],
    ["TIMEZONE", "TIME_ZONE"],
  ])("%s is named, with %s", (name, meant) =>
    expect(strangeSettings({ [name]: "a value" })).toEqual([`${name}: there is no such setting; is ${meant} meant?`]),
  );

  it("is named without a guess where it only begins like one", () =>
    expect(strangeSettings({ SMTP_PASSWORD: "hush" })).toEqual(["SMTP_PASSWORD: there is no such setting; README.md lists all"]));

  test.each([
    ...["HOME", "PATH", "USER", "HOSTNAME", "MAIL", "LOGNAME", "SESSION_MANAGER", "LANG", "TERM", "PWD", "host", "npm_config_user_agent"],
    ...["NODE_OPTIONS", "NODE_PATH", "API_KEY", "MALLOC_ARENA_MAX", "INVOCATION_ID", "JOURNAL_STREAM", "TZ", "TEST_DATABASE_URL", "SHLVL"],
  ])("%s belongs to somebody else", (name) => expect(strangeSettings({ [name]: "a value" })).toEqual([]));

  it("is no setting itself, and none that is empty", () => {
    expect(strangeSettings(Object.fromEntries(ALL_SETTINGS.map((name) => [name, "a value"])))).toEqual([]);
    expect(strangeSettings({ TRUST_PROXIES: "" })).toEqual([]);
  });
});

const RANDOM = "pK3vWm0qZt8Yx5Rf2bNcUj7hLd9sGa1eoiEB";
const faultsOf = (env: Record<string, string>) => {
  const faults = new Faults();
  checkSecrets(env, faults);
  try {
    faults.throwIfAny();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message.split("\n");
  }
  return [];
};

describe("secrets", () => {
  test.each([
    "x".repeat(40),
    "abcabcab".repeat(5),
    "0123456789abcdef0123456789abcdef",
    "please-change-me-please-change-me-now",
    "your secret goes here, 32 letters",
  ])("%s can be guessed", (SESSION_SECRET) => {
    expect(faultsOf({ SESSION_SECRET })).toEqual(["SESSION_SECRET: can be guessed; make one with: openssl rand -base64 33"]);
    expect(faultsOf({ SESSION_SECRET: `${RANDOM},${SESSION_SECRET}` })).toHaveLength(1);
  });

  test.each([RANDOM, "00112233445566778899aabbccddeeff", "a secret of at least thirty-two characters", "0d7a0b6c7c1f4cf5a6d1e5b0c2f3a4b5"])(
    "%s cannot",
    (SESSION_SECRET) => expect(faultsOf({ SESSION_SECRET })).toEqual([]),
  );

  it("are not shared by two settings; of the two the line names the one that can be changed", () => {
    expect(faultsOf({ HISTORY_KEY: RANDOM, SESSION_SECRET: `one more ${RANDOM}, ${RANDOM}` })).toEqual([
      "SESSION_SECRET: is the same as HISTORY_KEY; make one with: openssl rand -base64 33",
    ]);
    expect(faultsOf({ TOKEN_SECRET: RANDOM, SESSION_SECRET: `${RANDOM}2`, METRICS_TOKEN: RANDOM })).toHaveLength(1);
    expect(faultsOf({ SESSION_SECRET: `${RANDOM},${RANDOM}` })).toEqual([]);
  });

  it("that seal the history already are only warned of, in production", () => {
    const HISTORY_KEY = "h".repeat(40);
    expect(faultsOf({ HISTORY_KEY })).toEqual([]);
    expect(settingWarnings({ HISTORY_KEY, NODE_ENV: "production" })).toEqual([expect.stringMatching(/^HISTORY_KEY: can be guessed/)]);
    for (const env of [
      { HISTORY_KEY },
      { HISTORY_KEY, NODE_ENV: "production", DEMO: "1" },
      { HISTORY_KEY: RANDOM, NODE_ENV: "production" },
    ])
      expect(settingWarnings(env)).toEqual([]);
  });

  it("are in no line", () => {
    const lines = faultsOf({ TOKEN_SECRET: RANDOM, SESSION_SECRET: RANDOM, ENTRY_LINK_KEY: "hush-".repeat(8) }).join("\n");
    expect(lines.split("\n")).toHaveLength(2);
    expect(lines).not.toMatch(/hush|pK3v/);
  });
});
