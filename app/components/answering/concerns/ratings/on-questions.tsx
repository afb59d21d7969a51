/** What second ratings say, on a questions screen (docs/rules/second-ratings.md#beside-answers). */
import { useRef } from "react";
import { withText } from "#model/note.ts";
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import { late } from "~/components/forms/late";
import { alongsideField, isDifferent, RATINGS_ID, type RatingBeside } from "~/views/answering/concerns/ratings";

const RatingsSection = late(
  "ratings-beside",
  async () => (await import("~/components/answering/concerns/ratings/RatingsSection")).RatingsSection,
);

export const useRatings: OnQuestionsOf<"ratings"> = (view, { item, note, editable: writable, form }) => {
  const latest = useRef(note);
  latest.current = note;
  if (!view) return {};
  const { ratings } = view;
  const { answers, former, editable, isChoice } = item;
  const mayUse = ({ use, answers: rated }: RatingBeside) => editable && use !== undefined && rated !== answers;
  const take = ({ number, use = "", answers: rated }: RatingBeside) => {
    const box = form.current?.elements.namedItem(alongsideField(number));
    const before = note?.value ?? "";
    const after = box instanceof HTMLInputElement && box.checked ? withText(before, box.value) : before;
    item.take(rated, use, () => latest.current?.value === after && latest.current.change(before));
    if (after !== before) note?.change(after);
    return true;
  };
  const toSection = () => {
    document.getElementById(RATINGS_ID)?.focus();
    return true;
  };
  const [only, ...others] = ratings.filter((rating) => editable && rating.use !== undefined);
  return {
    statement: (index) => {
      const said = isChoice ? [] : ratings.filter((rating) => rating.said[index]);
      return said.length > 0 ? (
        <p className="small">
          <span className="muted">Ratings:</span>{" "}
          {said
            .map(({ name, said, answers: rated }) => {
              const differs = isDifferent(rated[index] ?? "", answers[index] ?? "");
              return `${name} ${said[index]}${differs ? " (differs)" : ""}`;
            })
            .join(", ")}
        </p>
      ) : null;
    },
    overall: (
      <RatingsSection
        {...{ view, answers, mayUse, isChoice }}
        takesNotes={note !== undefined && writable}
        onUse={(rating) => take(rating) && toSection()}
      />
    ),
    used:
      former === undefined
        ? undefined
        : ratings.flatMap(({ name, answers: rated, use }) => (use && rated === answers ? [`From ${name}'s rating.`] : []))[0],
    keys: only
      ? [
          {
            key: "T",
            of: "whole",
            does: others.length > 0 ? "go to the second ratings" : `use ${only.name}'s rating`,
            press: () => (others.length > 0 ? toSection() : mayUse(only) && take(only)),
          },
        ]
      : [],
  };
};
