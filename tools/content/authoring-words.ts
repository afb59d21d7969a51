/** The words by which an author's slips are found. docs/content.md#writing-statements says why each of them is one. */

const NUMBER =
  "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|a|an)";
const TIME = "(?:(?:working|calendar|business) )?(?:minute|hour|day|week|month|quarter|year)s?";

/**
 * Quantities that belong to the subject, each with the reason. They are taken out of a text before it is searched for quantities.
 * A new one needs a reason that holds for every pack.
 */
export const OF_THE_MATTER: readonly { phrase: RegExp; why: string }[] = [
  { phrase: new RegExp(`\\b(?:every|each) (?:${NUMBER} )?${TIME}\\b`, "giu"), why: "an interval" },
  { phrase: /\bat least (?:hourly|daily|weekly|monthly|quarterly|yearly|(?:once|twice) a \p{L}+)\b/giu, why: "an interval" },
  { phrase: /\b(?:once|twice) (?:a|per) \p{L}+\b/giu, why: "an interval" },
  { phrase: new RegExp(`\\b(?:at (?:least|most) |no later than |(?:more|less) than )?${NUMBER} ${TIME}\\b`, "giu"), why: "a period" },
  { phrase: /\btolerances? (?:of|within) [\p{L}\d]+(?: per cent)?\b/giu, why: "a tolerance" },
  { phrase: /\b(?:level|stage|tier|line|phase) (?:\d|one|two|three|four|five)\b/giu, why: "a name with a number" },
  {
    phrase:
      /\b(?:more|fewer|less) than (?:[\p{L}'’]+ ){1,4}?(?:days|error|hours|level|limit|margin|minutes|number|percentage|share|target|tolerance|value)\b/giu,
    why: "a figure beyond its limit",
  },
  { phrase: /\bhow (?:many|much)\b/giu, why: "names a figure" },
  { phrase: /\bin any (?:other )?(?:form|kind of file)\b/giu, why: "leaves the device open" },
  { phrase: /\bno longer\b|\beach other(?:'s)?\b|\bmost recent\b|\bany other of (?:its|their)\b/giu, why: "says nothing of how many" },
];

/** How widely something holds: the answer's scale says that, not the statement. */
export const QUANTITY =
  /\b(?:some|most(?:ly)?|many|much of|all|every|each|several|(?:a )?few|(?:the )?(?:majority|minority)|almost|nearly|at (?:least|most)|(?:no |not )?(?:more|less|fewer) than|half|(?:a|one) third of|two thirds|fifths?|three quarters|none|no|no one|nobody|nothing|any|anybody|anyone|anything|everybody|everyone|everything|everywhere|one or (?:more|another)|a number of|various|enough|sufficient(?:ly)?|typically|usual(?:ly)?|often|generally|normally|mainly|largely|widely|frequent(?:ly)?|regular(?:ly)?|periodic(?:al(?:ly)?)?|occasional(?:ly)?|on occasion|now and then|from time to time|sometimes|rarely|seldom|always|never|invariably|consistent(?:ly)?|throughout|entire(?:ly)?|completely|fully|without exception|in full|promptly|in good time|\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred|dozen|twice|per cent)\b/iu;

/** What somebody remembers: no paper shows it, and two assessors who ask on different days hear different things. */
export const MEMORY =
  /\b(?:recall\w*|remember\w*|recollect\w*|recounts?|recounted|memor(?:y|ies)|reminded of|(?:has|have|had) heard|heard of|feels?|felt|believes?|believed|thinks?|thought|in mind|familiar with|can tell|can say|can describe|can explain|can name)\b/iu;
/** What somebody knows. Level 1 may ask for it where it also says by what it shows. */
export const KNOWING =
  /\b(?:knows?|knew|known to|(?:is|are|was|were) aware|aware(?:ness)? of|understands?|understood|recognizes? that)\b/iu;
/** What was said without a trace. It may stand beside a trace. */
export const TALK = /\b(?:talks?|talked|conversations?|chats?|spoke|spoken|has discussed|have discussed|informally discuss\w+)\b/iu;
/** By what a claim shows: somebody says it when asked, or a paper or tool holds it. */
export const SHOWN =
  /\b(?:asked|names?|states?|says?|explains?|describes?|points? (?:out|to)|produces?|demonstrates?|minutes?|notes?|notebooks?|record(?:s|ed)?|logs?|logged|registers?|messages?|emails?|mails?|papers?|documents?|written|slides?|agendas?|files?|lists?|tickets?|plans?|tools?|reports?)\b/iu;

/** Other words for who receives a result, which is the customer here whether inside the organization or outside, and paying or not. */
export const NOT_CUSTOMER = /\b(?:clients?|paying|payers?|purchasers?|consumers?|clientele)\b/iu;

/** Verbs that are hardly ever anything else, in the third person and in the plural, so that they show a clause. */
const AUXILIARIES = "is|are|was|were|has|have|had|can|could|may|might|must|will|would|shall|should|does|do|did";
const SINGULAR =
  "shows|keeps|follows|decides|contains|covers|carries|holds|gives|gets|takes|sees|says|tells|explains|describes|refers|relates|applies|agrees|approves|accepts|brings|becomes|confirms|corrects|compares|complies|defines|determines|directs|enters|exists|goes|identifies|includes|informs|learns|makes|meets|obliges|passes|proves|provides|publishes|puts|quotes|receives|reflects|remains|rests|reaches|sends|serves|stays|takes|triggers|verifies|writes|adopts|adjusts|allocates|appoints|assesses|assigns|collects|owns|replaces|selects";
const PLURAL = "exist|contain|include|comply|refer|agree|follow|belong|become|carry|receive|provide|explain|describe|confirm";
const PAST = "took|led|came|went|gave|became|rose|fell|began|saw|knew|chose|wrote";
const FINITE = `(?:${AUXILIARIES}|${SINGULAR}|${PLURAL})`;
/** Words that open a clause which says more about a noun, or when; the verb after them is not another claim. */
const SUBORDINATE = "that|which|who|whose|whom|where|when|as|if|whether|how|what|before|after|until|once|because|than";

/** Several claims in one sentence, each pattern with what gives them away. */
export const SEVERAL_CLAIMS: readonly { pattern: RegExp; sign: string }[] = [
  { pattern: /;/u, sign: "a semicolon" },
  { pattern: /[.!?] \p{Lu}/u, sign: "two sentences" },
  { pattern: /, (?:and|but|while|whereas|which|with|so that|yet)\b/iu, sign: "a clause after a comma" },
  { pattern: /\b(?:as well as|in addition|furthermore|moreover|not only|both)\b/iu, sign: "an addition" },
  {
    pattern: new RegExp(`\\b${FINITE}\\b.*\\band (?:(?!(?:${SUBORDINATE})\\b)[\\p{L}'-]+ ){0,4}(?:${AUXILIARIES})\\b`, "iu"),
    sign: "a second clause after 'and'",
  },
  { pattern: new RegExp(`\\band (?:then |also |\\p{L}+ly )?(?:${SINGULAR})\\b`, "iu"), sign: "a second verb after 'and'" },
  {
    pattern:
      /\b\p{L}{3,}ed(?: \p{L}+)?(?: and (?:\p{L}+ly )?\p{L}{3,}ed\b|(?: \p{L}+){1,3} and (?:\p{L}+ly )?\p{L}{3,}ed(?=\.| (?:by|when|at|in|before|after|if|on|to|with|within|for)\b))/iu,
    sign: "two participles joined by 'and'",
  },
];

/**
 * Signs that are no second claim at levels 4 and 5, where a measure and its use, or a change and its proof, are one claim: a manager
 * compares a figure with a limit and decides.
 */
export const ONE_CLAIM_WITH_ITS_USE: ReadonlySet<string> = new Set([
  "a clause after a comma",
  "a second clause after 'and'",
  "a second verb after 'and'",
  "two participles joined by 'and'",
]);

/** What a consultant would not say aloud to a client. */
export const UNNATURAL =
  /\b(?:stands? in|held against|set beside|weighed against|(?:goes|go|decided) (?:by|on) an? (?:figure|count|score|rate|measure)|(?:rests?|turns?|depends?) on an? (?:figure|count|score)|on a (?:trial|comparison|test)|be it|or the like|of (?:their|its) own accord|in step with|on another footing|mended|surer|exchanged|whoever|gains?|favoured)\b/iu;

/** A verb that makes a sentence of a diagnostic. */
export const SENTENCE_VERB = new RegExp(`\\b(?:${AUXILIARIES}|${PAST}|show|${SINGULAR}|${PLURAL})\\b`, "iu");
/** Verbs that open an order, which under "Strengths" would read as something still to be done. */
export const ORDER =
  /^(?:Keep|Make|Ensure|Define|Identify|Establish|Agree|Give|Take|Hold|Let|Have|Ask|Show|Tell|Put|Set|Write|Bring|Adopt|Compare|Choose|Decide|Improve|Provide)\b(?! (?:of|for)\b)/u;
/** Words that pass the verdict which the assessor's mark is there to pass. */
export const VERDICT =
  /\b(?:good|well|clear(?:ly)?|proper(?:ly)?|adequate(?:ly)?|appropriate(?:ly)?|effective(?:ly)?|efficient(?:ly)?|strong|weak|poor|lack(?:s|ing)?|missing|absent|absence|insufficient|incomplete|successful(?:ly)?|excellent|better|improved|not|without)\b/iu;
