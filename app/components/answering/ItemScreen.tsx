import { useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { nextOf } from "#model/gates/gate.ts";
import { ClearButton, ClearConfirmation, News, UndoOffer } from "~/components/answering/Clearing";
import { useOnQuestions } from "~/components/answering/concerns/on-questions";
import type { ItemFace } from "~/components/answering/gates/face";
import { keyRows } from "~/components/answering/keys";
import { QuestionsFrame } from "~/components/answering/QuestionsFrame";
import { QuestionsPage, type ShownProgress } from "~/components/answering/QuestionsPage";
import { useAnswerKeys } from "~/components/answering/useAnswerKeys";
import { useItem } from "~/components/answering/useItem";
import { HiddenFields } from "~/components/shell/HiddenFields";
import type { FormResult, ProgressView } from "~/views/answering";
import { answerField, type ItemPage, type Kind } from "~/views/answering/item";

interface ItemScreenProps<K extends Kind> {
  page: ItemPage<K>;
  face: ItemFace<K>;
  result: FormResult | undefined;
}

/** The questions of a thread, practice or component: its statements, the note, what accompanies them, and the progress. */
export function ItemScreen<K extends Kind>({ page, face, result }: ItemScreenProps<K>) {
  const { item } = page;
  // A thread that was descoped begins anew.
  const of = `${item.links.here} ${item.isAnswered}`;
  return (
    <QuestionsPage page={page} of={of}>
      {(shown) => <AnsweredItem key={of} page={page} face={face} result={result} progress={shown} />}
    </QuestionsPage>
  );
}

function AnsweredItem<K extends Kind>({ page, face, result, progress }: ItemScreenProps<K> & { progress: ShownProgress<ProgressView> }) {
  const [query] = useSearchParams();
  const { readOnly, pageId, links } = page;
  const { item } = page;
  const { here } = item.links;
  const form = useRef<HTMLFormElement>(null);
  const gate = face.gateOf(item);
  const editing = useItem({
    ...{ screen: page, item, gate, label: face.labelOf(item), was: query.get("was"), result, form },
    onProgress: progress.onProgress,
  });
  const { editable, writable, effects } = editing;
  const answers = editing.answers.value;
  const statements = gate.open(answers);
  const isStarted = gate.isStarted(answers);
  const leads = useRef<(index: number) => void>();
  const concerns = useOnQuestions(item.concerns, {
    ...{ editable: writable, readOnly, pageId, here, result, form, edited: editing.edited },
    note: item.noteVersion === undefined ? undefined : editing.note,
    onProgress: (newest) => progress.onProgress(newest as ProgressView),
    item: {
      ...{ name: item.name, what: face.what, editable, computed: !item.isAnswered && face.asks === undefined, isStarted },
      isChoice: face.asks === undefined,
      statements: statements.map(({ open, isNext, choice }, index) => ({
        ...{ of: face.nameOf(item, index), field: answerField(item.gate.kind, index), isOpen: open, isAsked: isNext },
        ...{ options: face.optionsOf(item), chosen: choice === undefined ? undefined : gate.options[choice]?.value },
      })),
      ...{ stored: item.answers, answers, answer: editing.answer, confirm: editing.confirm },
      ...{ take: editing.take, former: editing.former },
      lead: (index) => leads.current?.(index + face.firstItem),
    },
  });
  // The one question of a screen is in focus wherever that is.
  const next = nextOf(statements) ?? (face.asks === undefined ? 0 : undefined);
  const concernKeys = editable ? concerns.keys : concerns.keys.filter(({ reads }) => reads);
  const keys = useAnswerKeys({
    rows:
      editable || concernKeys.length > 0
        ? keyRows({ choices: face.choices, item: face.asks, next: face.next, reads: !editable, concerns: concernKeys })
        : undefined,
    choice: page.choices.keys,
    container: form,
    next: editable && next !== undefined ? next + face.firstItem : undefined,
    ...{ concerns: concernKeys, firstItem: face.firstItem },
    onAnswer: (number, choice) => editing.answer(number - face.firstItem, choice),
    onStep: (number, by) => editing.step(number - face.firstItem, by),
    onSettle: editing.settle,
    onNext: editing.next,
    onUndo: editing.takeBack,
  });
  leads.current = keys?.lead;
  const answered = { item, gate, answers };
  const confirm = query.get("confirm");
  const changed = [concerns.used, face.clearedInWords(effects)].filter(Boolean).join(" ") || undefined;
  const parts = face.useParts({ ...answered, page, editing, statements, concerns, result, confirm, onAnswer: editing.answer });
  const canClear = editable && isStarted && face.clearing;
  return (
    <QuestionsFrame
      page={page}
      answering={editing}
      concerns={concerns}
      progress={progress.progress}
      editable={writable}
      result={result}
      what={face.what}
      labels={import.meta.env.SSR ? [...face.labels(item), ...(parts.labels ?? [])] : []}
      parts={[{ part: "answers", draft: editing.answers, compare: face.compare(item, gate) }, ...(parts.parts ?? [])]}
      form={form}
      dialogs={
        <>
          {parts.dialogs}
          {confirm === "clear" && canClear ? (
            <ClearConfirmation
              {...canClear}
              {...{ here, pageId, base: item.answers, empty: gate.empty }}
              onClear={() => {
                editing.clear();
                editing.close();
              }}
            />
          ) : null}
        </>
      }
      notice={parts.notice}
      head={{
        ...{ word: face.wordOf(answered), score: face.scoreOf(answered), keys, ...parts.head },
        howToRate: item.isAnswered ? page.howToRate : [],
      }}
      undo={
        gate.canClear || changed ? (
          <>
            <News>{editing.news}</News>
            <UndoOffer cleared={changed} former={editing.former} history={links.history} onUndo={editing.undo} />
          </>
        ) : null
      }
      tools={
        editable && (parts.tools || canClear) ? (
          <div className="row row-between baseline">
            {parts.tools}
            {canClear ? <ClearButton what={face.what} /> : null}
          </div>
        ) : null
      }
    >
      {editable ? <HiddenFields fields={{ base: result?.typed.answers?.base ?? item.answers, ...parts.fields }} /> : null}
      {parts.above}
      {parts.statements}
    </QuestionsFrame>
  );
}
