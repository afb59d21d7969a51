import { ImageLink } from "~/components/results/DownloadLink";
import { ExhibitTable } from "~/components/results/ExhibitTable";
import { legendOf } from "~/components/results/Legend";
import { paths } from "~/views/paths";
import type { Exhibit as ExhibitView, Radar, Spread } from "~/views/report";

interface ExhibitProps {
  exhibit: ExhibitView;
  drawing: { wide: string; narrow: string } | undefined;
  /** The title is already shown above. */
  titled: boolean;
  broad: boolean;
  assessmentId: string;
  query: string;
}

/** Whether an exhibit needs the full width: charts, and tables with sentences or many columns. */
export function isBroad(exhibit: ExhibitView): boolean {
  return exhibit.kind !== "table" || exhibit.columns.length > 4 || exhibit.columns.some(({ wide }) => wide);
}

/** One table or chart with its title and 'Download image'. */
export function Exhibit({ exhibit, drawing, titled, broad, assessmentId, query }: ExhibitProps) {
  const titleId = `${exhibit.id}-title`;
  return (
    <figure className={`panel exhibit ${broad ? "exhibit-broad" : ""}`} aria-labelledby={titleId}>
      <div className="exhibit-head">
        <h3 id={titleId} className={titled ? "visually-hidden" : undefined}>
          {exhibit.title}
        </h3>
        <ImageLink href={paths.resultImage(assessmentId, exhibit.id, query)} of={exhibit.title} />
      </div>
      {exhibit.kind === "table" ? (
        <>
          <ExhibitTable table={exhibit} labelledBy={titleId} />
          {exhibit.hint ? <p className="small muted">{exhibit.hint}</p> : null}
          {exhibit.note ? (
            <p className="exhibit-note">
              <strong>Note</strong> {exhibit.note}
            </p>
          ) : null}
        </>
      ) : (
        <Chart chart={exhibit} drawing={drawing} />
      )}
    </figure>
  );
}

function Chart({ chart, drawing }: { chart: Radar | Spread; drawing: ExhibitProps["drawing"] }) {
  return (
    <>
      <ul className="legend small" aria-hidden>
        {legendOf(chart, { width: 32, height: 16 }).map(({ name, sign }) => (
          <li key={name}>
            {sign}
            {name}
          </li>
        ))}
      </ul>
      <div className="chart" aria-hidden>
        {/* Rendered on the server by our own components, which escape every text. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <div className="chart-wide" dangerouslySetInnerHTML={{ __html: drawing?.wide ?? "" }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <div className="chart-narrow" dangerouslySetInnerHTML={{ __html: drawing?.narrow ?? "" }} />
      </div>
      <figcaption className="visually-hidden">
        {chart.description} The same figures are in the table {chart.figuresIn}.
      </figcaption>
    </>
  );
}
