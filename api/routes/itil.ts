import { z } from "zod";
import { itilCapabilityAnswers, itilCapabilityNoteForm, itilMaturityAnswer, itilMaturityNoteForm } from "#model/contract/itil.ts";
import { type Api, type Handlers, idInBody, idParameter, ok, parseValue, rowId } from "../handlers.ts";
import {
  answerComponent,
  answerPractice,
  itilNote,
  maturityQuestions,
  practiceQuestions,
  writeItilNote,
} from "../services/itil/answering.ts";
import { itilResults } from "../services/itil/results.ts";

const practice = z.object({ capabilityId: rowId });

export function itilRoutes(app: Api, { catalogue, reading, writing }: Handlers): void {
  app.get(
    "/itil/capabilities",
    reading(async ({ db }) => (await catalogue.newestItil(db))?.practices ?? []),
  );
  app.get(
    "/itil/maturities",
    reading(
      async ({ db }) => (await catalogue.newestItil(db))?.components.map(({ id, code, name, help }) => ({ id, code, name, help })) ?? [],
    ),
  );
  app.get(
    "/itil/assessments/:id/questions/capability",
    reading((work, context) => practiceQuestions(work, idParameter(context, "id"), parseValue(practice, context.req.query()).capabilityId)),
  );
  app.get(
    "/itil/assessments/:id/questions/maturity",
    reading((work, context) => maturityQuestions(work, idParameter(context, "id"))),
  );
  app.post(
    "/itil/assessments/:id/answer/capability",
    writing(itilCapabilityAnswers, async (work, answers, context) => ok(await answerPractice(work, idParameter(context, "id"), answers))),
  );
  app.post(
    "/itil/assessments/:id/answer/maturity",
    writing(itilMaturityAnswer, async (work, answer, context) => ok(await answerComponent(work, idParameter(context, "id"), answer))),
  );
  for (const kind of ["capability", "maturity"] as const)
    app.get(
      `/itil/notes/:id/${kind}/:subject`,
      reading((work, context) => itilNote(work, idParameter(context, "id"), { kind, id: idParameter(context, "subject") })),
    );
  app.post(
    "/itil/notes/capability",
    writing(itilCapabilityNoteForm, async (work, { assessmentId, capabilityId, body }) =>
      ok(await writeItilNote(work, idInBody(assessmentId), { kind: "capability", id: capabilityId }, body)),
    ),
  );
  app.post(
    "/itil/notes/maturity",
    writing(itilMaturityNoteForm, async (work, { assessmentId, maturityId, body }) =>
      ok(await writeItilNote(work, idInBody(assessmentId), { kind: "maturity", id: maturityId }, body)),
    ),
  );
  app.get(
    "/itil/assessments/:id/results",
    reading((work, context) => itilResults(work, idParameter(context, "id"))),
  );
}
