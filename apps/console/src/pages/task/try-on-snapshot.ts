/** What a locator finds in a stored snapshot. */
export type SnapshotTrial =
  | { readonly kind: 'found'; readonly lines: readonly string[] }
  | { readonly kind: 'unreadable' };

interface Wanted {
  readonly isMatch: (line: SnapshotLine) => boolean;
}

interface SnapshotLine {
  readonly role: string;
  /** Accessible name, and the text after the colon. */
  readonly texts: readonly string[];
}

const STRING = String.raw`(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')`;
const ROLE = new RegExp(
  String.raw`^get_by_role\(\s*${STRING}\s*(?:,\s*name\s*=\s*${STRING}\s*)?(?<exact>,\s*exact\s*=\s*True\s*)?\)$`,
);
const TEXT = new RegExp(
  String.raw`^get_by_(?:text|label|title|alt_text|placeholder)\(\s*${STRING}\s*(?<exact>,\s*exact\s*=\s*True\s*)?\)$`,
);

/**
 * Looks for a locator by role, name or text among the elements of a stored page. Other locators need
 * the page itself: a session, or the trace.
 */
export function tryOnSnapshot(snapshot: string, command: string): SnapshotTrial {
  const wanted = readCommand(command.trim().replace(/^page\./, ''));
  if (!wanted) return { kind: 'unreadable' };
  const lines = snapshot.split('\n').filter((line) => {
    const read = readLine(line);
    return read !== undefined && wanted.isMatch(read);
  });
  return { kind: 'found', lines: lines.map((line) => line.trim().replace(/^- /, '')) };
}

function readCommand(command: string): Wanted | undefined {
  const byRole = ROLE.exec(command);
  if (byRole) {
    const [, double, single, doubleName, singleName] = byRole;
    const role = double ?? single;
    const name = doubleName ?? singleName;
    const isExact = byRole.groups?.['exact'] !== undefined;
    return {
      isMatch: (line) =>
        line.role === role &&
        (name === undefined || hasText(line.texts.slice(0, 1), unescape(name), isExact)),
    };
  }
  const byText = TEXT.exec(command);
  if (!byText) return undefined;
  const text = unescape(byText[1] ?? byText[2] ?? '');
  const isExact = byText.groups?.['exact'] !== undefined;
  return { isMatch: ({ texts }) => hasText(texts, text, isExact) };
}

const unescape = (text: string): string => text.replaceAll(/\\(.)/g, '$1');
const fold = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function hasText(texts: readonly string[], wanted: string, isExact: boolean): boolean {
  return texts.some((text) =>
    isExact
      ? fold(text) === fold(wanted)
      : fold(text).toLowerCase().includes(fold(wanted).toLowerCase()),
  );
}

/** `- button "Save" [disabled]`, or `- text: Total`. */
function readLine(line: string): SnapshotLine | undefined {
  const read =
    /^\s*- (?<role>[\w-]+)(?: "(?<name>(?:[^"\\]|\\.)*)")?(?: \[[^\]]*\])*(?::(?: (?<text>.*))?)?$/.exec(
      line,
    )?.groups;
  if (!read) return undefined;
  const { role = '', name, text } = read;
  return { role, texts: [unescape(name ?? ''), text ?? ''] };
}
