import { Link } from "@remix-run/react";
import { downloadClicked } from "~/components/shell/DownloadLink";
import { Icon } from "~/components/shell/Icon";
import { Page } from "~/components/shell/Page";
import { ButtonLink, buttonLook } from "~/components/shell/parts";
import { ServerMarkup } from "~/components/shell/ServerMarkup";
import { Table } from "~/components/shell/Table";
import { NO_COMMON_FIGURE, type ProfileMember, profilePaths, type ShownProfile } from "~/views/engagement-profile";
import { FURTHER_FORMATS } from "~/views/paths";

// Exhibits come from the server as HTML: no script of this page asks for the styles of their tables.
import "~/components/results/ExhibitTable.module.css";
import styles from "~/components/results/Result.module.css";

/** The scores of an engagement's assessments beside each other (docs/rules/engagements.md#the-profile). */
export function ProfileScreen({ page, html }: { page: ShownProfile; html: string | undefined }) {
  const { id, name, organization, members, images, isEmpty, links } = page;
  return (
    <Page
      title={`Profile of ${name}`}
      subtitle={<Link to={organization.to}>{organization.name}</Link>}
      actions={
        <ButtonLink to={links.engagement} variant="soft" className="no-print">
          The engagement
        </ButtonLink>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the links within, which work without this */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div className="stack" onClick={downloadClicked}>
        <p className="measure">{NO_COMMON_FIGURE}</p>
        {isEmpty ? (
          <p className="muted">There is nothing to show yet: no assessment of this engagement has a scope that you can read.</p>
        ) : (
          <div className="row row-wide no-print">
            <a href={links.workbook} data-download {...buttonLook({ variant: "soft" })}>
              <Icon name="Download" inButton />
              Export to Excel
              <span role="status" />
            </a>
            <span className="row small">
              Images also as:
              {FURTHER_FORMATS.map((format) => (
                <Link
                  key={format}
                  to={profilePaths.screen(id, format === images ? undefined : format)}
                  preventScrollReset
                  aria-label={`${format === images ? "Images no longer as" : "Images also as"} ${format.toUpperCase()}`}
                >
                  {format === images ? `${format.toUpperCase()} ✓` : format.toUpperCase()}
                </Link>
              ))}
            </span>
          </div>
        )}
        <ServerMarkup id="profile-body" className={`stack ${styles.reportBody}`} html={html} />
        <section className="panel stack" aria-labelledby="members">
          <h2 id="members">Assessments</h2>
          {members.length === 0 ? <p className="muted">No assessment belongs to it yet.</p> : <Members members={members} />}
        </section>
      </div>
    </Page>
  );
}

function Members({ members }: { members: ProfileMember[] }) {
  const hasUnits = members.some(({ unit }) => unit !== "");
  return (
    <Table
      columns={[
        {
          title: "Assessment",
          names: true,
          show: ({ id, name, to, standing }) =>
            to ? (
              <Link to={to}>
                {name}
                <span className="visually-hidden">
                  , {standing}, ID {id}
                </span>
              </Link>
            ) : (
              name
            ),
        },
        ...(hasUnits ? [{ title: "Unit", show: ({ unit }: ProfileMember) => unit || "–" }] : []),
        { title: "In the profile", show: ({ to, label }) => (to ? label : "–") },
        { title: "In scope", show: ({ to, extent }) => (to ? (extent ?? "All of the scope") : "–") },
        { title: "Standing", show: ({ standing }) => standing },
      ]}
      rows={members}
      keyOf={({ id }) => id}
    />
  );
}
