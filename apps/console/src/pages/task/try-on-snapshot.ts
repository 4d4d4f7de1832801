/** What a locator finds in a stored snapshot. */
export type SnapshotTrial =
  | {
      readonly kind: 'found';
      readonly lines: readonly string[];
      /** Whether only the beginning of the page is stored. */
      readonly isCut: boolean;
    }
  | { readonly kind: 'unreadable' };

interface SnapshotLine {
  readonly text: string;
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  /** Whether no other element is stored below the element. */
  readonly isLeaf: boolean;
}

type Match = (line: SnapshotLine) => boolean;

const STRING = String.raw`(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')`;
const ROLE = new RegExp(
  String.raw`^get_by_role\(\s*${STRING}\s*(?:,\s*name\s*=\s*${STRING}\s*)?(?<exact>,\s*exact\s*=\s*True\s*)?\)$`,
);
const TEXT = new RegExp(
  String.raw`^get_by_text\(\s*${STRING}\s*(?<exact>,\s*exact\s*=\s*True\s*)?\)$`,
);
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** `- textbox "Email" = "ann" focused invalid=true`, as the worker writes an element. */
const LINE = new RegExp(
  String.raw`^(?<indent> *)- (?<role>[\w-]+)(?: (?<name>${QUOTED}))?(?: = ${QUOTED})?(?: [a-z]+(?:=\S+)?)*$`,
);

/** The last line of a partially stored page. */
const CUT = '- (cut)';
/** Longer names are stored with this many characters and an ellipsis. */
const LONGEST_NAME = 200;
/** Roles whose elements are named by a label or description, not by their own text. */
const WITHOUT_TEXT =
  /^(?:textbox|searchbox|combobox|listbox|spinbutton|slider|checkbox|radio|switch|img|RootWebArea)$/;

/**
 * Looks for a locator by role and name or by text among the elements of a stored page. Other
 * locators need the page itself: a session, or the trace. The stored page does not say where a name
 * comes from: a label, a placeholder, a title or an alternative text.
 */
export function tryOnSnapshot(snapshot: string, command: string): SnapshotTrial {
  const isMatch = readCommand(command.trim().replace(/^page\./, ''));
  const lines = snapshot.split('\n');
  const elements = readLines(lines);
  if (!isMatch || elements.length === 0) return { kind: 'unreadable' };
  return {
    kind: 'found',
    lines: elements.filter(isMatch).map(({ text }) => text),
    isCut: lines.at(-1) === CUT,
  };
}

function readCommand(command: string): Match | undefined {
  const byRole = ROLE.exec(command);
  if (byRole) {
    const [, double, single, doubleName, singleName] = byRole;
    const role = roleOf(double ?? single ?? '');
    const name = doubleName ?? singleName;
    const isExact = byRole.groups?.['exact'] !== undefined;
    return (line) =>
      line.role === role &&
      (name === undefined || hasText(line.name, { wanted: unescape(name), isExact }));
  }
  const byText = TEXT.exec(command);
  if (!byText) return undefined;
  const wanted = unescape(byText[1] ?? byText[2] ?? '');
  const isExact = byText.groups?.['exact'] !== undefined;
  return ({ name, role, isLeaf }) =>
    isLeaf && !WITHOUT_TEXT.test(role) && hasText(name, { wanted, isExact });
}

const unescape = (text: string): string => text.replaceAll(/\\(.)/g, '$1');
const fold = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
/** Browsers have two names for this role. */
const roleOf = (role: string): string => (role === 'image' ? 'img' : role);

interface WantedText {
  readonly wanted: string;
  readonly isExact: boolean;
}

function hasText(text: string, { wanted, isExact }: WantedText): boolean {
  if (!isExact) return fold(text).toLowerCase().includes(fold(wanted).toLowerCase());
  const isNameCut = text.length > LONGEST_NAME && text.endsWith('…');
  return isNameCut ? fold(wanted).startsWith(fold(text.slice(0, -1))) : fold(text) === fold(wanted);
}

function readLines(lines: readonly string[]): readonly SnapshotLine[] {
  const read = lines.flatMap((line) => {
    const { indent = '', role = '', name } = LINE.exec(line)?.groups ?? {};
    if (role === '') return [];
    const text = line.trim().replace(/^- /, '');
    const readName = name === undefined ? '' : String(JSON.parse(name));
    return [{ text, depth: indent.length, role: roleOf(role), name: readName }];
  });
  return read.map((line, index) => ({
    ...line,
    isLeaf: (read[index + 1]?.depth ?? 0) <= line.depth,
  }));
}
