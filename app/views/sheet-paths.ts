/** The addresses of a sheet that no other screen leads to. They are apart from `paths`, which every screen loads. */
const sheetAt = (sheet: string) => `/voice/sheet/${encodeURIComponent(sheet)}`;

/** @param sheet its id, which opens nothing */
export const sheetPaths = {
  /** Where script sends a page. @param place such as `thread/2/7` */
  save: (sheet: string, place: string) => `/voice/save/${encodeURIComponent(sheet)}/${place}`,
  done: (sheet: string) => `${sheetAt(sheet)}/done`,
  forget: (sheet: string) => `${sheetAt(sheet)}/forget`,
  noMoreMail: (sheet: string) => `${sheetAt(sheet)}/no-more-mail`,
  mailsAgain: (sheet: string) => `${sheetAt(sheet)}/mails-again`,
  /** The logo of the team that asks. @param digest of the picture, so that another one has another address */
  logo: (sheet: string, digest: string) => `${sheetAt(sheet)}/logo.png?${new URLSearchParams({ v: digest })}`,
} as const;
