import { OrganizationPanel } from "~/components/home/OrganizationPanel";
import { Pager } from "~/components/shell/Pager";
import { SearchForm } from "~/components/shell/SearchForm";
import type { Dashboard } from "~/views/home";
import { DASHBOARD_FIELDS, paths } from "~/views/paths";

/** The organizations of a dashboard. A long list has a search and pages. */
export function OrganizationList({ dashboard }: { dashboard: Dashboard }) {
  const { organizations, place, readOnly, isSearched, total, matches, pages } = dashboard;
  const at = readOnly ? paths.allAssessments : paths.home;
  return (
    <div className="stack-tight">
      {isSearched ? (
        <div className="row row-between">
          <span className="small muted" role="status">
            {place.search ? `${matches} of ${total} organizations match` : `${total} organizations`}
          </span>
          <SearchForm
            label="Find an organization"
            field={DASHBOARD_FIELDS.search}
            value={place.search}
            action={at()}
            kept={{}}
            clearAt={at({ organizationId: place.organizationId })}
          />
        </div>
      ) : null}
      {organizations.length === 0 ? <p className="panel muted">No organization matches your search.</p> : null}
      {organizations.map((organization) => (
        <OrganizationPanel key={organization.id} organization={organization} place={place} readOnly={readOnly} />
      ))}
      <Pager
        page={place.page ?? 1}
        pages={pages}
        matches={matches}
        noun="organizations"
        at={(page) => at({ search: place.search, page, organizationId: "" })}
      />
    </div>
  );
}
