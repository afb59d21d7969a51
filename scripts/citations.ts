/** Finds citations, links and anchors of the repository that lead nowhere. Pure: the files come as a list of paths and texts. */
import { posix } from "node:path";
import GithubSlugger from "github-slugger";

/** The files of the repository by path, with `/` as separator. The text of a file that is never read is empty. */
export type Files = ReadonlyMap<string, string>;

export interface Fault {
  file: string;
  /** Counted from 1. */
  line: number;
  /** As written in the file. */
  citation: string;
}

/** Blanks out fenced code and, with `inline`, code within a line. Line numbers stay the same. */
function withoutCode(markdown: string, { inline = true } = {}): string {
  let fence: string | undefined;
  const lines = markdown.split("\n").map((line) => {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) return line;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return "";
  });
  const text = lines.join("\n");
  return inline ? text.replace(/(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (code) => code.replace(/[^\n]/g, " ")) : text;
}

/** A heading as readers see it, without its markup. */
function wordsOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`/g, "")
    .replace(/(\*\*|\*)(.+?)\1/g, "$2")
    .trim();
}

/** The anchors of a Markdown page: those that GitHub makes from its headings, and explicit ones. */
export function anchorsOf(markdown: string): Set<string> {
  const slugger = new GithubSlugger();
  const text = withoutCode(markdown, { inline: false });
  const headings = [...text.matchAll(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/gm)].map((heading) => slugger.slug(wordsOf(heading[1] ?? "")));
  const named = [...text.matchAll(/<\w+[^>]*\s(?:id|name)="([^"]+)"/g)].map((anchor) => anchor[1] ?? "");
  return new Set([...headings, ...named]);
}

/** All citations that code may use for the pages of a folder: each page, and each of its headings. */
export function citable(files: Files, folder = "docs/rules/"): string[] {
  const pages = [...files].filter(([path]) => path.startsWith(folder) && path.endsWith(".md"));
  return pages.flatMap(([path, text]) => [path, ...[...anchorsOf(text)].map((anchor) => `${path}#${anchor}`)]);
}

/** Whether a path, with or without an anchor, leads to a file, a folder or a heading. */
function leads(files: Files, path: string, anchor: string | undefined): boolean {
  const text = files.get(path);
  const folder = path.replace(/\/?$/, "/");
  if (text === undefined) return anchor === undefined && (path === "." || [...files.keys()].some((file) => file.startsWith(folder)));
  return anchor === undefined || !path.endsWith(".md") || anchorsOf(text).has(anchor);
}

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

function find(file: string, text: string, pattern: RegExp, isFault: (match: RegExpMatchArray) => boolean): Fault[] {
  return [...text.matchAll(pattern)].filter(isFault).map((match) => ({ file, line: lineAt(text, match.index), citation: match[0] }));
}

/** `docs/…` with or without an anchor, or a heading of a page such as README.md; without the full stop of a sentence. */
const CITED = /(?<![\w./-])(?:docs\/[\w./-]*[\w/](?:#[\w-]+)?|[A-Z]+\.md#[\w-]+)/g;

/** Citations `docs/PAGE.md#anchor` in code that lead nowhere. */
export function brokenCitations(files: Files, code: Files): Fault[] {
  return [...code].flatMap(([file, text]) =>
    find(file, text, CITED, ([cited]) => {
      const [path = "", anchor] = cited.split("#");
      return !leads(files, path.replace(/\/$/, ""), anchor);
    }),
  );
}

const LINKED = /\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+["'(][^)]*)?\)|^ {0,3}\[[^\]^]+\]:\s+<?(\S+?)>?(?:\s|$)/gm;
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** Relative links and anchors of Markdown pages that lead nowhere. */
export function brokenLinks(files: Files): Fault[] {
  const pages = [...files].filter(([path]) => path.endsWith(".md"));
  return pages.flatMap(([file, text]) =>
    find(file, withoutCode(text), LINKED, (match) => {
      const target = match[1] ?? match[2] ?? "";
      if (target === "" || ELSEWHERE.test(target)) return false;
      const [path = "", anchor] = target.split("#").map(decodeURIComponent);
      const bare = path.replace(/\?.*$/, "");
      const joined = bare.startsWith("/") ? bare.slice(1) : posix.join(posix.dirname(file), bare);
      return !leads(files, bare === "" ? file : joined.replace(/\/$/, ""), anchor);
    }),
  );
}

/** Paths of sources in backticks, such as `app/routes.ts`. Patterns such as `app/routes/<family>/` are no paths. */
const NAMED = /(?<=`)(?:app|model|api|tools|scripts|tests)\/[\w./-]*(?=`)/g;

/** Files and folders that Markdown pages name in backticks and that do not exist. */
export function brokenPaths(files: Files, pages: Files): Fault[] {
  return [...pages].flatMap(([file, text]) => find(file, text, NAMED, ([path]) => !leads(files, path.replace(/\/$/, ""), undefined)));
}

/** Phrases that refer to a page outside the repository, or to a heading that cannot be followed. */
const UNSEEN = [
  /\b(?:the )?specification(?:'s\b)?(?: [A-C]\d?(?:[–-][A-C]?\d| to [A-C]\d|(?:, | and )[A-C]\d)*)?(?:, "[^"]+")?/gi,
  /\b(?:the )?design rules\b(?:, "[^"]+")*/gi,
  /\b[Cc]ontract, (?:"[^"]+"|extras)|\((?:the )?contract\)/g,
  /\b(?:README|SECURITY|CONTRIBUTING)(?:\.md)?, "[^"]+"/g,
];

/** Citations of documents that somebody who clones the project cannot see. */
export function unseenCitations(code: Files): Fault[] {
  return [...code].flatMap(([file, text]) =>
    UNSEEN.flatMap((pattern) => find(file, text, pattern, () => true)).sort((one, other) => one.line - other.line),
  );
}
