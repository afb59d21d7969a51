import { type ReactNode, useState } from "react";
import { ProgressSidebar } from "~/components/answering/ProgressSidebar";
import { Modal } from "~/components/shell/Modal";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import type { ProgressView } from "~/views/answering";
import type { ItemPage } from "~/views/answering/item";
import { withAddresses } from "~/views/screens";

/** The progress that the screen shows, for the parts that are made anew for each thread, practice or component. */
export interface ShownProgress<Progress> {
  progress: Progress;
  /** Takes the newest, null when it could not be read. */
  onProgress(newest: Progress | null): void;
}

interface QuestionsPageProps {
  page: ItemPage;
  /** Names the thread, practice or component, as it is in scope. */
  of: string;
  /** The thread, practice or component itself. Its key is `of`, so that nothing typed for one appears in another. */
  children(shown: ShownProgress<ProgressView>): ReactNode;
}

/** What stays from one questions screen of an assessment to the next: the head of the page, and the progress. */
export function QuestionsPage(props: QuestionsPageProps) {
  const { page, of } = props;
  const { assessment, item } = page;
  const [newest, setNewest] = useState<{ of: string; progress: ProgressView | null }>();
  // A save of the screen before may still be answered. On the way back, what it brought would be old.
  if (newest && newest.of !== of) setNewest(undefined);
  const own = newest?.of === of ? newest.progress : undefined;
  const progress = own ?? page.progress;
  /** The address of a group's grid, and of its row for an item; undefined where there is none. */
  const gridAt = (code: string, item?: string) => {
    const grid = page.hasGrid ? progress.groups.find((group) => group.code === code)?.grid : undefined;
    return grid && item ? `${grid}#${encodeURIComponent(item)}` : grid;
  };
  return (
    <Page
      title={assessment.name}
      subtitle={page.subtitle}
      screens={withAddresses(page.screens, { Grid: gridAt(item.group.code, item.code) })}
    >
      {own === null ? <ProgressFailure onDismiss={() => setNewest(undefined)} /> : null}
      <div className="with-aside questions">
        {props.children({ progress, onProgress: (read) => setNewest({ of, progress: read }) })}
        <ProgressSidebar
          view={progress}
          current={{ group: item.group.code, item: item.code }}
          unit={progress.unit}
          grid={gridAt}
          search={page.links.search}
        />
      </div>
    </Page>
  );
}

/** Shown when answers were saved but the new progress could not be read (docs/rules/errors-and-retries.md#actions-that-fail). */
function ProgressFailure({ onDismiss }: { onDismiss: () => void }) {
  return (
    <Modal title="Sorry, something went wrong..." kind="error" onDismiss={onDismiss}>
      <p>Your answers are saved, but the progress could not be read. Please, try again later or get in touch.</p>
      <div className="row">
        <Button type="button" onClick={onDismiss}>
          Continue
        </Button>
      </div>
    </Modal>
  );
}
