import { z } from "zod";
import { diagnosticMark, p3m3Answers, p3m3NoteForm } from "#model/contract/p3m3.ts";
import { type Api, type Handlers, idInBody, idParameter, noPayload, ok, parseValue, rowId } from "../handlers.ts";
import { answerThread, markDiagnostic, questionsOf, setDescoped, threadNote, writeThreadNote } from "../services/p3m3/answering.ts";
import { benchmarkFor } from "../services/p3m3/benchmarks.ts";
import { p3m3Results } from "../services/p3m3/results.ts";

const optionalId = z.preprocess((value) => (value === "" ? undefined : value), rowId.optional());
/** Perspective ids with commas between them; an empty filter is none. */
const benchmarkQuery = z.object({
  perspectiveIds: z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(rowId).min(1)),
  countryId: optionalId,
  industryId: optionalId,
  sizeId: optionalId,
  assessmentId: optionalId,
});

const place = z.object({ p: rowId, t: rowId });

export function p3m3Routes(app: Api, { catalogue, reading, writing }: Handlers): void {
  app.get(
    "/p3m3/perspectives",
    reading(async ({ db }) => (await catalogue.newestP3M3(db))?.perspectives ?? []),
  );
  app.get(
    "/p3m3/threads",
    reading(async ({ db }) => (await catalogue.newestP3M3(db))?.threads ?? []),
  );
  app.get(
    "/p3m3/assessments/:id/questions",
    reading((work, context) => {
      const { p, t } = parseValue(place, context.req.query());
      return questionsOf(work, idParameter(context, "id"), p, t);
    }),
  );
  app.post(
    "/p3m3/assessments/:id/answer",
    writing(p3m3Answers, async (work, answers, context) => ok(await answerThread(work, idParameter(context, "id"), answers))),
  );
  app.put(
    "/p3m3/assessments/:id/diagnostics/:questionid",
    writing(diagnosticMark, async (work, mark, context) =>
      ok(await markDiagnostic(work, idParameter(context, "id"), idParameter(context, "questionid"), mark)),
    ),
  );
  for (const [name, descoped] of [
    ["descope", true],
    ["rescope", false],
  ] as const)
    app.post(
      `/assessments/:id/:perspectiveid/:threadid/${name}`,
      writing(noPayload, async (work, _body, context) => {
        await setDescoped(
          work,
          idParameter(context, "id"),
          idParameter(context, "perspectiveid"),
          idParameter(context, "threadid"),
          descoped,
        );
        return ok();
      }),
    );
  app.get(
    "/p3m3/notes/:id/:perspectiveid/:threadid",
    reading((work, context) =>
      threadNote(work, idParameter(context, "id"), idParameter(context, "perspectiveid"), idParameter(context, "threadid")),
    ),
  );
  app.get(
    "/p3m3/assessments/:id/results",
    reading((work, context) => p3m3Results(work, idParameter(context, "id"))),
  );
  app.get(
    "/p3m3/benchmarks",
    reading((work, context) => benchmarkFor(work, parseValue(benchmarkQuery, context.req.query()))),
  );
  app.post(
    "/p3m3/notes",
    writing(p3m3NoteForm, async (work, { assessmentId, ...note }) => ok(await writeThreadNote(work, idInBody(assessmentId), note))),
  );
}
