declare module "vitest" {
  interface TaskMeta {
    /** Why a test was skipped. */
    skipped?: string;
  }
}

/**
 * Options of a `describe` whose tests need something that is not everywhere. The line before the last of `npm test` says why they were skipped.
 * @param isHere whether the tests can run
 * @param reason why not, otherwise, such as `soffice is not on the PATH`
 */
export const onlyIf = (isHere: boolean, reason: string) => (isHere ? {} : { skip: true, meta: { skipped: reason } });
