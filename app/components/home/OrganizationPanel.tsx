import { Link } from "@remix-run/react";
import { listed } from "#model/words.ts";
import { AssessmentTable } from "~/components/home/AssessmentTable";
import { type AddressOf, useAddresses } from "~/components/home/useAddresses";
import { useShownAtOnce } from "~/components/home/useShownAtOnce";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { useNavigation } from "~/components/shell/held-forms";
import { Icon } from "~/components/shell/Icon";
import { ButtonLink } from "~/components/shell/parts";
import { SearchForm } from "~/components/shell/SearchForm";
import type { OpenedPanel, Panel, Tab } from "~/views/home";
import { DASHBOARD_FIELDS, type DashboardAddress, fragmentOf, panelId, paths } from "~/views/paths";
import styles from "./OrganizationPanel.module.css";

const TAB_NAMES: Record<Tab, string> = { active: "Active", completed: "Completed", archive: "Archive" };

interface OrganizationPanelProps {
  organization: Panel;
  place: DashboardAddress;
  /** 'All Assessments', where nothing may be changed. */
  readOnly: boolean;
}

/** One organization: a line when collapsed, its details and assessments when open. The address tells which one is open. */
export function OrganizationPanel({ organization, place, readOnly }: OrganizationPanelProps) {
  const { id, name, location, industry, size, businessUnit, mayChange } = organization;
  const elementId = panelId(id);
  const at = useAddresses(readOnly);
  const { opened, counts } = useShownAtOnce(organization);
  const isLoading = useOpening(id) && !opened;
  const overview = { search: place.search, page: place.page };
  const whenOpen = { ...overview, organizationId: id };
  const open = `${readOnly ? paths.allAssessments(whenOpen) : paths.home(whenOpen)}${fragmentOf(whenOpen)}`;
  return (
    <section
      className={`panel ${styles.organization}`}
      aria-labelledby={`${elementId}-name`}
      id={elementId}
      tabIndex={-1}
      aria-busy={isLoading}
    >
      <Link
        className={`nav-link ${styles.organizationHead}`}
        aria-expanded={opened !== undefined}
        to={opened ? at({ ...overview, organizationId: "" }, `#${elementId}`) : open}
        preventScrollReset
      >
        <Icon name={isLoading ? "Update" : opened ? "ChevronDown" : "ChevronRight"} />
        <h2 className={styles.organizationName} id={`${elementId}-name`}>
          {name}
        </h2>{" "}
        <span className="small">{counts.active} active</span> <span className="small">{counts.completed} completed</span>{" "}
        <span className="small muted">{location}</span> <span className="small muted">{businessUnit}</span>
        {isLoading ? (
          <span className="visually-hidden" role="status">
            Loading the assessments of {name}
          </span>
        ) : null}
      </Link>
      {opened ? (
        <div className={`${styles.organizationBody} stack`}>
          <div className="row row-between">
            <Facts
              inBlocks
              className="row row-wide small"
              facts={[
                ["Location", location],
                ["Industry", industry],
                ["Business unit", businessUnit],
                ["Number of employees", size],
              ]}
            />
            {readOnly || !mayChange ? null : (
              <div className="row">
                <ButtonLink to={paths.organizationEdit(id)} variant="soft">
                  Edit Details
                </ButtonLink>{" "}
                {/* Not for an account that works with neither model. */}
                {opened.failed || opened.tables.length > 0 ? (
                  <ButtonLink to={paths.assessmentCreate(id)}>Create assessment</ButtonLink>
                ) : null}
              </div>
            )}
          </div>
          {opened.failed ? (
            <Callout kind="error" title="Sorry, something went wrong...">
              The assessments of this organization could not be loaded.{" "}
              <Link to={at({ ...place, organizationId: id, again: opened.again })} preventScrollReset>
                Try again
              </Link>
            </Callout>
          ) : (
            <Assessments organization={organization} opened={opened} place={{ ...place, organizationId: id }} at={at} readOnly={readOnly} />
          )}
        </div>
      ) : null}
    </section>
  );
}

interface AssessmentsProps {
  organization: Panel;
  opened: OpenedPanel;
  place: DashboardAddress;
  at: AddressOf;
  readOnly: boolean;
}

function Assessments({ organization, opened, place, at, readOnly }: AssessmentsProps) {
  const { tab, find, tablePages, ...kept } = { ...place, confirm: undefined };
  const here = `#${panelId(organization.id)}`;
  return (
    <>
      <div className="row row-between">
        <nav className="tabs" aria-label={`Assessments of ${organization.name}`}>
          {(Object.keys(TAB_NAMES) as Tab[]).map((name) => (
            <Link
              key={name}
              to={at({ ...kept, tab: name, find }, here)}
              aria-current={opened.tab === name ? "page" : undefined}
              preventScrollReset
            >
              {TAB_NAMES[name]} ({opened.counts[name]})
            </Link>
          ))}
        </nav>
        {opened.isSearched ? (
          <SearchForm
            label="Find an assessment"
            field={DASHBOARD_FIELDS.find}
            value={find}
            action={at({}, here)}
            kept={{
              [DASHBOARD_FIELDS.organization]: String(organization.id),
              [DASHBOARD_FIELDS.tab]: tab,
              [DASHBOARD_FIELDS.search]: kept.search,
            }}
            clearAt={at({ ...kept, tab }, here)}
          />
        ) : null}
      </div>
      {opened.tables.length === 0 ? (
        <p className="panel muted">
          Your account works with neither model, so there is nothing to show.{" "}
          {opened.leads?.length ? listed(opened.leads) : "A lead of your team"} can add a model to it.
        </p>
      ) : null}
      {opened.tables.map((table) => (
        <AssessmentTable
          key={table.model}
          table={table}
          tab={opened.tab}
          empty={
            <>
              There are currently no {TAB_NAMES[opened.tab]} assessments
              {readOnly || !organization.mayChange ? null : (
                <NextStep organization={organization} opened={opened} at={(name) => at({ ...kept, tab: name }, here)} />
              )}
            </>
          }
          pageAt={(page) => at({ ...kept, locked: undefined, tab, find, tablePages: { ...tablePages, [table.model]: page } }, here)}
        />
      ))}
      {opened.earlierScores || opened.targets || opened.actions || opened.engagements || opened.access || opened.history ? (
        <p className="row">
          {opened.actions ? <Link to={opened.actions}>Actions</Link> : null}{" "}
          {opened.targets ? <Link to={opened.targets}>Targets</Link> : null}{" "}
          {opened.earlierScores ? <Link to={opened.earlierScores}>Earlier scores, from assessments made elsewhere</Link> : null}{" "}
          {opened.engagements ? <Link to={opened.engagements}>Engagements</Link> : null}{" "}
          {opened.access ? <Link to={opened.access}>Who may see it</Link> : null}{" "}
          {opened.history ? <Link to={opened.history}>History</Link> : null}
        </p>
      ) : null}
    </>
  );
}

/** What somebody may do who finds a tab empty. */
function NextStep({ organization, opened, at }: { organization: Panel; opened: OpenedPanel; at: (tab: Tab) => string }) {
  const { tab, counts } = opened;
  const { id } = organization;
  const create = <Link to={paths.assessmentCreate(id)}>Create an assessment</Link>;
  const active = (
    <Link to={at("active")} preventScrollReset>
      {counts.active === 1 ? "Go to the active assessment" : `Go to the ${counts.active} active assessments`}
    </Link>
  );
  if (tab === "active") return <>. {create}</>;
  if (tab === "archive") return <>. What you archive is kept here, and can be restored.</>;
  return <>. An assessment appears here once it has been submitted. {counts.active > 0 ? active : create}</>;
}

/** Whether the page that opens this organization is being loaded. */
function useOpening(organizationId: Panel["id"]): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && new URLSearchParams(location.search).get(DASHBOARD_FIELDS.organization) === String(organizationId);
}
