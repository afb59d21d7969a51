/** What the demo shows: organizations and where their assessments stand. */
import type { ItilScope } from "#model/itil/catalogue.ts";
import type { P3M3Scope } from "#model/p3m3/catalogue.ts";

export interface DemoP3M3 {
  name: string;
  scope: P3M3Scope;
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
  /** Codes of perspective and thread. */
  descoped?: [string, string][];
  /** Where the scores lie, by perspective code; 2.5 when absent. */
  centre: Record<string, number>;
  /** Shifts the pattern of scores, so that no two assessments look alike. */
  salt: number;
  withAttributes?: boolean;
  /** Codes of perspective and thread, and the text. */
  notes?: [string, string, string][];
}

export interface DemoItil {
  name: string;
  scope: ItilScope;
  until: "drafted" | "active" | "completed";
  startedDaysAgo: number;
  completedDaysAgo?: number;
  isTest?: boolean;
  endorsed?: boolean;
  /** Codes of the practices with the level that each reaches, Primary and Supporting; continual improvement is named here too. */
  primary: Record<string, number>;
  supporting?: Record<string, number>;
  /** Codes of the components that are answered, with the level chosen. */
  components?: Record<string, number>;
  /** The share of practices that is answered, from 0 to 1. */
  answeredShare?: number;
  /** Code of practice or component, and the text. */
  notes?: [string, string][];
}

export interface DemoOrganization {
  /** The e-mail address of the demo user who created it. */
  by: string;
  name: string;
  businessUnit: string | null;
  benchmarkConsent: boolean;
  country: string;
  industry: string;
  size: string;
  p3m3: DemoP3M3[];
  itil?: DemoItil[];
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
        descoped: [["FM", "CD"]],
        notes: [
          ["BM", "PL", "Benefit profiles exist for the two largest projects only. The sponsor wants the rest before the next tranche."],
          ["MC", "PR", "Change requests of the last quarter were sampled: 11 of 12 followed the procedure."],
          ["RK", "AM", "The response reserve is held by finance and was last reviewed in spring."],
        ],
      },
      {
        name: "Town centre regeneration",
        scope: "Project",
        until: "active",
        startedDaysAgo: 6,
        level: 3,
        threads: ["AS", "IK", "OR", "PL", "PR", "ST"],
        answeredShare: 0.45,
        centre: {},
        salt: 2,
        notes: [["BM", "AS", "Internal audit report of June: ask for the full version."]],
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

const participant = (
  name: string,
  country: string,
  industry: string,
  size: string,
  centre: number,
  salt: number,
): Omit<DemoOrganization, "by"> => ({
  name,
  businessUnit: null,
  benchmarkConsent: true,
  country,
  industry,
  size,
  p3m3: [
    {
      name: "Programme maturity",
      scope: "Programme",
      until: "completed",
      startedDaysAgo: 200 - salt,
      completedDaysAgo: 170 - salt,
      threads: ["IK", "OR", "PR", "ST"],
      centre: { BM: centre - 0.5, FM: centre + 0.5, MC: centre, OG: centre, RS: centre - 0.5, RK: centre, SM: centre },
      salt,
    },
  ],
});

/** Enough public bodies in one country for a benchmark of their own, and others for the wider ones. */
export const PARTICIPANTS: readonly Omit<DemoOrganization, "by">[] = [
  participant("Participant 1", "United Kingdom", "Public administration and defence", "1,000–4,999", 2.5, 11),
  participant("Participant 2", "United Kingdom", "Public administration and defence", "1,000–4,999", 3, 12),
  participant("Participant 3", "United Kingdom", "Public administration and defence", "1,000–4,999", 2, 13),
  participant("Participant 4", "United Kingdom", "Public administration and defence", "5,000–9,999", 3.5, 14),
  participant("Participant 5", "United Kingdom", "Public administration and defence", "250–999", 2, 15),
  participant("Participant 6", "United Kingdom", "Public administration and defence", "10,000 or more", 3, 16),
  participant("Participant 7", "Ireland", "Transportation and storage", "5,000–9,999", 3, 17),
  participant("Participant 8", "Germany", "Manufacturing", "10,000 or more", 3.5, 18),
];
