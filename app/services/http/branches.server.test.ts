import { expect, test } from "vitest";
import { branchesOf } from "~/services/http/branches.server";

const branchOf = branchesOf({
  root: { id: "root", path: "" },
  home: { id: "home", parentId: "root", index: true },
  shell: { id: "shell", parentId: "root" },
  questions: { id: "questions", parentId: "shell", path: "assessments/:assessmentId/questions" },
  save: { id: "save", parentId: "root", path: "assessments/:assessmentId/questions/save" },
});

test.each([
  ["/", ["root", "home"]],
  ["/?organization=1", ["root", "home"]],
  ["/_root.data", ["root", "home"]],
  ["/assessments/1/questions", ["root", "shell", "questions"]],
  ["/assessments/1/questions.data?_routes=questions", ["root", "shell", "questions"]],
  ["/assessments/1/questions/save", ["root", "save"]],
  ["/nowhere", []],
  ["?", ["root", "home"]],
])("%s leads through %j", (url, branch) => {
  expect(branchOf(url)).toEqual(branch);
  expect(branchOf(url)).toEqual(branch);
});
