import { assessmentUpdate } from "#model/contract/assessments.ts";
import { type Api, type Handlers, idParameter, noPayload, ok } from "../handlers.ts";
import { readableAssessment } from "../services/access.ts";
import { completeAssessment, describeAssessment, progressOf, scoresOf, setArchived, updateAssessment } from "../services/assessments.ts";
import { endorseAssessment } from "../services/itil/assessments.ts";
import { certifyAssessment } from "../services/p3m3/assessments.ts";
import type { Work } from "../services/work.ts";

export function assessmentRoutes(app: Api, { reading, writing }: Handlers): void {
  app.get(
    "/assessments/:id",
    reading(async (work, context) => describeAssessment(work, await readableAssessment(work, idParameter(context, "id")))),
  );
  app.put(
    "/assessments/:id",
    writing(assessmentUpdate, async (work, update, context) => ok(await updateAssessment(work, idParameter(context, "id"), update))),
  );
  app.get(
    "/assessments/:id/progress",
    reading((work, context) => progressOf(work, idParameter(context, "id"))),
  );
  app.get(
    "/assessments/:id/scores",
    reading((work, context) => scoresOf(work, idParameter(context, "id"))),
  );

  const move = (name: string, change: (work: Work, id: number) => Promise<void>) =>
    app.post(
      `/assessments/:id/${name}`,
      writing(noPayload, async (work, _body, context) => {
        await change(work, idParameter(context, "id"));
        return ok();
      }),
    );
  move("complete", completeAssessment);
  move("certify", certifyAssessment);
  move("endorse", endorseAssessment);
  move("archive", (work, id) => setArchived(work, id, true));
  move("unarchive", (work, id) => setArchived(work, id, false));
}
