/** What people of the demo's clients are asked, and what they say (docs/rules/voices.md). */

import type { SheetLevels } from "#model/voices.ts";

/** Somebody of the client who is asked for their view. */
export interface DemoVoice {
  name: string;
  role: string;
  /** Whether the sheet is mailed; the others get their link from the assessor. */
  isMailed?: boolean;
  /** How many steps better than most they see everything; below 0 worse. */
  view?: number;
  /** The places that are filled in, from the first on; all when absent. */
  filledIn?: number;
  /** Codes of a place, level (0 for a component), comment, and where it can be seen. */
  comments?: [code: string, level: number, comment: string, seen?: string][];
  /** The levels that the sheet asks about; all when absent. */
  levels?: SheetLevels;
  /** In a check of facts: codes of the place, and why its verdict is wrong; without a reason they agree. */
  checks?: [code: string, reason?: string][];
}

/** The people of the client who are asked about an assessment, and what they say. */
export interface DemoVoices {
  /** Places such as `BM/PL`, or codes of practices and components. */
  places: string[];
  askedDaysAgo: number;
  filledInDaysAgo: number;
  /** From then on, so long are the sheets open that nobody closes. */
  openDays: number;
  message: string;
  people: DemoVoice[];
  /** Names of those who are reminded on the day on which the others fill in their sheets. */
  reminded?: string[];
  /** The sheets of all others are closed on that day. */
  stillOpen?: string[];
  showInResults?: boolean;
}

/** A draft with nine people of three roles. Most sheets are closed; one is half filled in, and one is still empty after a reminder. */
export const TOWN_CENTRE_VOICES: DemoVoices = {
  places: ["BM/OR", "BM/PL", "FM/PR", "MC/PR", "OG/AS"],
  ...{ askedDaysAgo: 5, filledInDaysAgo: 2, openDays: 30 },
  message: "We meet on site in the second week. Please say what you see yourself, not what the handbook says.",
  people: [
    {
      ...{ name: "Margaret Oyelaran", role: "Executive", isMailed: true, view: 0.9 },
      comments: [
        ["BM/PL", 1, "The cabinet sees the benefits of every project before it releases money.", "Cabinet papers, item 4 of each quarter"],
        ["OG/AS", 1, "The gate review of spring changed our minds on the bus station."],
      ],
    },
    {
      ...{ name: "Tom Aldous", role: "Executive", view: 0.7 },
      comments: [["FM/PR", 2, "Finance gives me the figures by the tenth of each month."]],
    },
    { name: "Ruth Delacroix", role: "Executive", view: 0.4 },
    {
      ...{ name: "Imran Sheikh", role: "Manager", isMailed: true },
      comments: [
        ["BM/PL", 2, "We have profiles, but nobody reads them after approval.", "Shared drive, folder 'Benefits', last opened in March"],
        ["MC/PR", 2, "Small changes go by e-mail. Only those above £20,000 reach the board."],
      ],
    },
    {
      ...{ name: "Joanne Pike", role: "Manager", view: -0.2 },
      comments: [["BM/OR", 1, "I own two benefits. I learned that from the audit."]],
    },
    {
      ...{ name: "Carl Henning", role: "Manager", view: 0.2 },
      checks: [["BM/OR", "Housing has named owners since May; you saw the list of April."], ["BM/PL"], ["FM/PR"]],
    },
    {
      ...{ name: "Aisling Byrne", role: "Specialist", view: -0.8 },
      comments: [
        ["BM/PL", 1, "There is a register. It has not been touched since the business case.", "Register, sheet 'Log'"],
        ["FM/PR", 1, "Forecasts are copied from the last report."],
        ["MC/PR", 1, "We build first and ask later."],
      ],
    },
    { name: "Piotr Nowak", role: "Specialist", view: -0.6, filledIn: 2 },
    { name: "Hannah Weekes", role: "Specialist", isMailed: true, levels: { from: 1, to: 3 }, filledIn: 0 },
  ],
  reminded: ["Hannah Weekes"],
  stillOpen: ["Piotr Nowak", "Hannah Weekes"],
};

/** A completed assessment with nine people of three roles, whose views its result shows. */
export const TREATMENT_VOICES: DemoVoices = {
  places: ["BM/PL", "FM/PR", "RK/OR", "SM/PL"],
  ...{ askedDaysAgo: 34, filledInDaysAgo: 28, openDays: 10 },
  message: "It is the third year: please say what has really changed since the last one.",
  people: [
    { ...{ name: "Eleanor Marsh", role: "Executive", view: 0.9 }, comments: [["BM/PL", 3, "The board hears the owners twice a year."]] },
    { name: "Victor Lamb", role: "Executive", view: 0.3 },
    { name: "Sunita Rao", role: "Executive", view: -0.4 },
    { ...{ name: "Gareth Pugh", role: "Manager" }, comments: [["SM/PL", 2, "The new contractor has a plan of its own. Ours is older."]] },
    { name: "Lena Fischer", role: "Manager", view: 0.6 },
    { name: "Martin Eze", role: "Manager", view: -0.6 },
    {
      ...{ name: "Chloe Barnard", role: "Specialist", view: -0.8 },
      comments: [["RK/OR", 2, "Risks of the night shift reach nobody by day.", "Shift log of any week"]],
    },
    { name: "Deepak Nair", role: "Specialist", view: 0.4 },
    { name: "Oona Kelly", role: "Specialist", view: -0.9 },
  ],
  showInResults: true,
};

/** A draft of ITIL, with practices and a component. */
export const WHOLE_OF_IT_VOICES: DemoVoices = {
  places: ["INM", "SDK", "M-GP"],
  ...{ askedDaysAgo: 2, filledInDaysAgo: 1, openDays: 21 },
  message: "",
  people: [
    { ...{ name: "Conor Walsh", role: "Manager", view: 0.6 }, comments: [["M-GP", 0, "We began with 'Keep it simple'. It took a year."]] },
    { name: "Brigid Nolan", role: "Support", view: -0.5 },
    {
      ...{ name: "Dmitri Sokolov", role: "Support", view: -0.8 },
      comments: [["INM", 2, "At night the railway calls me at home.", "Rota of the week"]],
    },
    { name: "Fiona Tighe", role: "User", isMailed: true, view: -0.2, filledIn: 1 },
  ],
  stillOpen: ["Fiona Tighe"],
};
