import { vi } from "vitest";

/**
 * Reads modules of the application anew, and gives it other variables. Settings are read once, when they are first asked for, so what
 * other files of the same process have read would keep theirs. `forgetSettings` takes it back.
 * @param load imports the modules. The variables come later: React, which is read only once, would take NODE_ENV for its own
 */
export async function withSettings<Modules>(variables: Record<string, string>, load: () => Promise<Modules>): Promise<Modules> {
  vi.resetModules();
  const modules = await load();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return modules;
}

/** For the end of a file that has settings of its own. */
export function forgetSettings(): void {
  vi.unstubAllEnvs();
  vi.resetModules();
}
