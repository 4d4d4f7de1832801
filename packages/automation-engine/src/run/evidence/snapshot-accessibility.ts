import { redactDeep, type Redactor } from '@errand/secrets';
import type { Page, SerializedAXNode } from 'puppeteer';
import { callIn } from '../../page/browser/call-in-page.ts';

/** The browser sends the whole tree at once, so the tree of a larger document is not requested. */
const MOST_ELEMENTS = 20_000;
const MOST_CHARACTERS = 2_000_000;
const LONGEST_SNAPSHOT = 50_000;
const LONGEST_NAME = 200;

/**
 * The accessibility tree as indented text, one element per line: `- button "Pay" disabled`. Limited
 * in size.
 */
export async function snapshotAccessibility(page: Page, redact: Redactor): Promise<string> {
  const limits = { mostElements: MOST_ELEMENTS, mostCharacters: MOST_CHARACTERS };
  const isSmall = await callIn(page.mainFrame(), 'isSmallDocument', limits);
  if (!isSmall) return 'The document is too large for a snapshot.';
  const root = await page.accessibility.snapshot();
  return root ? writeTree(redactDeep(root, redact)) : '';
}

function writeTree(root: SerializedAXNode): string {
  const lines: string[] = [];
  let length = 0;
  const write = (node: SerializedAXNode, depth: number): void => {
    if (length > LONGEST_SNAPSHOT) return;
    const line = `${'  '.repeat(depth)}- ${describeNode(node)}`;
    lines.push(line);
    length += line.length + 1;
    for (const child of node.children ?? []) write(child, depth + 1);
  };
  write(root, 0);
  return length > LONGEST_SNAPSHOT
    ? `${lines.join('\n').slice(0, LONGEST_SNAPSHOT)}\n- (cut)`
    : lines.join('\n');
}

const states = ['disabled', 'expanded', 'focused', 'checked', 'pressed', 'selected', 'invalid'];

function describeNode(node: SerializedAXNode): string {
  const { role, name = '', value } = node;
  const known = Object.entries(node).filter(([key, state]) => states.includes(key) && state);
  return [
    role,
    ...(name === '' ? [] : [quote(name)]),
    ...(value === undefined || value === '' ? [] : [`= ${quote(String(value))}`]),
    ...known.map(([key, state]) => (state === true ? key : `${key}=${String(state)}`)),
  ].join(' ');
}

function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text);
}
