/** Extension `team-name`: what a team is called where outsiders read it (docs/upstream-contract.md#team-name). */
import { z } from "zod";
import { onOneLine } from "../characters.ts";
import { PERSON_NAME_MAX, personNameProblem } from "../people.ts";
import { typedText, versioned } from "./common.ts";

/** Null: nobody has named it. */
export const teamName = z.object({ name: z.string().nullable(), ...versioned });
export type TeamName = z.infer<typeof teamName>;

/** The rule for names holds, because it is in mails. Empty: no name. */
export const teamNameForm = z.object({
  name: z
    .string()
    .overwrite(onOneLine)
    .pipe(typedText(PERSON_NAME_MAX))
    .superRefine((text, { addIssue }) => {
      const message = personNameProblem(text);
      if (message !== undefined) addIssue({ code: "custom", message });
    })
    .meta({ maxLength: PERSON_NAME_MAX }),
});
export type TeamNameForm = z.output<typeof teamNameForm>;
