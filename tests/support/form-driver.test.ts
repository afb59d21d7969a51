import { describe, expect, it } from "vitest";
import { Visitor } from "./form-driver.ts";

interface ReceivedRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string;
}

const html = (body: string, init: ResponseInit = {}) =>
  new Response(`<!doctype html><html><head><title> A  page </title></head><body>${body}</body></html>`, {
    ...init,
    headers: [["Content-Type", "text/html; charset=utf-8"], ...new Headers(init.headers)],
  });

/** A visitor of a site that exists in memory only: the page at `/`, further answers by path, and what was received. */
async function visit(page: string, answers: Record<string, () => Response> = {}) {
  const received: ReceivedRequest[] = [];
  const visitor = new Visitor("http://site.test", async (request) => {
    const { pathname, search } = new URL(request.url);
    received.push({ method: request.method, url: pathname + search, headers: request.headers, body: await request.text() });
    return answers[pathname]?.() ?? html(page);
  });
  await visitor.get("/");
  return { visitor, received, last: () => received.at(-1) };
}

const form = (controls: string, attributes = 'method="post" action="/save"') => `<form ${attributes}>${controls}</form>`;

/** What the only form of a page would send. */
async function entriesOf(controls: string, buttonText?: string) {
  return (await visit(form(controls))).visitor.form().entries(buttonText);
}

describe("what is sent", () => {
  it.each([
    ["hidden and typed fields in the order of the page", '<input type="hidden" name="a" value="1"><input name="b" value="2">', "a=1&b=2"],
    ["nothing without a name", '<input value="1"><input name="" value="2">', ""],
    ["an empty field", '<input name="a">', "a="],
    ["nothing for a disabled control", '<input name="a" value="1" disabled>', ""],
    ["a read-only control", '<input name="a" value="1" readonly>', "a=1"],
    ["nothing from a disabled fieldset", '<fieldset disabled><fieldset><input name="a" value="1"></fieldset></fieldset>', ""],
    [
      "what stands in the legend of a disabled fieldset",
      '<fieldset disabled><legend><input name="a" value="1"></legend><input name="b"></fieldset>',
      "a=1",
    ],
    ["only the first legend counts", '<fieldset disabled><legend></legend><legend><input name="a" value="1"></legend></fieldset>', ""],
    ["no box that is not ticked", '<input type="checkbox" name="a" value="1"><input type="checkbox" name="b" value="2" checked>', "b=2"],
    ["on for a ticked box without a value", '<input type="checkbox" name="a" checked>', "a=on"],
    ["the radio that is marked", '<input type="radio" name="a" value="1"><input type="radio" name="a" value="2" checked>', "a=2"],
    [
      "the last of two marked radios",
      '<input type="radio" name="a" value="1" checked><input type="radio" name="a" value="2" checked>',
      "a=2",
    ],
    ["the marked option", '<select name="a"><option value="1">One</option><option value="2" selected>Two</option></select>', "a=2"],
    [
      "the first option where none is marked",
      '<select name="a"><option value="">Pick</option><option value="1">One</option></select>',
      "a=",
    ],
    ["the first option that can be picked", '<select name="a"><option disabled>Pick</option><option>One</option></select>', "a=One"],
    [
      "nothing for a marked option that is disabled",
      '<select name="a"><option selected disabled>Pick</option><option>One</option></select>',
      "",
    ],
    [
      "every marked option of a long list",
      '<select name="a" multiple><option selected>1</option><option>2</option><option selected>3</option></select>',
      "a=1&a=3",
    ],
    ["none of a long list where none is marked", '<select name="a" multiple><option>1</option></select>', ""],
    ["no button", '<button name="a" value="1" type="button">x</button><input type="reset" name="b">', ""],
  ])("%s", async (_, controls, expected) => {
    expect(new URLSearchParams((await entriesOf(controls)).map(([name, value]) => [name, value])).toString()).toBe(expected);
  });

  it("sends the button that was pressed, in its place, and no other", async () => {
    const controls =
      '<input name="a" value="1"><button name="act" value="save">Save</button><button name="act" value="next">Save &amp; Continue</button><input name="z" value="2">';
    expect(await entriesOf(controls, "Save & Continue")).toEqual([
      ["a", "1"],
      ["act", "next"],
      ["z", "2"],
    ]);
    expect(await entriesOf(controls)).toContainEqual(["act", "save"]);
  });

  it("sends line ends as CRLF and keeps every other character", async () => {
    const text = 'first\nsecond\r\nthird <b> & "quoted" é 😀';
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const { visitor, last } = await visit(form(`<textarea name="note">\n${escaped}</textarea><button>Go</button>`));
    const crlf = text.replace(/\r?\n/g, "\r\n");
    expect(visitor.form().entries()).toEqual([["note", crlf]]);
    await visitor.form().submit("Go");
    expect(new URLSearchParams(last()?.body).get("note")).toBe(crlf);
  });

  it("sends controls that stand elsewhere and name the form, and not those inside that name another", async () => {
    const page = `${form('<input name="a" value="1"><input name="b" value="2" form="other">', 'id="one" method="post"')}
      <input name="c" value="3" form="one"><button form="one" name="act" value="go">Go</button>`;
    const { visitor } = await visit(page);
    expect(visitor.form("Go").entries("Go")).toEqual([
      ["a", "1"],
      ["c", "3"],
      ["act", "go"],
    ]);
  });
});

describe("where and how it is sent", () => {
  it("posts to the action, with the content type, the Origin and the Referer of a browser", async () => {
    const { visitor, last } = await visit(form('<input name="a" value="é &"><button>Go</button>'));
    await visitor.form().submit("Go");
    expect(last()).toMatchObject({ method: "POST", url: "/save", body: "a=%C3%A9+%26" });
    expect(last()?.headers.get("Content-Type")).toBe("application/x-www-form-urlencoded;charset=UTF-8");
    expect(last()?.headers.get("Origin")).toBe("http://site.test");
    expect(last()?.headers.get("Referer")).toBe("http://site.test/");
  });

  it("posts to the page itself, its query included, without an action", async () => {
    const { visitor, last } = await visit(form("<button>Go</button>", 'method="post"'));
    await visitor.get("/?tab=completed");
    await visitor.form().submit("Go");
    expect(last()).toMatchObject({ method: "POST", url: "/?tab=completed" });
  });

  it("puts the fields of a GET form into the address, in place of what was there", async () => {
    const { visitor, last } = await visit(form('<input name="q" value="a b"><button>Go</button>', 'action="/search?old=1"'));
    await visitor.form().submit();
    expect(last()).toMatchObject({ method: "GET", url: "/search?q=a+b", body: "" });
    expect(last()?.headers.get("Origin")).toBeNull();
  });

  it("lets the button say where and how", async () => {
    const { visitor, last } = await visit(
      form('<input name="a" value="1"><button formaction="/archive" formmethod="post">Archive</button>', 'action="/save"'),
    );
    await visitor.form().submit("Archive");
    expect(last()).toMatchObject({ method: "POST", url: "/archive" });
  });

  it("sends parts where the form asks for them", async () => {
    const { visitor, last } = await visit(
      form('<input name="a" value="1"><button>Go</button>', 'method="post" enctype="multipart/form-data"'),
    );
    await visitor.form().submit();
    expect(last()?.headers.get("Content-Type")).toMatch(/^multipart\/form-data; boundary=/);
    expect(last()?.body).toContain('name="a"\r\n\r\n1');
  });
});

describe("filling in", () => {
  const page = form(`
    <label for="n">Name <span aria-hidden="true">*</span></label><input id="n" name="name" value="old">
    <label>Size <select name="size"><option value="">Select</option><option value="1">1–9</option><option value="2">10–49</option></select></label>
    <label>Notes <textarea name="note">old note</textarea></label>
    <label><input type="checkbox" name="consent" value="yes"> I consent</label>
    <fieldset><legend>Level 1</legend>
      <label><input type="radio" name="l1" value="1"> Fully</label><label><input type="radio" name="l1" value="2" checked> Partially</label>
    </fieldset>
    <fieldset disabled><legend>Level 2</legend><label><input type="radio" name="l2" value="1"> Fully</label></fieldset>
    <input name="code" aria-label="Code" readonly value="X">
    <button>Save</button><button disabled>Submit assessment</button>`);

  const filled = async () => (await visit(page)).visitor.form("Save");

  it("finds controls by the label that people see, or by name", async () => {
    const entries = (await filled())
      .fill("Name", "Acme")
      .select("Size", "10–49")
      .fill("note", "new")
      .check("I consent")
      .choose("Level 1", "Fully")
      .entries("Save");
    expect(Object.fromEntries(entries)).toEqual({ name: "Acme", size: "2", note: "new", consent: "yes", l1: "1", code: "X" });
  });

  it("can take back a tick", async () => {
    expect(
      (await filled())
        .check("I consent")
        .uncheck("consent")
        .entries("Save")
        .map(([name]) => name),
    ).not.toContain("consent");
  });

  it("picks radios and options by value too", async () => {
    const entries = Object.fromEntries((await filled()).choose("l1", "1").select("size", "1").entries("Save"));
    expect(entries).toMatchObject({ l1: "1", size: "1" });
  });

  it("refuses what a person could not do", async () => {
    const form = await filled();
    expect(() => form.choose("Level 2", "Fully")).toThrow("disabled");
    expect(() => form.choose("Level 1", "Rarely/Never")).toThrow('There is no "Rarely/Never" of "Level 1"');
    expect(() => form.fill("Code", "Y")).toThrow("read-only");
    expect(() => form.fill("Colour", "red")).toThrow('There is no field "Colour"');
    expect(() => form.select("Size", "50–249")).toThrow('There is no option "50–249"');
    expect(() => form.submit("Submit assessment")).toThrow("disabled");
    expect(() => form.submit("Delete")).toThrow('There is no submit button "Delete"');
  });

  it("refuses a label that two fields have", async () => {
    const { visitor } = await visit(form('<label>Name <input name="a"></label><label>Name <input name="b"></label>'));
    expect(() => visitor.form().fill("Name", "x")).toThrow("more than one");
  });
});

describe("finding forms", () => {
  const page = `
    <form aria-label="Sign out" action="/out"><button>Log out</button></form>
    <h2 id="h">Organization</h2><form aria-labelledby="h" action="/org" class="wide"><button>Save changes</button></form>
    <dialog><form aria-label="Archive"><button>Yes</button></form></dialog>
    <dialog popover id="p"><form aria-label="Menu"><button>Open</button></form></dialog>`;

  it.each(["Organization", "Save changes", "form.wide"])("finds one by %s", async (name) => {
    const { visitor, last } = await visit(page);
    await visitor.form(name).submit();
    expect(last()?.url).toBe("/org");
  });

  it("does not find one in a closed dialog, which needs script to open, but in a popover", async () => {
    const { visitor } = await visit(page);
    expect(() => visitor.form("Archive")).toThrow('There is no form "Archive"');
    expect(visitor.form("Menu").entries()).toEqual([]);
  });

  it("wants a name where there are several", async () => {
    const { visitor } = await visit(page);
    expect(() => visitor.form()).toThrow("more than one");
  });
});

describe("getting about", () => {
  it("follows redirects with a GET, and says which", async () => {
    const { visitor, received } = await visit(form("<button>Go</button>"), {
      "/save": () => new Response(null, { status: 302, headers: { Location: "/saved?x=1" } }),
      "/saved": () => html("<h1>Saved</h1>"),
    });
    await visitor.form().submit();
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /", "POST /save", "GET /saved?x=1"]);
    expect(visitor).toMatchObject({ url: "/saved?x=1", status: 200, redirects: ["/saved?x=1"] });
  });

  it("sends a POST again where the answer is 307", async () => {
    const { visitor, last } = await visit(form('<input name="a" value="1"><button>Go</button>'), {
      "/save": () => new Response(null, { status: 307, headers: { Location: "/elsewhere" } }),
    });
    await visitor.form().submit();
    expect(last()).toMatchObject({ method: "POST", url: "/elsewhere", body: "a=1" });
  });

  it("stops at the door of another site", async () => {
    const { visitor, received } = await visit("", {
      "/out": () => new Response(null, { status: 302, headers: { Location: "https://other.test/bye" } }),
    });
    await visitor.get("/out");
    expect(received).toHaveLength(2);
    expect(visitor).toMatchObject({ url: "https://other.test/bye", status: 302, redirects: ["https://other.test/bye"] });
  });

  it("gives up when redirected in a circle", async () => {
    const { visitor } = await visit("", { "/round": () => new Response(null, { status: 302, headers: { Location: "/round" } }) });
    await expect(visitor.get("/round")).rejects.toThrow("Redirected too often");
  });

  it("keeps cookies, also those of redirects, sends them to their paths, and forgets them when told", async () => {
    const set = (...cookies: string[]) => cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
    const { visitor, last } = await visit("", {
      "/in": () =>
        new Response(null, { status: 302, headers: [...set("session=a; Path=/; HttpOnly", "deep=b; Path=/deep"), ["Location", "/"]] }),
      "/change": () => html("", { headers: set("session=c; Path=/") }),
      "/out": () => html("", { headers: set("session=; Max-Age=0; Path=/") }),
      "/over": () => html("", { headers: set("session=d; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT") }),
    });
    await visitor.get("/in");
    expect(last()?.headers.get("Cookie")).toBe("session=a");
    await visitor.get("/deep/er");
    expect(last()?.headers.get("Cookie")).toBe("session=a; deep=b");
    await visitor.get("/deeper");
    expect(last()?.headers.get("Cookie")).toBe("session=a");
    await visitor.get("/change");
    expect(visitor.cookie("session")).toBe("c");
    await visitor.get("/out");
    await visitor.get("/");
    expect(last()?.headers.get("Cookie")).toBeNull();
    await visitor.get("/over");
    expect(visitor.cookie("session")).toBeUndefined();
  });

  it("follows links by their text", async () => {
    const { visitor, last } = await visit('<a href="/a">Edit <b>Details</b></a><a href="/b" aria-label="Archive Acme">Archive</a>');
    await visitor.follow("Archive Acme");
    expect(last()?.url).toBe("/b");
    await visitor.get("/");
    await visitor.follow("Edit Details");
    expect(last()?.url).toBe("/a");
    await expect(async () => visitor.follow("Delete")).rejects.toThrow('There is no link "Delete"');
  });

  it("posts whatever it is told to, with the headers it is told", async () => {
    const { visitor, last } = await visit("");
    await visitor.post(
      "/save",
      [
        ["a", "1"],
        ["a", "2"],
      ],
      { Origin: "https://evil.test" },
    );
    expect(last()).toMatchObject({ method: "POST", url: "/save", body: "a=1&a=2" });
    expect(last()?.headers.get("Origin")).toBe("https://evil.test");
  });

  it("reads what is there to read", async () => {
    const { visitor } = await visit(
      '<h1>Wel<b>come</b></h1><p>to the\n tool</p><p hidden>secret</p><dialog>closed</dialog><noscript><p>No script</p></noscript><script>var x = "<p>code</p>"</script><ul><li>a</li><li>b</li></ul>',
    );
    expect(visitor.text()).toBe("Welcome to the tool No script a b");
    expect(visitor.title).toBe("A page");
  });

  it("keeps files as they came", async () => {
    const bytes = new Uint8Array([0, 255, 60, 104]);
    const { visitor } = await visit("", {
      "/file": () => new Response(bytes, { headers: { "Content-Type": "application/octet-stream" } }),
    });
    await visitor.get("/file");
    expect([...visitor.body]).toEqual([...bytes]);
    expect(visitor.text()).toBe("");
  });
});

describe("signing in", () => {
  const SIGNED_IN = { "/entry/good": () => html("Welcome", { headers: { "Set-Cookie": "session=sealed; Path=/" } }) };

  it("goes on with a page of somebody", async () => {
    const { visitor } = await visit("", SIGNED_IN);
    expect((await visitor.enter("/entry/good")).text()).toBe("Welcome");
    expect(visitor.cookieNames()).toEqual(["session"]);
  });

  it("that leaves nobody signed in ends the test", async () => {
    const { visitor } = await visit("", { "/entry/used": () => new Response(null, { status: 302, headers: { Location: "/out" } }) });
    await expect(visitor.enter("/entry/used")).rejects.toThrow("signed nobody in: 200 /out");
  });
});
