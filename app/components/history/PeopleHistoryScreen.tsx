import { Days, Paging } from "~/components/history/Days";
import { HistoryEntry } from "~/components/history/HistoryEntry";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import type { PeopleHistoryPage } from "~/views/history";
import { paths } from "~/views/paths";

/** Who did what about the people of a team, and when (docs/rules/people.md#history). */
export function PeopleHistoryScreen({ page: { all, entries, newer, older } }: { page: PeopleHistoryPage }) {
  return (
    <Page
      title="History of people"
      subtitle="Who was invited, joined and left, and who changed what people may do."
      actions={
        <span className="row">
          {all ? (
            <ButtonLink to={all} variant="soft">
              History of the team
            </ButtonLink>
          ) : null}
          <ButtonLink to={paths.people()} variant="soft">
            All people
          </ButtonLink>
        </span>
      }
    >
      <div className="stack">
        {entries.length === 0 ? <p className="panel muted">Nothing is recorded yet.</p> : null}
        <Days entries={entries} keyOf={({ id }) => id} show={(entry) => <HistoryEntry entry={entry} to={undefined} />} />
        <Paging newer={newer} older={older} />
      </div>
    </Page>
  );
}
