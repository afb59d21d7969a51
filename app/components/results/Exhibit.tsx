import { listed } from "#model/words.ts";
import { ExhibitTable, leastWidth } from "~/components/results/ExhibitTable";
import { legendOf } from "~/components/results/Legend";
import { FileLink } from "~/components/shell/DownloadLink";
import { type AnyChart, chartInWords } from "~/views/charts/kinds";
import type { ImageFormat } from "~/views/paths";
import { type Exhibit as ExhibitView, imageCount } from "~/views/result";
import styles from "./Exhibit.module.css";

interface ExhibitProps {
  exhibit: ExhibitView;
  drawing: { wide: string; narrow: string } | undefined;
  /** The title is already shown above. */
  titled: boolean;
  broad: boolean;
  /** Where its images are; undefined for what is shown on screen only. */
  imageAt: ImageAddress | undefined;
  /** Those in which images are offered. */
  formats: readonly ImageFormat[];
}

/** The address of an exhibit's image, in a format and of a part. */
export type ImageAddress = (exhibitId: string, image?: { format?: ImageFormat; part?: number }) => string;

interface ImagesProps {
  exhibit: ExhibitView;
  imageAt: ImageAddress;
  formats: readonly ImageFormat[];
}

/** Characters that fit half of the width, on screen and on paper. */
const HALF = 40;

/** Whether an exhibit needs the full width: charts, and tables with sentences, many columns or long words. */
export function isBroad(exhibit: ExhibitView): boolean {
  return exhibit.kind !== "table" || exhibit.columns.length > 4 || exhibit.columns.some(({ wide }) => wide) || leastWidth(exhibit) > HALF;
}

/** One table or chart with its title and 'Download image'. */
export function Exhibit({ exhibit, drawing, titled, broad, imageAt, formats }: ExhibitProps) {
  const titleId = `${exhibit.id}-title`;
  return (
    <figure className={`panel stack-tight ${styles.exhibit} ${broad ? styles.broad : ""}`} aria-labelledby={titleId}>
      <div className="row">
        <h3 id={titleId} className={titled ? "visually-hidden" : undefined}>
          {exhibit.title}
        </h3>
        {exhibit.kind === "table" ? null : <Legend chart={exhibit} />}
        {imageAt ? (
          <div className="row exhibit-files small no-print">
            {formats.map((format) => (
              <FileLink
                key={format}
                href={imageAt(exhibit.id, { format })}
                label={format === "jpg" ? "Download image" : format.toUpperCase()}
                of={exhibit.title}
              />
            ))}
            <Parts exhibit={exhibit} imageAt={imageAt} formats={formats} />
          </div>
        ) : null}
      </div>
      {exhibit.kind === "table" ? (
        <>
          <ExhibitTable table={exhibit} labelledBy={titleId} />
          {exhibit.hint ? <p className="small muted">{exhibit.hint}</p> : null}
          {exhibit.note ? (
            <p className="side-line note-text">
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

/** The images that a long table is split over. */
function Parts({ exhibit, imageAt, formats }: ImagesProps) {
  const of = imageCount(exhibit);
  if (of === 1) return null;
  return (
    <details className="image-formats">
      <summary>
        In parts<span className="visually-hidden">: {exhibit.title}</span>
      </summary>
      <ul className="plain-list">
        {Array.from({ length: of }, (_, index) => index + 1).map((part) => (
          <li key={part} className="row row-end">
            {`Part ${part} of ${of}`}
            {formats.map((format) => (
              <FileLink
                key={format}
                href={imageAt(exhibit.id, { format, part })}
                label={format === "jpg" ? "JPEG" : format.toUpperCase()}
                of={`${exhibit.title}, part ${part} of ${of}`}
              />
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function figuresInWords({ figuresIn }: AnyChart): string {
  const titles = [figuresIn].flat();
  return `The same figures are in the ${titles.length === 1 ? "table" : "tables"} ${listed(titles)}.`;
}

/** Beside the title, so that the chart begins higher. */
function Legend({ chart }: { chart: AnyChart }) {
  const legend = legendOf(chart, { width: 32, height: 16 });
  if (legend.length === 0) return null;
  return (
    <ul className="plain-list row small" aria-hidden>
      {legend.map(({ name, sign }) => (
        <li key={name} className="row">
          {sign}
          {name}
        </li>
      ))}
    </ul>
  );
}

function Chart({ chart, drawing }: { chart: AnyChart; drawing: ExhibitProps["drawing"] }) {
  return (
    <>
      <div className={styles.chart} aria-hidden>
        {/* Rendered on the server by our own components, which escape every text. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <div className={styles.chartWide} dangerouslySetInnerHTML={{ __html: drawing?.wide ?? "" }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <div className={styles.chartNarrow} dangerouslySetInnerHTML={{ __html: drawing?.narrow ?? "" }} />
      </div>
      <figcaption className="visually-hidden">
        {chartInWords(chart)} {figuresInWords(chart)}
      </figcaption>
    </>
  );
}
