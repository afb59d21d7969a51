/** The content of the demo: organizations and the state of their assessments. */

import type { ActionSize, ActionState } from "#model/actions.ts";
import type { AssessmentForm } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import type { EngagementPart, EngagementState, PlanKind, PlanState } from "#model/engagements.ts";
import type { EvidenceKind } from "#model/evidence.ts";
import type { ItilScope } from "#model/itil/catalogue.ts";
import type { P3m3Scope } from "#model/p3m3/catalogue.ts";
import type { RatingKind } from "#model/ratings.ts";
import { type DemoVoices, TOWN_CENTRE_VOICES, TREATMENT_VOICES, WHOLE_OF_IT_VOICES } from "./voices.ts";

/** An entry of evidence. Dates are days before the assessment was started, negative ones after it. */
export interface DemoEvidence {
  kind: EvidenceKind;
  what: string;
  where: string;
  who: string;
  daysAgo: number;
  goodForDays?: number;
  remark?: string;
  /** For P3M3 codes of perspective and thread, for ITIL of the practice or component; then levels that it supports, and speaks against. */
  places: [code: string, supports?: number[], against?: number[]][];
}

/** Scores that somebody else found, entered by hand. */
export interface DemoEarlierScores {
  model: Role;
  scope?: P3m3Scope;
  daysAgo: number;
  source: string;
  maturity?: number;
  /** By the codes of perspectives, or of practices and components. */
  scores: Record<string, number>;
}

/** The scores that an organization wants to reach. */
export interface DemoTargets {
  model: Role;
  scope?: P3m3Scope;
  /** Codes of perspectives, or of practices and components; the days that are left, negative where the day is over; and why. */
  targets: [code: string, score: number, inDays: number, reason: string][];
}

/** What was agreed after an assessment. */
export interface DemoAction {
  title: string;
  why: string;
  /** The assessment that it comes from, and what it is about there: `BM/PL`, or codes of practices and components. */
  from?: string;
  places?: string[];
  owner: string;
  addedDaysAgo: number;
  /** When its day was put off, and which it had before. */
  putOff?: { daysAgo: number; fromInDays: number };
  /** The days that are left; negative where the day is over. */
  inDays?: number;
  effort?: ActionSize;
  effect?: ActionSize;
  /** What became of it, and when. */
  became?: [state: ActionState, daysAgo: number];
  remarks?: [daysAgo: number, text: string][];
}

/** A corrected edition of a completed assessment. */
export interface DemoEdition {
  reason: string;
  madeDaysAgo: number;
  completedDaysAgo: number;
}

export interface DemoP3m3 {
  name: string;
  /** What else was filled in about it, by the names of the wire. */
  profile?: Partial<AssessmentForm>;
  /** The name of the assessment before. */
  previous?: string;
  /** Whether it was made with the former version of the content. */
  onFormerPack?: boolean;
  /** The scores that it corrects: codes of perspective and thread. */
  edition?: DemoEdition & { scores: [string, string, number][] };
  scope: P3m3Scope;
  until: "created" | "drafted" | "active" | "completed" | "archived";
  startedDaysAgo: number;
  completedDaysAgo?: number;
  level?: number;
  isTest?: boolean;
  certified?: boolean;
  /** Codes; everything that the scope offers when absent. */
  perspectives?: string[];
  threads?: string[];
  /** The share of threads that is answered, from 0 to 1. */
  answeredShare?: number;
  /** Perspective, thread, and why. */
  descoped?: [string, string, string][];
  /** Perspective and thread of what is flagged for later. */
  flagged?: [string, string][];
  /** Where the scores lie, by perspective code; 2.5 when absent. */
  centre: Record<string, number>;
  /** The seed of the scores around these centres, so that no two assessments look alike. */
  salt: number;
  withAttributes?: boolean;
  /** Codes of perspective and thread, and the text. */
  notes?: [string, string, string][];
  /** Places such as `BM/PL`. */
  evidence?: DemoEvidence[];
  voices?: DemoVoices;
}

export interface DemoItil {
  name: string;
  /** What else was filled in about it, by the names of the wire. */
  profile?: Partial<AssessmentForm>;
  /** The name of the assessment before. */
  previous?: string;
  /** Whether it was made with the former version of the content. */
  onFormerPack?: boolean;
  scope: ItilScope;
  until: "created" | "drafted" | "active" | "completed" | "archived";
  startedDaysAgo: number;
  completedDaysAgo?: number;
  isTest?: boolean;
  endorsed?: boolean;
  /** The levels that it corrects: codes of practices. */
  edition?: DemoEdition & { levels: Record<string, number> };
  /** Codes of the practices with the level that each reaches, Primary and Supporting; continual improvement is named here too. */
  primary: Record<string, number>;
  supporting?: Record<string, number>;
  /** Codes of the components that are answered, with the level chosen. */
  components?: Record<string, number>;
  /** The share of practices that is answered, from 0 to 1. */
  answeredShare?: number;
  /** Code of practice or component, and the text. */
  notes?: [string, string][];
  evidence?: DemoEvidence[];
  voices?: DemoVoices;
}

/** What colleagues wrote about an assessment, and decided. People are named by address. */
export interface DemoReview {
  /** The name of the assessment. */
  of: string;
  /** `about`: a place such as `BM/PL`, a statement such as `BM/PL 2`, or a text such as `wording/summary`; empty for the whole. */
  points?: {
    by: string;
    daysAgo: number;
    about: string;
    text: string;
    replies?: [by: string, daysAgo: number, text: string][];
    settled?: [by: string, daysAgo: number];
  }[];
  requests?: { by: string; whom: string; daysAgo: number; inDays: number; message: string }[];
  decided?: { by: string; daysAgo: number; decision: "approved" | "sentBack"; text: string }[];
}

/** What a colleague rated apart. People are named by address. */
export interface DemoRating {
  /** The name of a P3M3 assessment. */
  of: string;
  kind: RatingKind;
  by: string;
  whom: string;
  /** Codes of perspectives. */
  groups: string[];
  askedDaysAgo: number;
  begunDaysAgo: number;
  /** From when it was asked. */
  openDays: number;
  /** When the rater was done with all groups. */
  doneDaysAgo?: number;
  /** How many threads are rated, from the first on; all when absent. */
  answered?: number;
  /** Places such as `BM/PL`, and the text. */
  notes?: [string, string][];
}

/** A job for the organization. Days are from today, negative ones in the past. */
export interface DemoEngagement {
  name: string;
  sponsor: string;
  purpose: string;
  included: string;
  excluded: string;
  startInDays: number;
  endInDays: number;
  state: EngagementState;
  units: string[];
  people: [email: string, part: EngagementPart][];
  /** The names of assessments, each with its unit, who is responsible and the day. */
  members: [assessment: string, unit: string, email: string, inDays: number][];
  plan: { kind: PlanKind; what: string; withWhom?: string[]; topics?: string[]; who?: string[]; inDays: number; state: PlanState }[];
}

export interface DemoOrganization extends Omit<OrganizationForm, "country" | "industry" | "size"> {
  /** The e-mail address of the demo user who created it. */
  by: string;
  country: string;
  industry: string;
  size: string;
  p3m3: DemoP3m3[];
  itil?: DemoItil[];
  earlier?: DemoEarlierScores[];
  targets?: DemoTargets[];
  actions?: DemoAction[];
  reviews?: DemoReview[];
  ratings?: DemoRating[];
  engagements?: DemoEngagement[];
  /** Whom a lead named, by address, where only named people may see it. */
  wall?: { madeDaysAgo: number; by: string; named: string[]; changedDaysAgo: number; reason: string };
}

export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    by: "alex@demo.example",
    name: "Alderbrook County Council",
    businessUnit: "Transformation directorate",
    benchmarkConsent: true,
    country: "United Kingdom",
    industry: "Public administration and defence",
    size: "1,000–4,999",
    p3m3: [
      {
        name: "Digital services programme",
        scope: "Programme",
        until: "completed",
        startedDaysAgo: 40,
        completedDaysAgo: 12,
        centre: { BM: 2, FM: 3, MC: 3, OG: 2.5, RS: 2, RK: 3, SM: 2.5 },
        salt: 1,
        withAttributes: true,
        descoped: [["FM", "CD", "The council delivers nothing to paying customers within this programme."]],
        evidence: [
          {
            kind: "document",
            what: "Benefits register, version 3",
            where: "https://documents.alderbrook.example/programme/benefits-register",
            who: "Benefits manager",
            daysAgo: 30,
            goodForDays: 365,
            remark: "Profiles are complete for two of seven projects.",
            places: [
              ["BM/PL", [1, 2], [3]],
              ["BM/IK", [2]],
            ],
          },
          {
            kind: "interview",
            what: "Business change managers of housing and social care",
            where: "Record of 4 June, programme office, cabinet 2",
            who: "Business change managers",
            daysAgo: 0,
            places: [["BM/OR", [2, 3]]],
          },
          {
            kind: "document",
            what: "Corporate finance handbook",
            where: "https://documents.alderbrook.example/finance/handbook",
            who: "Head of finance",
            daysAgo: 400,
            goodForDays: 365,
            places: [
              ["FM/ST", [2, 3]],
              ["FM/PR", [2]],
            ],
          },
        ],
        notes: [
          ["BM", "PL", "Benefit profiles exist for the two largest projects only. The sponsor wants the rest before the next tranche."],
          ["BM", "OR", "The business change managers of housing and of social care were interviewed together; their answers agreed."],
          ["FM", "ST", "Templates of the corporate finance handbook are used throughout. Version 4 of May was seen."],
          [
            "FM",
            "CD",
            "Descoped: the council delivers nothing to paying customers within this programme. Agreed with the programme manager on the first day.",
          ],
          ["MC", "PR", "Change requests of the last quarter were sampled: 11 of 12 followed the procedure."],
          ["OG", "AS", "The gate review of March gave amber. Three of its five actions are closed, two have a new date."],
          ["RS", "TE", "Resource plans are kept in a spreadsheet by one person. Nobody else could explain the levelling."],
          ["RK", "AM", "The response reserve is held by finance and was last reviewed in spring."],
          ["SM", "IK", "The stakeholder map is dated 14 months ago. Two of the groups on it no longer exist."],
        ],
      },
      {
        name: "Town centre regeneration",
        scope: "Project",
        until: "active",
        startedDaysAgo: 6,
        level: 3,
        threads: ["AS", "IK", "OR", "PL", "PR", "ST"],
        answeredShare: 0.5,
        centre: {},
        salt: 2,
        flagged: [
          ["BM", "AS"],
          ["MC", "PR"],
        ],
        notes: [["BM", "AS", "Internal audit report of June: ask for the full version."]],
        voices: TOWN_CENTRE_VOICES,
        evidence: [
          {
            kind: "document",
            what: "Internal audit report of June",
            where: "https://documents.alderbrook.example/audit/june",
            who: "Head of internal audit",
            daysAgo: 20,
            remark: "Only the summary was seen.",
            places: [["BM/AS", [1], [2]]],
          },
        ],
      },
    ],
    itil: [
      {
        name: "Corporate IT services",
        scope: "Comprehensive",
        until: "completed",
        startedDaysAgo: 60,
        completedDaysAgo: 33,
        endorsed: true,
        primary: { CI: 3, INM: 4, CHE: 3, SLM: 2, ISM: 4, SDK: 4, PRM: 3, SRM: 3 },
        supporting: { KM: 2, SUM: 2, MEM: 3, REM: 3, SCF: 1, ITAM: 2 },
        components: { "M-GP": 3, "M-G": 3, "M-SVC": 4 },
        evidence: [
          {
            kind: "data",
            what: "Incident figures of the last twelve months",
            where: "https://service.alderbrook.example/reports/incidents",
            who: "Service desk manager",
            daysAgo: 5,
            goodForDays: 90,
            places: [
              ["INM", [2, 3, 4]],
              ["SDK", [2, 3]],
            ],
          },
          {
            kind: "observation",
            what: "Morning hand-over of the service desk",
            where: "Service desk, ground floor",
            who: "Team leader",
            daysAgo: 2,
            places: [
              ["SDK", [4]],
              ["M-SVC", [4]],
            ],
          },
        ],
        notes: [
          ["SCF", "The configuration database was last reconciled two years ago. Network devices are in it, cloud services are not."],
          ["SLM", "Targets exist for nine of thirty services. The others are measured without anybody having agreed to the figures."],
          ["INM", "Figures of the last twelve months were shown for all four support groups."],
          ["M-GP", "Six of the seven principles could be named by the team leaders, each with an example of their own."],
          ["M-SVC", "Hand-overs between design and build were followed through for three recent changes."],
        ],
      },
      { name: "Cloud platform team", scope: "Capability", until: "created", startedDaysAgo: 1, primary: {} },
    ],
    actions: [
      {
        title: "Reconcile the configuration database, cloud services first",
        why: "It was last reconciled two years ago, and cloud services are not in it.",
        ...{ from: "Corporate IT services", places: ["SCF"], owner: "Head of infrastructure", addedDaysAgo: 30, inDays: -6 },
        ...{ effort: "middle", effect: "large", became: ["underWay", 20] },
        remarks: [
          [20, "Two people start next week. Network devices are done already."],
          [4, "The list of cloud services is not complete: finance has three that nobody else knew."],
        ],
      },
      {
        title: "Agree on targets for the ten services that schools use",
        why: "Targets exist for nine of thirty services. The others are measured without anybody having agreed to the figures.",
        ...{ from: "Corporate IT services", places: ["SLM"], owner: "Service level manager", addedDaysAgo: 30, inDays: 9 },
        ...{ effort: "small", effect: "large", putOff: { daysAgo: 3, fromInDays: 2 } },
      },
      {
        title: "Let the service desk write up each major incident within a week",
        why: "Managers asked for it when they saw the figures.",
        ...{ from: "Corporate IT services", places: ["INM", "SDK"], owner: "Service desk manager", addedDaysAgo: 30, inDays: -2 },
        ...{ effort: "small", effect: "middle", became: ["done", 5] },
        remarks: [[5, "The first three are on the intranet."]],
      },
      {
        title: "Train all project managers of the council in benefits",
        why: "",
        ...{ owner: "Programme office", addedDaysAgo: 90, effort: "large", effect: "small", became: ["dropped", 40] },
        remarks: [[40, "The cabinet will pay for the programme managers only."]],
      },
    ],
    ratings: [
      {
        ...{ of: "Town centre regeneration", kind: "opinion", by: "alex@demo.example", whom: "noor@demo.example" },
        ...{ askedDaysAgo: 5, begunDaysAgo: 4, doneDaysAgo: 3, openDays: 10 },
        groups: ["BM", "FM", "MC", "OG"],
        notes: [
          ["BM/IK", "The benefits map was drawn by one person. Two of five project managers had never seen it."],
          ["FM/OR", "Who may sign for what is written down, but three signatures of this year came from somebody else."],
        ],
      },
      {
        ...{ of: "Town centre regeneration", kind: "charge", by: "alex@demo.example", whom: "sam@demo.example" },
        ...{ askedDaysAgo: 3, begunDaysAgo: 2, openDays: 12, answered: 7 },
        groups: ["RS", "RK"],
        notes: [["RS/PL", "Workshop with the contractor: the plan goes to the end of the quarter, and is used every week."]],
      },
    ],
    reviews: [
      {
        of: "Town centre regeneration",
        points: [
          {
            ...{ by: "alex@demo.example", daysAgo: 3, about: "BM/AS 2" },
            text: "The audit report was only seen in summary. Can we say Fully on that?",
            replies: [["noor@demo.example", 2, "The full version is promised for Thursday. I have flagged it."]],
          },
          {
            ...{ by: "alex@demo.example", daysAgo: 3, about: "" },
            text: "Nobody from the contractor was interviewed. Say so in the method, or ask two of them.",
          },
          {
            ...{ by: "alex@demo.example", daysAgo: 3, about: "BM/IK" },
            text: "Is this about the project or about the council? The note reads like the council.",
            replies: [["sam@demo.example", 1, "About the project. I have changed the note."]],
            settled: ["alex@demo.example", 1],
          },
        ],
        requests: [
          {
            ...{ by: "sam@demo.example", whom: "vera@demo.example", daysAgo: 1, inDays: 5 },
            message: "Please read what is answered so far. Benefits and finance are done.",
          },
        ],
        decided: [
          {
            by: "alex@demo.example",
            daysAgo: 3,
            decision: "sentBack",
            text: "Two answers rest on a summary. Please look at my points first.",
          },
        ],
      },
      {
        of: "Corporate IT services",
        points: [
          {
            ...{ by: "vera@demo.example", daysAgo: 7, about: "wording/summary" },
            text: "The board will ask first why the service desk is behind. The second paragraph should say it.",
          },
        ],
        decided: [{ by: "vera@demo.example", daysAgo: 6, decision: "approved", text: "Clear, and no longer than it has to be." }],
      },
    ],
    engagements: [
      {
        name: "Programme, project and services",
        sponsor: "Director of Transformation",
        purpose: "The council wants to know whether its digital programme, its largest works and its IT services are run to one standard.",
        included: "The digital services programme, the regeneration of the town centre, and corporate IT services.",
        excluded: "Schools, which have their own IT.",
        ...{ startInDays: -60, endInDays: 30, state: "running" },
        units: ["Digital and IT", "Regeneration"],
        people: [
          ["alex@demo.example", "lead"],
          ["noor@demo.example", "assessor"],
          ["vera@demo.example", "reviewer"],
        ],
        members: [
          ["Digital services programme", "Digital and IT", "alex@demo.example", -10],
          ["Corporate IT services", "Digital and IT", "noor@demo.example", -30],
          ["Town centre regeneration", "Regeneration", "noor@demo.example", 12],
        ],
        plan: [
          ...[
            { kind: "interview" as const, what: "Benefits and funding", withWhom: ["Head of Finance"], topics: ["BM", "FM"], inDays: -45 },
            {
              kind: "interview" as const,
              what: "Service desk and incidents",
              withWhom: ["Service desk manager"],
              topics: ["service"],
              inDays: -40,
            },
            { kind: "workshop" as const, what: "Risks across the works", withWhom: ["Project office"], topics: ["RK"], inDays: -20 },
          ].map((row) => ({ ...row, who: ["noor@demo.example"], state: "done" as const })),
          { kind: "document", what: "Benefits register", topics: ["BM"], inDays: -30, state: "read" },
          { kind: "document", what: "Resource plan of the works", topics: ["RS"], inDays: -2, state: "requested" },
          { kind: "interview", what: "Town centre board", withWhom: ["Chair of the board"], topics: ["OG"], inDays: 4, state: "open" },
          { kind: "workshop", what: "Stakeholders of the town centre", topics: ["SM"], inDays: 9, state: "open" },
          { kind: "delivery", what: "Report to the council", inDays: 28, state: "open" },
        ],
      },
    ],
    targets: [
      {
        model: "P3M3",
        scope: "Programme",
        targets: [
          ["BM", 3, 300, "The cabinet wants to see the benefits of the second tranche."],
          ["FM", 2.5, 120, "The external auditor asked for level 2 throughout, with a margin."],
          ["RS", 3, -20, "Two specialists leave this year. What they do has to be planned by others before."],
          ["RK", 3.5, 300, "The programme board agreed on it after the flood."],
        ],
      },
      {
        model: "P3M3",
        scope: "Project",
        targets: [
          ["BM", 3, 200, "Every project over two million needs a benefits profile."],
          ["FM", 2, 200, "The corporate finance handbook asks for it."],
        ],
      },
      {
        model: "ITIL",
        targets: [
          ["INM", 4, 60, "The service level agreement with the schools depends on it."],
          ["SLM", 3, 180, "Targets exist for nine of thirty services so far."],
          ["SCF", 2, -30, "The move to the cloud needs a configuration database that can be trusted."],
          ["M-SVC", 4, 365, "The council wants to keep what it has reached."],
        ],
      },
    ],
  },
  {
    by: "sam@demo.example",
    name: "Meridian Coastal Railways",
    businessUnit: null,
    benchmarkConsent: false,
    country: "Ireland",
    industry: "Transportation and storage",
    size: "5,000–9,999",
    p3m3: [
      {
        name: "Investment portfolio review",
        scope: "Portfolio",
        until: "drafted",
        startedDaysAgo: 2,
        perspectives: ["BM", "FM", "OG", "RK"],
        centre: {},
        salt: 3,
      },
      {
        name: "Fleet renewal programme",
        scope: "Programme",
        until: "completed",
        startedDaysAgo: 55,
        completedDaysAgo: 41,
        certified: true,
        threads: ["IK", "OR", "PL", "PR", "ST"],
        centre: { BM: 3, FM: 3.5, MC: 3.5, OG: 3, RS: 3, RK: 3.5, SM: 2.5 },
        salt: 9,
        withAttributes: true,
        notes: [
          ["SM", "PL", "The plan names passenger groups but not the two regulators."],
          ["FM", "PR", "Month-end reports of the last six months were complete and on time."],
        ],
      },
      {
        name: "Signalling renewal (trial run)",
        scope: "Project",
        until: "archived",
        startedDaysAgo: 90,
        completedDaysAgo: 75,
        isTest: true,
        perspectives: ["MC", "RK"],
        threads: ["AS", "PL", "PR"],
        centre: {},
        salt: 4,
      },
    ],
    itil: [
      {
        name: "Service desk and incidents",
        scope: "Maturity",
        until: "completed",
        startedDaysAgo: 30,
        completedDaysAgo: 21,
        primary: { CI: 2, INM: 3, SDK: 3, SRM: 2 },
        supporting: { KM: 2, PRM: 1 },
        components: { "M-GP": 2, "M-G": 3, "M-SVC": 2 },
        notes: [
          ["PRM", "Known errors are kept by one engineer. A second person is being trained."],
          ["M-G", "The service board meets monthly; minutes of the last three meetings were seen."],
        ],
      },
      {
        name: "Whole of IT",
        scope: "Comprehensive",
        until: "active",
        startedDaysAgo: 3,
        primary: { CI: 2, INM: 3, CHE: 2, SLM: 2, ISM: 3, SDK: 4 },
        supporting: { SUM: 2, MEM: 3, REM: 1 },
        components: { "M-GP": 2 },
        answeredShare: 0.5,
        voices: WHOLE_OF_IT_VOICES,
      },
    ],
    targets: [
      {
        model: "ITIL",
        targets: [
          ["INM", 3, 90, "Trains must not wait for a password."],
          ["CHE", 3, 180, "Two of three outages began with a change."],
          ["M-GP", 3, -15, "The director of operations asked for it."],
        ],
      },
    ],
  },
  {
    by: "alex@demo.example",
    name: "Lindqvist Medical Devices",
    businessUnit: "Product development",
    benchmarkConsent: true,
    country: "Sweden",
    industry: "Manufacturing",
    size: "250–999",
    p3m3: [{ name: "Project office baseline", scope: "Project", until: "created", startedDaysAgo: 1, centre: {}, salt: 5 }],
  },
  {
    by: "priya@demo.example",
    name: "Castlemere University",
    businessUnit: "Estates",
    benchmarkConsent: false,
    country: "United Kingdom",
    industry: "Education",
    size: "1,000–4,999",
    p3m3: [
      {
        name: "Campus programme",
        scope: "Programme",
        until: "active",
        startedDaysAgo: 4,
        threads: ["IK", "OR", "PR", "ST"],
        certified: true,
        answeredShare: 0.3,
        centre: {},
        salt: 6,
      },
    ],
  },
  {
    by: "jonas@demo.example",
    name: "Fjordkraft Retail",
    businessUnit: "IT operations",
    benchmarkConsent: false,
    country: "Norway",
    industry: "Wholesale and retail trade",
    size: "250–999",
    p3m3: [],
    itil: [
      {
        name: "Change and release",
        scope: "Capability",
        until: "active",
        startedDaysAgo: 2,
        primary: { CHE: 3, REM: 2, DPM: 2, SVT: 1 },
        answeredShare: 0.5,
      },
      {
        name: "Shop support",
        scope: "Capability",
        until: "completed",
        startedDaysAgo: 45,
        completedDaysAgo: 38,
        primary: { INM: 2, SDK: 3, SRM: 3 },
        supporting: { KM: 1 },
        notes: [["SDK", "Calls from the islands are answered by a partner; its figures were not available."]],
      },
      {
        name: "Shop support (rehearsal)",
        scope: "Capability",
        until: "archived",
        startedDaysAgo: 70,
        completedDaysAgo: 69,
        isTest: true,
        primary: { SDK: 2 },
      },
      {
        name: "Supplier work",
        scope: "Capability",
        until: "drafted",
        startedDaysAgo: 1,
        primary: { SUM: 2 },
        supporting: { SLM: 1 },
        isTest: true,
      },
    ],
  },
];

const WRENFIELD_THREADS = ["OR", "PL", "PR", "ST"];

/** Assessed three years running in each model, with another scope in between, and by others before. It comes last, so that no other number of the demo changes. */
export const DEMO_WALLED: DemoOrganization = {
  by: "noor@demo.example",
  name: "Stonegate Savings Bank",
  businessUnit: "Group risk",
  benchmarkConsent: false,
  country: "United Kingdom",
  industry: "Finance and insurance",
  size: "250–999",
  wall: {
    ...{ madeDaysAgo: 21, by: "alex@demo.example", named: ["noor@demo.example", "vera@demo.example"], changedDaysAgo: 9 },
    reason: "The bank asks that only two of us see its assessments. Vera reads for the quality review.",
  },
  p3m3: [
    {
      name: "Payments programme",
      scope: "Programme",
      until: "active",
      startedDaysAgo: 20,
      threads: ["AS", "OR", "PL", "PR", "ST"],
      answeredShare: 0.3,
      centre: { BM: 2, FM: 3.5 },
      salt: 71,
      notes: [["BM", "PL", "The bank shows its benefits plan on the premises only."]],
    },
  ],
};

export const DEMO_YEARS: DemoOrganization = {
  by: "alex@demo.example",
  name: "Wrenfield Water",
  businessUnit: "Capital delivery",
  benchmarkConsent: false,
  country: "United Kingdom",
  industry: "Water supply, sewerage and waste management",
  size: "1,000–4,999",
  p3m3: [
    {
      name: "Treatment works, first year",
      onFormerPack: true,
      scope: "Project",
      until: "completed",
      startedDaysAgo: 775,
      completedDaysAgo: 750,
      threads: WRENFIELD_THREADS,
      centre: { BM: 1, FM: 2.5, MC: 2, OG: 2, RS: 1.5, RK: 2, SM: 2.5 },
      salt: 31,
      notes: [["BM", "PL", "No benefits are written down. The team relies on the business case of four years ago."]],
    },
    {
      name: "Treatment works, second year",
      previous: "Treatment works, first year",
      scope: "Project",
      until: "completed",
      startedDaysAgo: 410,
      completedDaysAgo: 385,
      threads: WRENFIELD_THREADS,
      centre: { BM: 2, FM: 3, MC: 2.5, OG: 2.5, RS: 1.5, RK: 2.5, SM: 2.5 },
      salt: 31,
      notes: [["BM", "PL", "A benefits register was begun in spring. Two of five owners are named."]],
      edition: {
        reason: "The client's check of facts: the register of risks had owners for all of its entries, which we had not seen.",
        madeDaysAgo: 370,
        completedDaysAgo: 368,
        scores: [
          ["RK", "OR", 4],
          ["RK", "PL", 3.5],
        ],
      },
    },
    {
      name: "Investment review",
      scope: "Portfolio",
      until: "completed",
      startedDaysAgo: 210,
      completedDaysAgo: 195,
      perspectives: ["BM", "FM", "OG", "RK"],
      threads: WRENFIELD_THREADS,
      centre: { BM: 2, FM: 3, OG: 3, RK: 2.5 },
      salt: 32,
    },
    {
      name: "Treatment works, third year",
      previous: "Treatment works, second year",
      scope: "Project",
      until: "completed",
      startedDaysAgo: 38,
      completedDaysAgo: 16,
      threads: WRENFIELD_THREADS,
      centre: { BM: 3, FM: 3, MC: 3, OG: 2.5, RS: 2.5, RK: 3.5, SM: 2 },
      salt: 31,
      withAttributes: true,
      notes: [
        ["BM", "PL", "Benefits are reviewed each quarter, with the owners. The register of October was seen."],
        ["SM", "PL", "The plan was not renewed after the change of the contractor."],
      ],
      voices: TREATMENT_VOICES,
    },
  ],
  itil: [
    {
      name: "Control room services, first year",
      onFormerPack: true,
      scope: "Maturity",
      until: "completed",
      startedDaysAgo: 760,
      completedDaysAgo: 744,
      primary: { CI: 2, INM: 2, SDK: 2, CHE: 1 },
      supporting: { KM: 1 },
      components: { "M-GP": 2, "M-G": 2, "M-SVC": 2 },
    },
    {
      name: "Control room services, second year",
      previous: "Control room services, first year",
      scope: "Maturity",
      until: "completed",
      startedDaysAgo: 400,
      completedDaysAgo: 384,
      primary: { CI: 2, INM: 3, SDK: 3, CHE: 2 },
      supporting: { KM: 2 },
      components: { "M-GP": 2, "M-G": 3, "M-SVC": 2 },
      edition: {
        reason: "The client's check of facts: the owners review knowledge articles each quarter. We had only seen those of the help line.",
        madeDaysAgo: 375,
        completedDaysAgo: 374,
        levels: { KM: 3 },
      },
    },
    {
      name: "Control room services, third year",
      previous: "Control room services, second year",
      scope: "Maturity",
      until: "completed",
      startedDaysAgo: 35,
      completedDaysAgo: 20,
      primary: { CI: 3, INM: 4, SDK: 3, CHE: 3 },
      supporting: { KM: 1 },
      components: { "M-GP": 3, "M-G": 3, "M-SVC": 3 },
      notes: [["KM", "The articles were moved to another tool in June, and nobody looks after them since."]],
    },
  ],
  actions: [
    {
      title: "Name an owner for each benefit of the treatment works",
      why: "Benefits were described, but nobody was asked about them after the works had started.",
      ...{ from: "Treatment works, second year", places: ["BM/PL", "BM/OR"], owner: "Asset director", addedDaysAgo: 380, inDays: -200 },
      ...{ effort: "small", effect: "large", became: ["done", 240] },
      remarks: [[240, "Eleven benefits have an owner, and the board hears them twice a year."]],
    },
    {
      title: "Plan specialists over all works, a year ahead",
      why: "Two works asked for the same commissioning engineers in the same month.",
      ...{ from: "Treatment works, second year", places: ["RS/PL"], owner: "Head of engineering", addedDaysAgo: 380, inDays: -30 },
      ...{ effort: "large", effect: "large", became: ["underWay", 300] },
    },
    {
      title: "Review articles where they are used, not where they are kept",
      why: "Since they were moved to another tool, nobody looks after them.",
      ...{ from: "Control room services, third year", places: ["KM"], owner: "Control room manager", addedDaysAgo: 18, inDays: 60 },
      ...{ effort: "small", effect: "middle" },
    },
  ],
  targets: [
    {
      model: "P3M3",
      scope: "Project",
      targets: [
        ["BM", 3.5, 200, "Benefits are to be followed after the works have started, not before."],
        ["RS", 3, -40, "No works may wait for commissioning engineers again."],
        ["RK", 3, 200, "The regulator asked for it after the burst main."],
      ],
    },
    {
      model: "ITIL",
      targets: [["KM", 3, 120, "Articles have no owner since they were moved."]],
    },
  ],
  earlier: [
    {
      model: "P3M3",
      scope: "Project",
      daysAgo: 1830,
      source: "Maturity report for the regulator, chapter 4",
      maturity: 1,
      scores: { BM: 1.1, FM: 2.25, MC: 1.75, OG: 2.5, RS: 1.5, RK: 1.4, SM: 2.75 },
    },
    {
      model: "ITIL",
      daysAgo: 1560,
      source: "Internal audit of the control room",
      scores: { CI: 1, INM: 2, SDK: 1.5, CHE: 1, "M-GP": 1 },
    },
  ],
  engagements: [
    {
      name: "Third year of all works",
      sponsor: "Chief Operating Officer",
      purpose: "To see what three years of improvement have brought, before the next investment period.",
      included: "Investment, treatment works and the control room.",
      excluded: "",
      ...{ startInDays: -220, endInDays: -5, state: "delivered" },
      units: ["Head office", "Operations"],
      people: [
        ["alex@demo.example", "lead"],
        ["sam@demo.example", "assessor"],
      ],
      members: [
        ["Investment review", "Head office", "alex@demo.example", -190],
        ["Treatment works, third year", "Operations", "sam@demo.example", -15],
        ["Control room services, third year", "Operations", "sam@demo.example", -18],
      ],
      plan: [
        { kind: "interview", what: "Investment board", withWhom: ["Chief Operating Officer"], topics: ["OG"], inDays: -200, state: "done" },
        { kind: "workshop", what: "Treatment works", topics: ["RS", "RK"], inDays: -25, state: "done" },
        { kind: "document", what: "Investment plan", topics: ["FM"], inDays: -205, state: "read" },
        { kind: "delivery", what: "Report to the board", inDays: -6, state: "done" },
      ],
    },
  ],
};

/** An organization of somebody else, with one completed assessment that benchmarks may use. */
const participant = (name: string, country: string, industry: string, size: string, centre: number, index: number) => ({
  name,
  businessUnit: null,
  benchmarkConsent: true,
  country,
  industry,
  size,
  p3m3: [
    {
      name: "Programme maturity",
      scope: "Programme" as const,
      until: "completed" as const,
      startedDaysAgo: 200 - index,
      completedDaysAgo: 170 - index,
      threads: ["OR", "PR"],
      centre: { BM: centre - 0.5, FM: centre + 0.5, MC: centre, OG: centre, RS: centre - 0.5, RK: centre, SM: centre },
      salt: 20 + index,
    },
  ],
});

const PUBLIC = "Public administration and defence";
const TRANSPORT = "Transportation and storage";

/** The teams that they belong to, in turn. */
export const PARTICIPATING_TEAMS = 12;

/**
 * Whom to compare with: enough public bodies of one size in one country, and enough beside them, for a benchmark of their own;
 * too few railways in Ireland, so that a wider cohort is offered; and others for the filters.
 */
export const PARTICIPANTS: readonly Omit<DemoOrganization, "by">[] = (
  [
    ["Thornbury City Council", "United Kingdom", PUBLIC, "1,000–4,999", 2.5],
    ["Wexcombe District Council", "United Kingdom", PUBLIC, "1,000–4,999", 3],
    ["Calder Moor Fire Authority", "United Kingdom", PUBLIC, "1,000–4,999", 2],
    ["Northmere Borough Council", "United Kingdom", PUBLIC, "1,000–4,999", 3],
    ["Eastmarsh Police Support Services", "United Kingdom", PUBLIC, "1,000–4,999", 2.5],
    ["Pennant Vale Council", "United Kingdom", PUBLIC, "1,000–4,999", 3.5],
    ["Strathgarry Council", "United Kingdom", PUBLIC, "5,000–9,999", 3.5],
    ["Lydford Town Council", "United Kingdom", PUBLIC, "250–999", 2],
    ["Hallam Combined Authority", "United Kingdom", PUBLIC, "5,000–9,999", 3],
    ["Quernmoor Parks Trust", "United Kingdom", PUBLIC, "250–999", 2.5],
    ["Saltby District Council", "United Kingdom", PUBLIC, "250–999", 3],
    ["Glen Orrin Council", "United Kingdom", PUBLIC, "5,000–9,999", 2.5],
    ["Marlow Bridge University", "United Kingdom", "Education", "1,000–4,999", 2.5],
    ["Ashcombe College Group", "United Kingdom", "Education", "250–999", 2],
    ["Slieve Coast Buses", "Ireland", TRANSPORT, "5,000–9,999", 3],
    ["Corrib Ports", "Ireland", TRANSPORT, "250–999", 2.5],
    ["Waalhaven Rail Freight", "Netherlands", TRANSPORT, "1,000–4,999", 3.5],
    ["Ruhrtal Verkehrsbetriebe", "Germany", TRANSPORT, "5,000–9,999", 3],
    ["Öresund Ferries", "Sweden", TRANSPORT, "1,000–4,999", 3],
    ["Tatra Linie Dowozowe", "Poland", TRANSPORT, "1,000–4,999", 2],
    ["Ahlström Pumps", "Sweden", "Manufacturing", "250–999", 3.5],
    ["Lindau Antriebstechnik", "Germany", "Manufacturing", "1,000–4,999", 4],
    ["Vallée Précision", "France", "Manufacturing", "250–999", 3],
    ["Brenta Ceramiche", "Italy", "Manufacturing", "50–249", 2],
  ] as const
).map(([name, country, industry, size, centre], index) => participant(name, country, industry, size, centre, index));
