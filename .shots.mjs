import { chromium } from "playwright";
const [base, out, ...paths] = process.argv.slice(2);
const who = process.env.WHO ?? "Alex";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu"] });
const variants = (process.env.VARIANTS ?? "wide,phone,dark,nojs").split(",");
const opts = { wide: {}, phone: { viewport: { width: 390, height: 844 } }, dark: { colorScheme: "dark" }, nojs: { javaScriptEnabled: false }, forced: { forcedColors: "active" } };
for (const v of variants) {
  const ctx = await browser.newContext({ userAgent: "Mozilla/5.0 Chrome/130 Safari/537.36", viewport: { width: 1280, height: 900 }, baseURL: base, ...opts[v] });
  const page = await ctx.newPage();
  page.on("console", m => ["error","warning"].includes(m.type()) && console.log(v, "CONSOLE", m.text()));
  page.on("pageerror", e => console.log(v, "PAGEERROR", e.message));
  if (who !== "nobody") { await page.goto("/demo"); await page.getByRole("button", { name: `Sign in as ${who}` }).click(); await page.waitForURL(u => !u.pathname.startsWith("/demo")); }
  for (const p of paths) {
    await page.goto(p);
    await page.waitForTimeout(300);
    const name = p.replace(/[^a-z0-9]+/gi, "_").slice(0, 60) || "home";
    await page.screenshot({ path: `${out}/${v}-${name}.png`, fullPage: true });
    const w = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth).catch(() => 0);
    if (w > 0) console.log(v, p, "scrolls sideways by", w);
  }
  await ctx.close();
}
await browser.close();
