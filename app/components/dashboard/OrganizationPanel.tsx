import { ChevronDownIcon, ChevronRightIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Link } from "@remix-run/react";
import { AssessmentTable } from "~/components/dashboard/AssessmentTable";
import { paths } from "~/paths";
import type { Panel } from "~/view";

const TAB_NAMES = { active: "Active", completed: "Completed", archive: "Archive" } as const;

/** One organisation: a line while collapsed, its facts and assessments while open. The address says which is open. */
export function OrganizationPanel({ organization }: { organization: Panel }) {
  const { opened } = organization;
  const headId = `organization-${organization.id}`;
  return (
    <section className="organization" aria-labelledby={headId}>
      <Link
        className="organization-head"
        id={headId}
        aria-expanded={opened !== undefined}
        to={opened ? "/?organization=" : paths.home({ organizationId: organization.id })}
        preventScrollReset
      >
        {opened ? <ChevronDownIcon className="icon" aria-hidden /> : <ChevronRightIcon className="icon" aria-hidden />}
        <span className="organization-name">{organization.name}</span>
        <span className="small">{organization.active} active</span>
        <span className="small">{organization.completed} completed</span>
        <span className="small muted">{organization.location}</span>
        <span className="small muted">{organization.businessUnit ?? "Not provided"}</span>
      </Link>
      {opened ? (
        <div className="organization-body">
          <div className="row row-between">
            <dl className="facts small">
              <dt>Location</dt>
              <dd>{organization.location}</dd>
              <dt>Industry</dt>
              <dd>{organization.industry}</dd>
              <dt>Business unit</dt>
              <dd>{organization.businessUnit ?? "Not provided"}</dd>
              <dt>Number of employees</dt>
              <dd>{organization.size}</dd>
            </dl>
            <div className="row">
              <Button asChild variant="soft">
                <Link to={paths.organizationEdit(organization.id)}>Edit Details</Link>
              </Button>
              <Button asChild>
                <Link to={paths.assessmentCreate(organization.id)}>Create assessment</Link>
              </Button>
            </div>
          </div>
          <nav className="tabs" aria-label={`Assessments of ${organization.name}`}>
            {(Object.keys(TAB_NAMES) as (keyof typeof TAB_NAMES)[]).map((tab) => (
              <Link
                key={tab}
                to={paths.home({ organizationId: organization.id, tab })}
                aria-current={opened.tab === tab ? "page" : undefined}
                preventScrollReset
              >
                {TAB_NAMES[tab]} ({opened.counts[tab]})
              </Link>
            ))}
          </nav>
          {opened.tables.map(({ model, rows }) => (
            <AssessmentTable
              key={model}
              model={model}
              rows={rows}
              tab={opened.tab}
              empty={`There are currently no ${TAB_NAMES[opened.tab]} assessments`}
            />
          ))}
        </div>
      ) : null}
    </section>
  );
}
