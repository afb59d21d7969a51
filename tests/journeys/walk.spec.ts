/**
 * A walk over the screens in states that are odd but legal, in a browser with style sheets: each address answers or says in words why not,
 * nothing complains on the console, and every form can be filled in. A page of each family of screens is opened in each state, by people and
 * with or without script in turn. `npm test` does so in a few of the states, which saves a minute; `npm run walk` opens every address in all.
 */
import { expect, isAlive, signIn, test } from "../support/fixtures.ts";
import { ODD_STATES } from "../support/odd-states.ts";
import { apiClient } from "../support/seed.ts";
import { allLoads, pairwiseLoads, type WALKERS } from "../support/walk.ts";

const loadsOf = process.env.WALK === "1" ? allLoads : pairwiseLoads;

/** The states that `npm test` has: those in which most forms can be changed. */
const IN_TESTS = [
  "an organization without assessments",
  "an assessment without a scope, after one that is completed",
  "names of one letter",
  "one ITIL practice",
];

/**
 * Runs in the page. Unfolds everything, then looks for dead ends of three kinds. A required field cannot be filled in, whatever the required lists
 * say. A group is empty. A page has no way on.
 */
function deadEnds(): string[] {
  const faults = new Set<string>();
  const isUsable = (control: Element) => control.checkVisibility() && !control.matches(":disabled");
  const usableIn = (place: Element, what: string) => [...place.querySelectorAll(what)].filter(isUsable);
  const nameOf = (control: Element) => control.getAttribute("name") ?? control.id;
  for (const folded of document.querySelectorAll("details")) folded.open = true;

  const lookAtForm = (form: Element) => {
    for (const field of form.querySelectorAll(":is(input:not([type=radio]), textarea):required:enabled"))
      if (!field.checkVisibility() || field.matches("[readonly]")) faults.add(`cannot be filled in: ${nameOf(field)}`);
    const radios = [...form.querySelectorAll<HTMLInputElement>("input[type=radio]:required:enabled")];
    for (const name of new Set(radios.map(({ name }) => name)))
      if (!radios.some((radio) => radio.name === name && radio.checkVisibility())) faults.add(`nothing to choose: ${name}`);
    for (const group of form.querySelectorAll("fieldset"))
      if (group.checkVisibility() && usableIn(group, "input, select, textarea, button, a").length === 0 && !group.matches(":disabled"))
        faults.add(`an empty group: ${group.textContent?.trim().slice(0, 60)}`);
  };

  for (const form of document.forms) {
    if (!form.checkVisibility()) continue;
    const lists = [...form.querySelectorAll<HTMLSelectElement>("select:required:enabled")];
    const choices = lists.map((list) => [...list.options].filter(({ value, disabled }) => value !== "" && !disabled));
    const choose = (list: HTMLSelectElement, option: HTMLOptionElement | undefined) => {
      if (!option) return;
      list.value = option.value;
      list.dispatchEvent(new Event("change", { bubbles: true }));
    };
    for (const [index, list] of lists.entries()) {
      if (choices[index]?.length === 0) faults.add(`nothing to choose: ${nameOf(list)}`);
      // With script, a list of many is hidden behind a field to type into.
      const isReplaced = list.parentElement?.querySelector("[role=combobox]")?.checkVisibility() ?? false;
      if (!list.checkVisibility() && !isReplaced) faults.add(`cannot be filled in: ${nameOf(list)}`);
      choose(list, choices[index]?.[0]);
    }
    lookAtForm(form);
    // Forms change with the few choices of a list, such as models; not with each of two hundred countries.
    for (const [index, list] of lists.entries())
      for (const option of choices[index]?.slice(1, 5) ?? []) {
        choose(list, option);
        lookAtForm(form);
      }
  }
  const heading = document.querySelector("h1")?.textContent?.trim() ?? "";
  const text = document.querySelector("main")?.textContent?.trim() ?? "";
  if (heading === "") faults.add(`no heading: ${text.slice(0, 80)}`);
  if (text.length < heading.length + 10) faults.add("nothing but a heading");
  if (document.title === "") faults.add("no title");
  if (usableIn(document.body, "a[href]:not([href^='#']), button").length === 0) faults.add("no way on");
  return [...faults];
}

for (const [turn, [name, make]] of Object.entries(ODD_STATES).entries())
  test(`${name}: each screen that is opened answers or says why not, and can be filled in`, {
    tag: IN_TESTS.includes(name) ? "@js" : ["@js", "@walk"],
  }, async ({ app, page: withScript, user, signInAs, faults }) => {
    test.slow();
    const personOf = ({ who, permission, roles }: (typeof WALKERS)[number]) => {
      const email = `${who.replaceAll(" ", "-")}.${user.email}`;
      return { email, name: "Kim", team: user.team, permission, roles: [...roles] };
    };
    const state = await make(await apiClient(app.databaseUrl, user.email, { ...user, permission: "lead" }));
    const withoutScript = await signInAs({}, { script: false });
    const wrong: Record<string, string[]> = {};
    for (const { address, walker, script } of loadsOf(state, turn)) {
      const person = personOf(walker);
      const page = script ? withScript : withoutScript;
      await page.context().clearCookies();
      await signIn(page.context(), app, person);
      const status = (await page.goto(address))?.status() ?? 0;
      if (script) await isAlive(page);
      const complaints = [
        ...(status >= 500 ? [`status ${status}`] : []),
        ...(page.url().startsWith(app.url) ? await page.evaluate(deadEnds) : [`leads out of the product: ${page.url()}`]),
        ...faults.splice(0),
      ];
      if (complaints.length > 0) wrong[`${address}, ${walker.who}, ${script ? "with" : "without"} script`] = complaints;
      // Nobody keeps the lock from whoever comes next.
      if (state.assessmentId !== undefined)
        await (await apiClient(app.databaseUrl, person.email)).delete(`/assessments/${state.assessmentId}/lock`);
    }
    expect(wrong).toEqual({});
  });
