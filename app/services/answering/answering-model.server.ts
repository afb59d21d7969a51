/** What differs between the two maturity models where an assessment is answered as a whole; their screens have modules of their own. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { Overview } from "#model/contract/overview.ts";
import type { AnswerStore } from "~/services/answering/store.server";
import type { RequestContext } from "~/services/context.server";
import type { ChangeContext } from "~/services/saving/posted-form.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { ProgressView } from "~/views/answering";
import type { Hit } from "~/views/answering/search";
import type { WorkbookRows } from "~/views/answering/workbook";
import type { AnsweringPaths } from "~/views/paths";
import type { Change, FieldReader, SaveOutcome } from "~/views/saving";

/** A thread, practice or component with all that can be found in it. */
export interface SearchablePart {
  name: string;
  /** Such as `thread/2/7`. */
  place: string;
  href: string;
  texts: SearchableText[];
}

/** A text that the search looks through. */
export interface SearchableText extends Pick<Hit, "kind"> {
  level?: number | undefined;
  text: string;
  anchor: string;
  /** The id of the question or option whose statement it is. */
  statementOf?: number;
}

/** A thread, practice or component as rows of a workbook, with where its questions are. */
export interface Item extends WorkbookRows {
  href: string;
  /** Where it is answered: codes of perspective and thread, or of the practice or component. */
  codes: string[];
  /** The ids of its questions in the order in which the history records their answers. */
  recorded: number[];
  /** The versions of its parts (extension `versions`). */
  versions: { answers?: number | undefined; note?: number | undefined };
}

export interface ItemGroup {
  name: string;
  items: Item[];
}

export interface AnsweringModel<Own extends Assessment, OwnOverview extends Overview> {
  /**
   * Saves a change. A refusal by the upstream is an outcome, not an error.
   * @param codes of perspective and thread, or of the practice or component
   * @throws NotFound, LoadFailure, SessionOver; BadRequest for answers that do not fit the questions
   */
  save(
    context: RequestContext,
    store: AnswerStore,
    assessmentId: Id,
    codes: readonly string[],
    change: Change,
    sent?: ChangeContext,
  ): Promise<SaveOutcome>;
  /** Reads a change that script posted, and saves it. @param params of the address @throws as `save` does */
  savePosted(
    context: RequestContext,
    store: AnswerStore,
    params: Readonly<Record<string, string | undefined>>,
    posted: FieldReader,
  ): Promise<SaveOutcome>;
  /** The progress as screens show it. @throws UpstreamFault */
  readProgress(api: UserApi, assessment: Own, at?: AnsweringPaths): Promise<ProgressView>;
  /** All that somebody answers, in order, whether it is still to answer, and whether there is anything to read. @throws LoadFailure */
  listToAnswer(
    api: UserApi,
    assessment: Own,
    at: AnsweringPaths,
  ): Promise<{ href: string; isOpen: boolean; isAnswered: boolean; codes: string[] }[]>;
  /** The address of the grid that an item is in; undefined for an item without a grid. @param codes of the item */
  gridOf(api: UserApi, assessment: Own, codes: readonly string[], at: AnsweringPaths): Promise<string | undefined>;
  /** All that can be searched. */
  listSearched(assessment: Own, overview: OwnOverview, at: AnsweringPaths): SearchablePart[];
  /** Everything that can be answered, in the groups that become sheets of the workbook. */
  listItems(assessment: Own, overview: OwnOverview): ItemGroup[];
  /** The facts that only its workbook has, in addition to those of every workbook. */
  workbookFacts(assessment: Own): { label: string; value: string }[];
  /** What its levels mean, a line for each. */
  levels: string[];
}

/** The note of a place, to be searched. */
export const noteIn = ({ body }: { body: string }) => ({ kind: "Note" as const, text: body, anchor: "note" });

/** The code of an item in scope; an empty text for one that has left it. */
export const codeIn = (list: readonly { id: number; code: string }[] | undefined, id: number): string =>
  list?.find((item) => item.id === id)?.code ?? "";
