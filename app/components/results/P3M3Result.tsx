import { DownloadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Link } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { Page } from "~/components/shell/Page";
import { shortDate } from "~/dates";
import type { ResultPage } from "~/view";

/** The result of a completed P3M3 assessment (specification C2). */
export function P3M3Result({ result, radar }: { result: ResultPage; radar: string }) {
  const { assessment, organization, overall, perspectives, threads, links } = result;
  const lowest = perspectives.filter(({ final }) => final === overall.maturity).map(({ name }) => name);
  return (
    <Page
      title={assessment.name}
      subtitle={`${organization.name} – ${assessment.scope}${assessment.completed ? `, completed ${shortDate(assessment.completed)}` : ""}`}
    >
      <div className="with-aside">
        <div className="stack">
          <section className="scores" aria-label="Overall scores">
            <div className="score">
              Overall maturity <strong>{overall.maturity}</strong>
            </div>
            <div className="score">
              Overall score <strong>{formatScore(overall.decimal)}</strong>
            </div>
          </section>
          <p>
            The overall maturity is the lowest whole score of any perspective, here {lowest.join(", ")}. Raising{" "}
            {lowest.length === 1 ? "that perspective" : "all of these"} to {overall.maturity + 1} would lift it.
          </p>
          <figure className="panel chart" style={{ margin: 0 }}>
            <figcaption>
              <h2>Overall scores</h2>
              <p className="visually-hidden">
                A radar chart from 0 to 5: {perspectives.map(({ name, decimal }) => `${name} ${formatScore(decimal)}`).join(", ")}. The same
                figures are in the table Decimal scores.
              </p>
            </figcaption>
            {/* Drawn on the server by our own component, which escapes every text. */}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
            <div aria-hidden dangerouslySetInnerHTML={{ __html: radar }} />
          </figure>
          <table className="table panel">
            <caption>Final scores</caption>
            <thead>
              <tr>
                <th scope="col">Perspective</th>
                <th scope="col" className="number">
                  Score
                </th>
              </tr>
            </thead>
            <tbody>
              {perspectives.map(({ id, name, final }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td className="number">{final}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <table className="table panel">
            <caption>Decimal scores</caption>
            <thead>
              <tr>
                <th scope="col" className="number">
                  Rank
                </th>
                <th scope="col">Perspective</th>
                <th scope="col" className="number">
                  Score
                </th>
              </tr>
            </thead>
            <tbody>
              {[...perspectives]
                .sort((a, b) => a.rank - b.rank)
                .map(({ id, name, rank, decimal }) => (
                  <tr key={id}>
                    <td className="number">{rank}</td>
                    <th scope="row">{name}</th>
                    <td className="number">{formatScore(decimal)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
          <section className="table-scroll" aria-label="Thread scores">
            <table className="table panel">
              <caption>Thread scores</caption>
              <thead>
                <tr>
                  <th scope="col">Thread</th>
                  {perspectives.map(({ id, name }) => (
                    <th key={id} scope="col" className="number" style={{ whiteSpace: "normal" }}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {threads.map(({ id, name, scores }) => (
                  <tr key={id}>
                    <th scope="row">{name}</th>
                    {scores.map((score, index) => (
                      <td key={perspectives[index]?.id} className="number">
                        {score === null ? "–" : formatScore(score)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
        <aside className="panel stack-tight no-print">
          <Link to={links.full}>View full assessment</Link>
          <Button asChild variant="soft">
            <a href={links.workbook} download>
              <DownloadIcon aria-hidden />
              Export to Excel
            </a>
          </Button>
          <Link to={links.home}>Back to the home screen</Link>
        </aside>
      </div>
    </Page>
  );
}
