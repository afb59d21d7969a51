import { expect, test } from "vitest";
import { CookieJar } from "./cookies.server.ts";

test("an area has cookies of its own: under its own path and names, over https and without", () => {
  const sent = "__Host-session=mine; __Secure-voice-sheet=hers; voice-sheet=forged; __Secure-sheet=forged; sheet=forged; session=forged";
  const [area, rest] = [new CookieJar(sent, true, "voice"), new CookieJar(sent, true)];
  expect([area.names(), area.find("sheet"), rest.names()]).toEqual([["sheet"], "hers", ["session"]]);
  area.set("sheet", "new");
  rest.set("session", "new");
  expect(area.headers()).toEqual(["__Secure-voice-sheet=new; Path=/voice; HttpOnly; Secure; SameSite=Lax"]);
  expect(rest.headers()).toEqual(["__Host-session=new; Path=/; HttpOnly; Secure; SameSite=Lax"]);
  const plain = new CookieJar("session=mine; voice-sheet=hers; sheet=forged", false, "voice");
  expect([plain.names(), plain.find("sheet")]).toEqual([["sheet"], "hers"]);
});
