/**
 * The models give an item (a thread, practice or component) an adapter, so that all items have one loader and one save. The adapters alone
 * know descoping, marks and computed components (`p3m3/item.server.ts`, `itil/item.server.ts`).
 */
import type { ProgressQuery, WithAgain } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Versions } from "#model/contract/common.ts";
import type { Subject } from "#model/contract/history.ts";
import type { Note } from "#model/contract/p3m3.ts";
import type { Gate } from "#model/gates/gate.ts";
import type { ConcernItem } from "~/services/answering/concerns/concern.server";
import type { AnswerStore } from "~/services/answering/store.server";
import type { WriteOptions } from "~/services/upstream/upstream.server";
import type { ProgressView } from "~/views/answering";
import type { ItemOf, ItemPage, Kind } from "~/views/answering/item";
import type { AnsweringPaths } from "~/views/paths";
import type { Change, FieldReader, PartChange, SavedPart, StoredValues } from "~/views/saving";

/** An item that an address names. */
export interface ItemAdapter<K extends Kind = Kind, Progress extends WithAgain = WithAgain> {
  kind: K;
  /** Where its answers are. */
  store: AnswerStore;
  form: ItemForm<K>;
  assessment: Assessment;
  subject: Subject;
  /** Of perspective and thread, or of the practice or component. */
  codes: readonly string[];
  /** The address of its questions, and the one that script posts changes to. */
  here(at: AnsweringPaths): string;
  save: string;
  /** @throws UpstreamFault */
  readProgress(query?: ProgressQuery): Promise<Progress>;
  /** The progress as screens show it. */
  viewOf(progress: Progress, at?: AnsweringPaths): Promise<ProgressView>;
  /** The questions as they are stored now. @throws UpstreamFault */
  readQuestions(): Promise<StoredQuestions<K, Progress>>;
  /** @throws UpstreamFault */
  readNote(): Promise<Note>;
  writeNote(body: string, options: WriteOptions): Promise<unknown>;
  /** The help texts of the item and of its group. */
  findHelp(): Promise<Pick<ItemPage, "help" | "groupHelp">>;
  /** The address that follows once it is saved. @throws LoadFailure */
  findNext(): Promise<string>;
}

/** How the form of an item is read. */
export interface ItemForm<K extends Kind = Kind> {
  kind: K;
  /** The gate of what was posted; undefined where script posts an answer, and only its questions tell the gate. @throws BadRequest */
  gateIn(posted: FieldReader): Gate | undefined;
  /** How many statements a form has, from the answers that it was rendered with. */
  countIn(base: string): number;
  /** The parts of a change that only this kind has. @throws BadRequest */
  readFurther?(posted: FieldReader): Change;
}

/** The questions of an item, as they are stored now. */
export interface StoredQuestions<K extends Kind, Progress> {
  /** As the upstream gives them, for their texts. */
  questions: unknown;
  /** Of these parts, as they were read. */
  versions: Versions | undefined;
  /** Its parts as changes to them are posted, without the note. */
  values: StoredValues;
  /** What its screen shows of it, and what concerns need to know. */
  show(progress: Progress, view: ProgressView, at: AnsweringPaths): ShownItem<K>;
  /** Stores answers. @throws BadRequest for answers that do not fit the questions; UpstreamFault */
  answer(target: string, options: WriteAnswers): Promise<Progress>;
  /** How its other parts are stored; a part that it does not have is absent. @throws UpstreamFault */
  write: Partial<Record<SavedPart, (change: PartChange, options: Pick<WriteOptions, "changeKey">) => Promise<unknown>>>;
}

interface WriteAnswers extends Pick<WriteOptions, "changeKey"> {
  /** Whether an answer confirms that of the assessment before, by its number from 0. */
  isConfirmed(index: number): boolean;
}

export interface ShownItem<K extends Kind> extends Pick<ItemPage<K>, "subtitle" | "next"> {
  item: Omit<ItemOf<K>, "place" | "note" | "noteVersion" | "concerns" | "links">;
  request: ConcernItem;
}
