import { Link } from "@remix-run/react";
import { useState } from "react";
import { listed } from "#model/words.ts";
import { CoverForm } from "~/components/results/CoverForm";
import { MisfitList } from "~/components/results/Misfits";
import { WishForm } from "~/components/results/ReportScreen";
import { ReportTextForm } from "~/components/results/ReportTextForm";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { Badge, ButtonLink } from "~/components/shell/parts";
import type { CoverOutcome, FitOutcome, TextOutcome } from "~/views/client-report";
import { type EngagementReportPage, engagementReportPaths } from "~/views/engagement-report";

const AUDIENCES = {
  full: "Full: everything that is ticked",
  board: "Board: at most 8 pages or 10 slides",
} as const;

/** Puts the report of an engagement together: sections, audience, texts (docs/rules/engagements.md#the-report). */
export function EngagementReportScreen({
  page,
  outcome,
}: {
  page: EngagementReportPage;
  outcome: TextOutcome | CoverOutcome | FitOutcome | undefined;
}) {
  const { id, name, organization, texts, cover, draft, waiting, isEmpty, mayWrite, links } = page;
  const whole = outcome && "of" in outcome ? outcome : undefined;
  const [savedHere, setSavedHere] = useState<readonly string[]>([]);
  const misfits = page.misfits.filter(({ part }) => !savedHere.includes(part));
  const outcomeOf = (part: string) => (outcome && "part" in outcome && outcome.part === part ? outcome : undefined);
  return (
    <Page
      title={`Report of ${name}`}
      subtitle={<Link to={organization.to}>{organization.name}</Link>}
      actions={
        <span className="row">
          {draft === undefined ? null : <Badge color="amber">Draft</Badge>}{" "}
          <ButtonLink to={links.profile} variant="soft">
            Profile
          </ButtonLink>{" "}
          <ButtonLink to={links.engagement} variant="soft">
            The engagement
          </ButtonLink>
        </span>
      }
    >
      <div className="stack">
        {draft === undefined ? null : (
          <Callout kind="info" title="This is the report of a draft.">
            {draft} Both files say so on every page and slide, and their scores can still change.
          </Callout>
        )}
        {waiting.length > 0 ? (
          <Callout kind="info" title="Not every assessment has a result yet.">
            {`The report names ${listed(waiting)} without any figure.`}
          </Callout>
        ) : null}
        {isEmpty ? (
          <p className="muted">There is nothing to report yet: no assessment of this engagement has a result or a draft.</p>
        ) : (
          <>
            <WishForm page={{ ...page, misfits, kept: [], hasAllNotes: false }} audiences={AUDIENCES} />
            <MisfitList misfits={misfits} mayWrite={mayWrite} outcome={whole?.of === "fit" ? whole : undefined} />
            {mayWrite ? <CoverForm cover={cover} outcome={whole?.of === "cover" ? whole : undefined} /> : null}
            <section className="panel stack" aria-labelledby="texts-heading">
              <h2 id="texts-heading">Texts</h2>
              <p className="measure">
                {mayWrite
                  ? "Suggested from the profile until you write your own. It is kept with the engagement and can be changed until that is closed."
                  : "Suggested from the profile, unless an assessor has written another. You may read it, but not change it."}{" "}
                Texts about one assessment are written on the screen of its own report.
              </p>
              {texts.map((text) =>
                mayWrite ? (
                  <ReportTextForm
                    key={text.part}
                    text={text}
                    address={engagementReportPaths.save(id)}
                    outcome={outcomeOf(text.part)}
                    onSaved={() => setSavedHere((parts) => [...parts, text.part])}
                  />
                ) : (
                  <section key={text.part} className="stack-tight" aria-label={text.title}>
                    <h3>{text.title}</h3>
                    <p className="note-text measure">{text.body}</p>
                  </section>
                ),
              )}
            </section>
          </>
        )}
      </div>
    </Page>
  );
}
