/** Extension `voices`: what the client's own people say, next to the assessor's verdict (docs/rules/voices.md). */
import { z } from "zod";
import { leadingProblem } from "../leading.ts";
import { LINE_MAX } from "../people.ts";
import { textMessages } from "../text.ts";
import {
  VOICE_COMMENT_MAX,
  VOICE_MESSAGE_MAX,
  VOICE_REFUSALS,
  VOICE_ROLE_MAX,
  VOICE_ROLES_MAX,
  VOICE_SEEN_MAX,
  VOICE_STATES,
  VOICES_MAX,
  voiceMessages,
} from "../voices.ts";
import { id, LIST_MAX, mailAddress, requiredText, typedText, versioned } from "./common.ts";
import { requiredPlace } from "./history.ts";

const leadsNowhere = <S extends z.ZodType<string, string>>(schema: S) =>
  schema.superRefine((text, { addIssue }) => {
    const message = leadingProblem(text);
    if (message !== undefined) addIssue({ code: "custom", message });
  });

/** The message to a voice, and the last day of a sheet. */
export const sheetMessage = leadsNowhere(typedText(VOICE_MESSAGE_MAX));
export const sheetUntil = z.iso.date({ error: textMessages.day });
const places = z
  .array(requiredPlace)
  .min(1, textMessages.oneOf)
  .max(LIST_MAX)
  .refine((list) => new Set(list).size === list.length, "A place is named twice.");
/** Each voice is judged by itself: a wrong name, role or address is no fault of the whole. */
const askedVoice = z.object({ name: typedText(LINE_MAX), role: typedText(LINE_MAX), email: typedText(LINE_MAX).nullable() });

/** What all voices of one form share. */
const sheetForm = {
  /** Threads, practices and components. */
  places,
  /** The last day on which it can be filled in. */
  until: sheetUntil,
  message: sheetMessage,
  /** Whether the voice sees the verdict of each place, and agrees or disagrees. */
  checksFacts: z.boolean(),
};

/** Those who have an address get a mail, where the upstream sends mails. */
export const voicesForm = z.object({ voices: z.array(askedVoice).min(1).max(VOICES_MAX), ...sheetForm });
export type VoicesForm = z.output<typeof voicesForm>;

/** One voice. */
export const voiceForm = askedVoice.extend(sheetForm);
export type VoiceForm = z.output<typeof voiceForm>;

/** A voice, as people who may change the assessment see it. */
export const voice = z.object({
  id,
  /** From 1 within the assessment: 'Voice 3'. */
  number: z.number(),
  /** Null once it is forgotten. */
  name: z.string().nullable(),
  role: z.string(),
  email: mailAddress.nullable(),
  /** Those that were asked about; some may be descoped, or out of scope by now. */
  places: z.array(z.string()),
  until: z.string(),
  message: z.string(),
  checksFacts: z.boolean(),
  state: z.enum(VOICE_STATES),
  /** Statements on the sheet, and how many are answered. */
  total: z.number(),
  answered: z.number(),
  askedAt: z.iso.datetime(),
  /** The e-mail address of whoever asked. */
  askedBy: mailAddress,
  firstAnsweredAt: z.string().nullable(),
  lastAnsweredAt: z.string().nullable(),
  /** When they said that they are done. */
  doneAt: z.string().nullable(),
  mailedAt: z.string().nullable(),
  remindedAt: z.string().nullable(),
  /** They have asked for no more mails. */
  refusesMail: z.boolean(),
  /** Whether a reminder can be mailed: the sheet is open, there is an address, nobody has reminded them, and they do not refuse mails. */
  maySendMail: z.boolean(),
  ...versioned,
});
export type Voice = z.infer<typeof voice>;

/** Something that can be asked about. */
export const voicePlace = z.object({
  place: z.string(),
  /** Of the thread, practice or component. */
  name: z.string(),
  /** The name of the perspective; null for practices and components. */
  within: z.string().nullable(),
  statements: z.number(),
  descoped: z.boolean(),
});
export type VoicePlace = z.infer<typeof voicePlace>;

/** The voices of an assessment, by number. */
export const voiceList = z.object({
  voices: z.array(voice),
  /** Everything in scope, in the order of the model. */
  places: z.array(voicePlace),
  roles: z.array(z.string()),
  /** 'How views differ' is part of the result. */
  showInResults: z.boolean(),
  /** Whether the upstream sends mails. Without it, addresses are not kept, and links are copied. */
  mail: z.boolean(),
  /** `voices`: of the settings. */
  ...versioned,
});
export type VoiceList = z.infer<typeof voiceList>;

/** The outcome for each voice, in the order of the form. It names nobody, because it is stored to be given again. */
export const voicesAsked = z.object({
  voices: z.array(
    z.object({
      voice: id.optional(),
      /** Why there is no voice; absent where there is one. */
      refused: z.enum(VOICE_REFUSALS).optional(),
    }),
  ),
});
export type VoicesAsked = z.infer<typeof voicesAsked>;

/** What is left out stays. */
export const voiceSettingsForm = z.object({
  showInResults: z.boolean().optional(),
  roles: z
    .array(leadsNowhere(requiredText(VOICE_ROLE_MAX)))
    .min(1)
    .max(VOICE_ROLES_MAX)
    .refine((roles) => new Set(roles.map((role) => role.toLowerCase())).size === roles.length, voiceMessages.roleTwice)
    .optional(),
});
export type VoiceSettingsForm = z.output<typeof voiceSettingsForm>;
export const voiceSettings = z.object({ showInResults: z.boolean(), roles: z.array(z.string()), ...versioned });
export type VoiceSettings = z.infer<typeof voiceSettings>;

/** `renew`: links that were given before no longer work. */
export const voiceLinkForm = z.object({ renew: z.boolean().default(false) });
export const voiceLink = z.object({ token: z.string().min(1) });
export const voiceLinksForm = z.object({ voices: z.array(id).min(1).max(VOICES_MAX) });
/** In the order of the form. Those whose links have ended are left out: taken back, or without a name. */
export const voiceLinks = z.object({ links: z.array(voiceLink.extend({ voice: id })) });

/** How many names were forgotten. */
export const namesForgotten = z.object({ forgotten: z.number() });

export const voicesQuery = z.object({
  /** Leaves the `places` of each voice empty. They are most of a long list. */
  without: z.literal("places").optional(),
});
export type VoicesQuery = z.output<typeof voicesQuery>;

export const voiceAnswersQuery = z.object({
  /** Only this thread, practice or component. */
  place: requiredPlace.optional(),
  /** Leaves out what single voices say: `answers` are empty, and so are the reasons of checks. */
  without: z.literal("texts").optional(),
});
export type VoiceAnswersQuery = z.output<typeof voiceAnswersQuery>;

/** What one voice says about a statement. */
const voiceSaid = z.object({
  voiceId: id,
  /** A key of the statement's choices, or `cannotTell`; null where there is only a comment. */
  choice: z.string().nullable(),
  comment: z.string(),
  /** Where it can be seen. */
  seen: z.string(),
});

const choice = z.object({
  key: z.string(),
  name: z.string(),
  /** What an option of a component says. */
  statement: z.string().optional(),
});

/** A statement that voices answered next to the assessor. */
const judged = {
  questionId: z.number(),
  /** Null for components. */
  level: z.number().nullable(),
  statement: z.string(),
  /** What can be answered, the lowest first, without 'I cannot tell'. */
  choices: z.array(choice),
  /** The key of the assessor's answer; null where there is none. */
  verdict: z.string().nullable(),
};

/** The answers of voices, place by place in the order of the model. Sheets that were taken back are left out. */
export const voiceAnswers = z.object({
  voices: z.array(
    z.object({
      id,
      number: z.number(),
      name: z.string().nullable(),
      role: z.string(),
      checksFacts: z.boolean(),
      state: z.enum(VOICE_STATES),
    }),
  ),
  places: z.array(
    z.object({
      place: z.string(),
      name: z.string(),
      within: z.string().nullable(),
      descoped: z.boolean(),
      /** How many were asked about it, and how many of them answered one of its statements. */
      asked: z.number(),
      answered: z.number(),
      statements: z.array(
        z.object({
          ...judged,
          /** How many of each role gave each answer, `cannotTell` included. */
          said: z.array(z.object({ role: z.string(), choice: z.string(), voices: z.number() })),
          /** Of a single place all of them. Of all places those with a comment, or with where it can be seen. */
          answers: z.array(voiceSaid),
        }),
      ),
      /** What those say about the verdict who check facts. */
      checks: z.array(z.object({ voiceId: id, agrees: z.boolean(), reason: z.string() })),
    }),
  ),
});
export type VoiceAnswers = z.infer<typeof voiceAnswers>;
export type PlaceAnswers = VoiceAnswers["places"][number];

/** How many gave each answer, by key, `cannotTell` included. */
const counts = z.record(z.string(), z.number());

/** What results may show: counts alone. */
export const voiceViews = z.object({
  /** Why there are none: nobody ticked them, or the assessment is not submitted. */
  withheld: z.enum(["notShown", "draft"]).optional(),
  /** How many were asked, how many sent a sheet with an answer, and of which role, where the role is shown. Absent while there are none. */
  sheets: z.object({ asked: z.number(), sent: z.number(), byRole: z.array(z.object({ role: z.string(), voices: z.number() })) }).optional(),
  /** Only statements that enough voices answered, in the order of the model. */
  places: z.array(
    z.object({
      place: z.string(),
      name: z.string(),
      within: z.string().nullable(),
      statements: z.array(
        z.object({
          ...judged,
          voices: z.number(),
          counts,
          byRole: z.array(z.object({ role: z.string(), voices: z.number(), counts })),
        }),
      ),
    }),
  ),
});
export type VoiceViews = z.infer<typeof voiceViews>;

const TOKEN_MAX = 200;
const NETWORK_MAX = 60;

/** The token of a link, and the bearer token that it gives: for one sheet, and for nothing else. */
export const voiceEntry = z.object({
  token: z.string().min(1).max(TOKEN_MAX),
  /** The network that the browser is in, such as its IP address: sheets opened from one are counted. */
  network: z.string().max(NETWORK_MAX).default(""),
});
export const voiceEntered = z.object({
  token: z.string().min(1),
  /** Epoch seconds. */
  expiry: z.number(),
  /** The id of the sheet, for addresses. It opens nothing. */
  sheet: z.string().min(1),
});

/** The sheet of the voice that asks for it. */
export const voiceSheet = z.object({
  sheet: z.string().min(1),
  organization: z.string(),
  assessment: z.string().nullable(),
  assessmentType: z.enum(["P3M3", "ITIL"]),
  /** The voice's name and role; the name is null once it is forgotten. */
  name: z.string().nullable(),
  role: z.string(),
  /** Who asks; null for somebody who was removed. */
  askedBy: z.object({ name: z.string().nullable(), email: mailAddress }).nullable(),
  message: z.string(),
  until: z.string(),
  checksFacts: z.boolean(),
  closed: z.boolean(),
  doneAt: z.string().nullable(),
  /** Whether mails are sent to this voice: it can ask for no more of them. */
  mails: z.boolean(),
  /** In the order of the model; none once it is closed. */
  pages: z.array(z.object({ place: z.string(), name: z.string(), within: z.string().nullable(), total: z.number(), answered: z.number() })),
});
export type VoiceSheet = z.infer<typeof voiceSheet>;

/** Extension `voice-sender`: for whom somebody asks. */
export const voiceSender = z.object({
  /** The team's name, as its leads give it; null where it has none that outsiders may read. */
  team: z.string().nullable(),
  /** A digest of its logo, which changes with the picture; null where there is none. */
  logo: z.string().nullable(),
});
export type VoiceSender = z.infer<typeof voiceSender>;

/** Extension `mails-again`: whether the voice's address gets mails about sheets. `refusedHere`: this link takes it back. */
export const voiceMails = z.object({ mails: z.enum(["none", "sent", "refused", "refusedHere"]) });
export type VoiceMails = z.infer<typeof voiceMails>;

/** A page of a sheet: a thread, practice or component. */
export const voicePage = z.object({
  place: z.string(),
  name: z.string(),
  within: z.string().nullable(),
  /** What it is about. */
  help: z.string().optional(),
  statements: z.array(
    z.object({
      questionId: z.number(),
      /** Of a component: empty, as its options say everything. */
      statement: z.string(),
      /** Without 'I cannot tell', which is always offered: the highest answer of a statement first, options by level. */
      choices: z.array(choice),
      choice: z.string().nullable(),
      comment: z.string(),
      seen: z.string(),
      /** What the assessor says, in words; only in a check of facts, and where there is an answer. */
      verdict: z.string().optional(),
    }),
  ),
  /** In a check of facts alone. */
  check: z
    .object({
      agrees: z.boolean().nullable(),
      reason: z.string(),
      /** Which verdicts the page shows. A check names those that it is about. */
      verdicts: z.string(),
    })
    .optional(),
  ...versioned,
});
export type VoicePage = z.infer<typeof voicePage>;

/** More than any page has statements. */
const VERDICTS_MAX = 100;

/** The content of a page. Statements that are left out stay as they are. */
export const voicePageForm = z.object({
  answers: z
    .array(
      z.object({
        questionId: z.number(),
        choice: z.string().max(20).nullable(),
        comment: typedText(VOICE_COMMENT_MAX),
        seen: typedText(VOICE_SEEN_MAX),
      }),
    )
    .max(LIST_MAX),
  check: z
    .object({
      agrees: z.boolean().nullable(),
      reason: typedText(VOICE_COMMENT_MAX),
      /** As the page had them that was filled in. If they are others by now, the check is stored, but counts as not given. */
      verdicts: z.string().max(VERDICTS_MAX),
    })
    .superRefine(({ agrees, reason }, { addIssue }) => {
      if (agrees === false && reason === "") addIssue({ code: "custom", path: ["reason"], message: voiceMessages.reason });
    })
    .optional(),
});
export type VoicePageForm = z.output<typeof voicePageForm>;
