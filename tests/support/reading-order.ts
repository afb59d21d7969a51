import assert from "node:assert/strict";

/** What the screens of the main job say as text, without any style, in this order: one line for each time a person looks around. */
const SCREENS: readonly (readonly string[])[] = [
  ["Welcome, Robin", "Create an organization profile", "Organization name", "Business unit", "Location", "Industry", "Create assessment"],
  ["Assessment Profile Set-up", "Select Maturity Model", "Assessment name", "Project One project", "Save & Exit", "Save & Continue"],
  ["Scope details", "Level 1 – Awareness People know", "Perspectives", "Management control", "Threads", "Assurance", "Save & Continue"],
  ["Review profile", "Organization details", "Operations", "Assessment details", "P3M3", "Scope details", "Start assessment"],
  ["Questions", "Summary", "Assurance (AS)", "Level 1", "Level 3 answer", "Fully", "Level 5 answer", "Assessment Notes", "Next thread"],
  ["Welcome, Robin", "1 active", "Active (1)", "Completed (0)", "Archive (0)", "P3M3", "MC 1/2", "ITIL"],
  ["Questions", "2.88", "4/4 Threads complete", "Management control", "Assurance", "3.50", "Planning", "2.00", "Risk management", "3.00"],
  ["Are you ready to Submit?", "you cannot make any changes", "Cancel", "Submit assessment", "4/4 Threads complete"],
  ["completed", "Export to Excel", "2.88", "Management control", "2.75", "Risk management", "3.00"],
];

/** Checks that the screens of the main job can be read from beginning to end. @param texts the screens as text, in the order of the job */
export function expectReadable(texts: readonly string[]): void {
  assert.equal(texts.length, SCREENS.length);
  for (const [index, words] of SCREENS.entries()) {
    const text = (texts[index] ?? "").replace(/\s+/g, " ");
    let at = 0;
    for (const each of words) {
      const start = text.indexOf(each, at);
      assert.ok(start >= 0, `"${each}" does not come after "${text.slice(Math.max(0, at - 40), at)}" on screen ${index + 1}:\n${text}`);
      at = start + each.length;
    }
  }
}
