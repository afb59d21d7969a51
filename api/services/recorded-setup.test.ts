import { expect, it } from "vitest";
import { setupOnWire } from "./recorded-setup.ts";

const wire = {
  isTestAssessment: true,
  certified: false,
  perspectives: [{ id: 1 }, { id: 6 }],
  selectedLevel: 3,
  capabilities: [{ id: 19, selectionMode: 1 }],
};

it("names and shapes columns as the wire does", () => {
  const columns = { is_test: 1, certified: 0, perspective_ids: "[1,6]", selected_level: 3, practices: '[{"id":19,"mode":1}]' };
  expect(setupOnWire(columns)).toEqual(wire);
});

it("keeps what was recorded by the names of the wire", () => {
  expect(setupOnWire({ ...wire, name: "Spring", perspectives: null })).toEqual({ ...wire, name: "Spring", perspectives: null });
});
