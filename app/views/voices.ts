/** Voices: what the assessor's screens about them show and post (docs/rules/voices.md). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import { leadingProblem } from "#model/leading.ts";
import { dayProblem, type TextRule } from "#model/text.ts";
import { asksLevel, type SheetLevels, VOICE_MESSAGE_MAX, type VoiceState } from "#model/voices.ts";
import type { Option } from "~/views/form-fields";
import { choiceLabels, type FieldLabels, tickLabels } from "~/views/form-labels";
import type { Delivery } from "~/views/joining";
import type { DifferencesAddress, VoicesAddress } from "~/views/paths";
import type { RichText } from "~/views/rich-text";
import type { Screens } from "~/views/screens";
import type { CopiedLink } from "~/views/shell";
import type { LineLeft, Understood } from "~/views/understood";

export const STATE_WORDS: Record<VoiceState, string> = { open: "Open", closed: "Closed", takenBack: "Taken back" };

/** What the list can be narrowed to. */
export const VOICE_FILTERS = {
  waiting: "Open, nothing answered",
  begun: "Open, something answered",
  done: "Says that it is done",
  closed: "Closed",
  takenBack: "Taken back",
} as const;
export type VoiceFilter = keyof typeof VOICE_FILTERS;

/** What is left of a voice once its name is removed. */
export const nameOfVoice = (number: number): string => `Voice ${number}`;

/** The assessment that a screen is about, and its other screens. */
interface OfAssessment {
  assessment: { id: Id; name: string; scope: string };
  screens: Screens;
  /** Why nothing can be changed but names removed; undefined where it can. */
  readOnly: string | undefined;
}

/** A row of the list. */
export interface VoiceRow {
  id: Id;
  name: string;
  /** 'Voice 3', where the row has a name too. */
  called: string | undefined;
  role: string;
  email: string | null;
  answered: number;
  total: number;
  firstAnsweredAt: string | null;
  lastAnsweredAt: string | null;
  doneAt: string | null;
  state: VoiceState;
  until: string;
  href: string;
  /** The mail that was refused, where the newest one was. */
  refusedMail: Delivery | undefined;
  /** How many pages of the second round there are, and are checked; undefined in the first. */
  second: { total: number; checked: number } | undefined;
}

export interface VoicesPage extends OfAssessment {
  rows: VoiceRow[];
  counts: Record<"all" | "fitting" | "open" | "begun" | "done", number>;
  page: number;
  pages: number;
  query: VoicesAddress;
  isFiltered: boolean;
  roles: string[];
  /** Something is known of who these people are. */
  hasNames: boolean;
  showInResults: boolean;
  /** What is about to be done. */
  confirm: "close" | "names" | undefined;
  /** How many can be asked to check facts in a second round. */
  ready: number;
  /** The form that asks them; undefined unless the address has it. */
  second: SecondRoundView | undefined;
  /** `ask` is absent where nobody can be asked, `scope` where something can be asked about. */
  links: { here: string; scope: string | undefined; ask: string | undefined; settings: string; differences: string | undefined };
}

/** What the buttons of the list do. */
export const VOICES_INTENTS = { close: "close", names: "names", links: "links", second: "second-round" } as const;

/** The form that asks for a check of facts in a second round. */
export interface SecondRoundView {
  people: Option[];
  until: string;
  days: { first: string; last: string };
}

/** The names of its fields, and what they are called. */
export const SECOND_ROUND = { voices: "voices", until: "until", message: "message" } as const;
export const SECOND_ROUND_LABELS = { voices: "Who is asked", until: "Last day", message: "Message" } as const;
/** The address of the list that has the form. */
export const SECOND_ROUND_FORM = "second-round";

/** What the links of voices open. */
export const VOICE_LINKS_NOTE =
  "Whoever has a link answers in that person’s place, so give each to its person alone. It works on any device, and is not shown again unless you ask.";

/** What became of a form of the list. */
export interface VoicesReply {
  id: string;
  links: CopiedLink[];
  /** Why some are missing. */
  problems: string[];
  /** Instead of links: the form that asks for a check of facts, as it comes back. */
  second?: SubmissionResult<string[]>;
}

/** What can be asked about, of one perspective or kind. */
export interface PlaceGroup {
  name: string;
  /** `levels`: of each of its statements, as far as they have one and the upstream tells. */
  options: (Option & { statements: number; levels: number[] })[];
}

/** A choice of levels as forms hold it, such as `1-3`; empty for all. */
export const levelsValue = (levels: SheetLevels | null): string => (levels === null ? "" : `${levels.from}-${levels.to}`);

/** Reads it; null for all, and for what is no choice. */
export function levelsIn(value: string): SheetLevels | null {
  const [, from, to] = /^([1-5])-([1-5])$/.exec(value) ?? [];
  return from === undefined || to === undefined || from > to ? null : { from: Number(from), to: Number(to) };
}

/** How many statements a sheet about some places has. @param chosen values of options @param levels those that it asks about; null for all */
export const statementsIn = (groups: readonly PlaceGroup[], chosen: readonly string[], levels: SheetLevels | null): number =>
  groups
    .flatMap(({ options }) => options)
    .filter(({ value }) => chosen.includes(value))
    .reduce((sum, { statements, levels: own }) => sum + statements - own.filter((level) => !asksLevel(levels, level)).length, 0);

/** The fields of a sheet that everybody who gets one shares. */
interface SheetFields {
  places: PlaceGroup[];
  roles: string[];
  /** Choices of levels, without that of all; none where the upstream has no such choice, or no sheet would be long. */
  levels: Option[];
  /** Whether the upstream sends mails. */
  mails: boolean;
  /** Today, and the last day that can be chosen. */
  days: { first: string; last: string };
}

/** The names of the fields of the form that asks. */
export const ASK = {
  lines: "lines",
  role: "role",
  places: "places",
  levels: "levels",
  until: "until",
  message: "message",
  checksFacts: "checksFacts",
  formId: "formId",
  selectAll: "selectAll",
} as const;
/** The value of the button that ticks everything; the others have the name of their group. */
export const EVERYTHING = "everything";

export const ASK_LABELS = {
  lines: "Whom to ask",
  role: "Usual role",
  places: "What about",
  levels: "Levels",
  until: "Last day",
  message: "Message",
  checksFacts: "Check of facts",
} as const;

export const SHEET_RULES: Record<string, TextRule> = {
  until: { required: true, check: dayProblem },
  message: { max: VOICE_MESSAGE_MAX, check: leadingProblem },
};
/** The rules that the browser can check. */
export const ASK_RULES: Record<string, TextRule> = { [ASK.lines]: { required: true }, ...SHEET_RULES };

const rolesAsOptions = (roles: readonly string[]): Option[] => roles.map((value) => ({ value, label: value }));

const sheetFormLabels = (labels: typeof ASK_LABELS | typeof VOICE_LABELS, { places, roles, levels }: SheetFields): FieldLabels[] => [
  choiceLabels("role", labels.role, rolesAsOptions(roles)),
  choiceLabels(
    "places",
    labels.places,
    places.flatMap(({ name, options }) => options.map(({ value, label }) => ({ value, label: `${name}: ${label}` }))),
  ),
  choiceLabels("levels", labels.levels, levels),
  { ask: { until: labels.until, message: labels.message } },
  tickLabels({ checksFacts: labels.checksFacts }),
];

/** The labels for the page that gives the form back. */
export const secondRoundLabels = ({ people }: SecondRoundView): FieldLabels[] => [
  choiceLabels(SECOND_ROUND.voices, SECOND_ROUND_LABELS.voices, people),
  { ask: { until: SECOND_ROUND_LABELS.until, message: SECOND_ROUND_LABELS.message } },
];

/** The labels for the page that gives the form back. */
export const askFormLabels = (fields: SheetFields): FieldLabels[] => [
  { ask: { [ASK.lines]: ASK_LABELS.lines } },
  ...sheetFormLabels(ASK_LABELS, fields),
];

export interface AskPage extends OfAssessment {
  fields: SheetFields;
  /** The name of the form: however often it is sent, it asks once. */
  formId: string;
  until: string;
  /** How many can still be asked. */
  left: number;
  back: string;
}

/** The form that asks, as it comes back. */
export interface AskReply {
  /** Another one for each answer, for the form that is sent next. */
  id: string;
  /** Absent where nothing is left to be sent. */
  result?: SubmissionResult<string[]>;
  /** Says who was asked. */
  sentence?: string;
  links?: CopiedLink[];
  /** Why some links are missing. */
  problems?: string[];
  /** The lines that ask nobody, in their order. */
  wrong?: readonly LineLeft[];
  /** What is to be looked at before anybody is asked, and how many statements each sheet has. */
  understood?: Understood & { statements: number };
}

/** The names of the fields of the form of one voice. */
export const VOICE = {
  name: "name",
  role: "role",
  email: "email",
  places: "places",
  levels: "levels",
  until: "until",
  message: "message",
  checksFacts: "checksFacts",
  base: "base",
  version: "version",
  intent: "intent",
  selectAll: "selectAll",
} as const;
/** The fields that hold what is stored. */
export type VoiceField = "name" | "role" | "email" | "places" | "levels" | "until" | "message" | "checksFacts";
/** What the other forms do. */
export const VOICE_INTENTS = {
  link: "link",
  renew: "renew",
  remind: "remind",
  again: "again",
  close: "close",
  takeBack: "take-back",
} as const;

export const VOICE_LABELS: Record<VoiceField, string> = {
  name: "Name",
  role: "Role",
  email: "E-mail address",
  places: "What about",
  levels: "Levels",
  until: "Last day",
  message: "Message",
  checksFacts: "Check of facts",
};
export const VOICE_RULES: Record<string, TextRule> = { name: { required: true, max: 100 }, ...SHEET_RULES };

export const voiceFormLabels = (fields: SheetFields): FieldLabels[] => [
  { ask: { name: VOICE_LABELS.name, email: VOICE_LABELS.email } },
  ...sheetFormLabels(VOICE_LABELS, fields),
];

/** What the fields of a voice begin with. */
export type VoiceTexts = Record<Exclude<VoiceField, "places">, string> & { places: string[] };

export interface VoicePage extends OfAssessment {
  id: Id;
  name: string;
  called: string | undefined;
  role: string;
  state: VoiceState;
  facts: {
    answered: number;
    total: number;
    askedAt: string;
    askedBy: string;
    firstAnsweredAt: string | null;
    lastAnsweredAt: string | null;
    doneAt: string | null;
    mailedAt: string | null;
    remindedAt: string | null;
    refusesMail: boolean;
    /** What became of the mails to this address, the newest first; empty where nobody knows. */
    mails: (Delivery & { isReminder: boolean })[];
    until: string;
    about: string;
    /** In words; undefined for all. */
    levels: string | undefined;
    message: string;
    checksFacts: boolean;
    email: string | null;
    /** When the voice was asked to check facts after answering, and how far that is; undefined in the first round. */
    second: { askedAt: string; total: number; checked: number } | undefined;
  };
  /** What can be changed; undefined where nothing can. */
  form: { fields: SheetFields; texts: VoiceTexts; base: string; kept: string[] } | undefined;
  version: number | undefined;
  maySendMail: boolean;
  /** Whether the newest mail was refused, and can be sent again. */
  mayRepeatMail: boolean;
  confirm: "take-back" | "renew" | "close" | undefined;
  back: string;
}

/** What became of a form of one voice. */
export interface VoiceReply {
  id: string;
  result?: SubmissionResult<string[]>;
  /** What the form is made from now, where a colleague has changed the voice. */
  changedTo?: string;
  link?: CopiedLink;
  /** Why there is no link. */
  problems?: string[];
}

export const SETTINGS = { roles: "roles", showInResults: "showInResults", base: "base" } as const;
export type SettingsField = "roles" | "showInResults";
export const SETTINGS_LABELS: Record<SettingsField, string> = { roles: "Roles", showInResults: "Show ‘How views differ’ in the result" };
export const SETTINGS_RULES: Record<string, TextRule> = { roles: { required: true } };
export const settingsFormLabels: FieldLabels[] = [
  { ask: { roles: SETTINGS_LABELS.roles } },
  tickLabels({ showInResults: SETTINGS_LABELS.showInResults }),
];

export interface VoiceSettingsPage extends OfAssessment {
  texts: Record<SettingsField, string>;
  base: string;
  /** The roles that somebody has. */
  used: string[];
  back: string;
}

export interface VoiceSettingsReply {
  id: string;
  result: SubmissionResult<string[]>;
  changedTo?: string;
}

/** Which differences an address asks for; the first one, unless it says. */
export const DIFFERENCES = {
  voices: "Voices differ among themselves",
  verdict: "Voices differ from the verdict",
  all: "Everything that was answered",
  checks: "Checks of facts",
} as const;
export type DifferencesShown = keyof typeof DIFFERENCES;

/** How many of some voices gave each answer. */
export interface OpinionRow {
  /** 'All', or a role. */
  who: string;
  /** By answer, the lowest first. */
  counts: number[];
  cannotTell: number;
  /** How many are asked about other levels of the place alone. */
  notAsked: number;
  span: number;
}

/** Somebody who said something in words. */
export interface OpinionWords {
  /** 'Voice 3, Manager'. */
  who: string;
  /** Null once it is removed. It is in no file. */
  name: string | null;
}

/** A statement about which views differ. */
export interface Difference {
  key: string;
  place: string;
  questionId: number;
  /** 'Risk management / Planning'. */
  where: string;
  /** Null for components. */
  level: number | null;
  /** Empty for components. */
  statement: RichText;
  /** Where it is answered; undefined where it is no longer in scope. */
  to: string | undefined;
  /** In words; undefined where there is none. */
  verdict: string | undefined;
  /** Why there is none where there can be none now: 'Locked' or 'Not assessed'. */
  unanswered: string | undefined;
  /** What can be answered, the lowest first. */
  answers: string[];
  span: number;
  lowest: string | undefined;
  highest: string | undefined;
  given: number;
  cannotTell: number;
  fromVerdict: { voices: number; steps: number } | undefined;
  /** What most say. */
  consensus: string | undefined;
  /** All, then each role. */
  said: OpinionRow[];
  comments: (OpinionWords & { answer: string | undefined; comment: string; seen: string })[];
  /** How many comments there are, and for how many the page has no room. */
  commented: number;
  more: number;
}

/** What those say about the verdict of a place who check facts. */
export interface FactCheck {
  place: string;
  where: string;
  to: string | undefined;
  agree: number;
  disagree: (OpinionWords & { reason: string })[];
  /** How many disagree, and for how many the page has no room. */
  disagreeing: number;
  more: number;
}

export interface DifferencesPage extends Omit<OfAssessment, "readOnly"> {
  items: Difference[];
  checks: FactCheck[];
  /** How many places of checks the page has no room for. */
  moreChecks: number;
  counts: Record<"answered" | "fitting" | "checks", number>;
  /** What the pages are of, and how many there are on all of them. */
  noun: string;
  matches: number;
  page: number;
  pages: number;
  shown: DifferencesShown;
  query: DifferencesAddress;
  isFiltered: boolean;
  roles: string[];
  places: { group: string; items: { value: string; label: string }[] }[];
  links: { here: string; workbook: string; back: string };
}

/** How far answers are apart, in words. */
export const stepsInWords = (steps: number): string => (steps === 0 ? "All agree" : steps === 1 ? "1 step apart" : `${steps} steps apart`);
