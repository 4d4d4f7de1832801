/** An element of a stored page. */
export interface StoredElement {
  /** As stored, without its indent: `button "Pay" disabled`. */
  readonly text: string;
  readonly role: string;
  readonly name: string;
  /** States that are stored, such as `checked` with `true` or `mixed`. */
  readonly states: ReadonlyMap<string, string>;
  readonly children: readonly StoredElement[];
}

export interface StoredPage {
  /** In the page itself, not in its frames. */
  readonly elements: readonly StoredElement[];
  /** Whether only the beginning of the page is stored. */
  readonly isCut: boolean;
}

/** The last line of a partially stored page. */
const CUT = '- (cut)';
/** Longer names are stored with this many characters and an ellipsis. */
const LONGEST_NAME = 200;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** `- textbox "Email" = "ann" focused invalid=true`, as the worker writes an element. */
const LINE = new RegExp(
  String.raw`^(?<indent> *)- (?<role>[\w-]+)(?: (?<name>${QUOTED}))?(?: = ${QUOTED})?(?<states>(?: [a-z]+(?:=\S+)?)*)$`,
);
/** Roles of browsers that have other names in ARIA. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['image', 'img'],
  ['ColorWell', 'textbox'],
  ['Date', 'textbox'],
  ['DateTime', 'textbox'],
  ['InputTime', 'textbox'],
]);

/** Reads what the worker stores of a page. It has no elements if the page was too large. */
export function readSnapshot(snapshot: string): StoredPage {
  const lines = snapshot.split('\n');
  const elements: StoredElement[] = [];
  const open: { readonly depth: number; readonly children: StoredElement[] }[] = [
    { depth: -1, children: elements },
  ];
  for (const line of lines) {
    const { indent = '', role = '', name, states = '' } = LINE.exec(line)?.groups ?? {};
    if (role === '') continue;
    const depth = indent.length;
    // The frames of the page follow its own elements.
    if (depth === 0 && role === 'frame') break;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const children: StoredElement[] = [];
    open.at(-1)?.children.push({
      text: line.trim().replace(/^- /, ''),
      role: ROLES.get(role) ?? role,
      name: name === undefined ? '' : String(JSON.parse(name)),
      states: readStates(states),
      children,
    });
    open.push({ depth, children });
  }
  return { elements, isCut: lines.at(-1) === CUT };
}

/** The stored part of a name, if the name was longer. */
export function keptOfName(name: string): string | undefined {
  return name.length > LONGEST_NAME && name.endsWith('…') ? name.slice(0, -1) : undefined;
}

function readStates(text: string): ReadonlyMap<string, string> {
  const words = text.split(' ').filter((word) => word !== '');
  return new Map(
    words.map((word) => {
      const [name = '', value = 'true'] = word.split('=');
      return [name, value];
    }),
  );
}
