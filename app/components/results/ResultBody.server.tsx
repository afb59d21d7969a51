/** The exhibits of a result. They only show, so a page sends them once and no script repeats them (docs/decisions/0015-results.md). */
import { renderToStaticMarkup } from "react-dom/server";
import { Exhibit, type ImageAddress, isBroad } from "~/components/results/Exhibit";
import { SignShapes } from "~/components/results/MarkSign";
import { type FurtherFormat, type ImageFormat, resultPaths } from "~/views/paths";
import type { ResultSection, ShownSections } from "~/views/result";
import exhibitStyles from "./Exhibit.module.css";
import resultStyles from "./Result.module.css";

type Drawings = Record<string, { wide: string; narrow: string }>;

interface Display {
  /** The tab that is shown on the screen; print has all. */
  tab: string;
  /** Whether what is folded is open. */
  opened: boolean;
  /** The part of the address that shapes the result. */
  query: string;
  images?: FurtherFormat;
}

/** Renders all sections of a result as HTML. */
export function renderResult(
  { assessment, sections, isDraft }: ShownSections,
  drawings: Drawings,
  { tab, opened, query, images }: Display,
): string {
  const { resultImage } = resultPaths(isDraft);
  return renderSections(sections, drawings, {
    tab,
    opened,
    images,
    imageAt: (exhibit, part) => resultImage(assessment.id, exhibit, query, part),
  });
}

/** Renders sections as HTML. @param shown.imageAt where the image of an exhibit is */
export function renderSections(
  sections: readonly ResultSection[],
  drawings: Drawings,
  { tab, opened, images, imageAt }: Omit<Display, "query" | "images"> & { images: FurtherFormat | undefined; imageAt: ImageAddress },
): string {
  return renderToStaticMarkup(
    <>
      <SignShapes />
      {sections.map((section) => (
        <SectionOfResult
          key={section.id}
          section={section}
          shown={section.tab === tab}
          opened={opened}
          drawings={drawings}
          imageAt={imageAt}
          formats={images ? ["jpg", images] : ["jpg"]}
        />
      ))}
    </>,
  );
}

interface SectionOfResultProps {
  section: ResultSection;
  /** False for a section on another tab, which is still printed. */
  shown: boolean;
  opened: boolean;
  drawings: Drawings;
  imageAt: ImageAddress;
  formats: readonly ImageFormat[];
}

function SectionOfResult({ section, shown, opened, drawings, imageAt, formats }: SectionOfResultProps) {
  const { id, title, text, exhibits, folded, onScreenOnly } = section;
  const oneNarrow = exhibits.filter((exhibit) => !isBroad(exhibit)).length === 1;
  const show = (exhibit: (typeof exhibits)[number], titled: boolean) => (
    <Exhibit
      key={exhibit.id}
      exhibit={exhibit}
      drawing={drawings[exhibit.id]}
      titled={titled}
      broad={oneNarrow || isBroad(exhibit)}
      imageAt={onScreenOnly ? undefined : imageAt}
      formats={formats}
    />
  );
  // A table is a landmark because it scrolls, and two landmarks of one name could not be told apart.
  const isNamedByTable = exhibits.some((exhibit) => exhibit.kind === "table" && exhibit.title === title);
  return (
    <section
      id={id}
      tabIndex={-1}
      className={`stack ${resultStyles.resultSection} ${onScreenOnly ? "no-print" : ""} ${shown ? "" : resultStyles.printOnly}`}
      aria-labelledby={isNamedByTable ? undefined : `${id}-heading`}
    >
      <h2 id={`${id}-heading`}>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph} className="measure">
          {paragraph}
        </p>
      ))}
      {folded ? (
        exhibits.map((exhibit, index) => (
          <details key={exhibit.id} data-folds className={`panel ${exhibitStyles.folded}`} open={opened}>
            <summary>
              {folded[index]?.title} <span className="muted small">{folded[index]?.holds}</span>
            </summary>
            {show(exhibit, true)}
          </details>
        ))
      ) : exhibits.length > 0 ? (
        <div className={`form-grid ${exhibitStyles.exhibits}`}>{exhibits.map((exhibit) => show(exhibit, exhibit.title === title))}</div>
      ) : null}
    </section>
  );
}
