import { redactDeep } from '@errand/secrets';
import type { Frame, Page, SerializedAXNode } from 'puppeteer';
import { callIn } from '../../page/browser/call-in-page.ts';
import { settlesUnstarved } from '../../measure-starvation.ts';
import { frameAccessibility } from '../../page/browser/frame-session.ts';
import { framesWithDocument } from '../../page/browser/isolated-realm.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';

/** The browser sends a whole tree at once, so the tree of a larger document is not requested. */
const PAGE_LIMITS = { mostElements: 20_000, mostCharacters: 2_000_000 };
const FRAME_LIMITS = { mostElements: 5_000, mostCharacters: 500_000 };
const MOST_FRAMES = 20;
/** A frame of another site may hang. */
const FRAMES_WITHIN_MS = 1000;
const LONGEST_SNAPSHOT = 50_000;
const LONGEST_NAME = 200;
const COVER = '••••';

/** A tree, or why there is none. */
type Tree = SerializedAXNode | string | null;

type Redaction = Pick<RunSecrets, 'redact' | 'redactParts'>;

interface FrameTree {
  readonly url: string;
  readonly tree: Tree;
}

/**
 * The accessibility tree as indented text, one element per line: `- button "Pay" disabled`, followed
 * by the trees of up to 20 frames that respond within a second (three, if the machine is starved).
 * Limited in size.
 */
export async function snapshotAccessibility(
  page: Page,
  { secrets, signal }: { readonly secrets: Redaction; readonly signal: AbortSignal },
): Promise<string> {
  const main = page.mainFrame();
  const frames = framesWithDocument(page).filter((frame) => frame !== main);
  const [tree, inFrames] = await Promise.all([
    readTree(main, PAGE_LIMITS, secrets),
    readFrames(frames.slice(0, MOST_FRAMES), secrets, signal),
  ]);
  return writeTrees(tree, redactDeep(inFrames, secrets.redact));
}

/** Redacts secrets that are spread over adjacent texts of one parent. */
function redactTexts(tree: SerializedAXNode | null, secrets: Redaction): void {
  if (tree === null) return;
  let texts: SerializedAXNode[] = [];
  const redactRun = (): void => {
    const names = secrets.redactParts(texts.map(({ name = '' }) => name));
    for (const [at, text] of texts.entries()) text.name = names[at] ?? '';
    texts = [];
  };
  for (const child of tree.children ?? []) {
    if (child.role === 'StaticText') texts.push(child);
    else redactRun();
    redactTexts(child, secrets);
  }
  redactRun();
}

async function readTree(
  frame: Frame,
  limits: typeof PAGE_LIMITS,
  secrets: Redaction,
): Promise<Tree> {
  const isSmall = await callIn(frame, 'isSmallDocument', limits);
  if (!isSmall) return 'The document is too large for a snapshot.';
  const secretTexts = await callIn(frame, 'readSecretTexts');
  const tree = await frameAccessibility(frame).snapshot();
  redactTexts(tree, secrets);
  // First, because a covered part of a secret would hide the rest of it from the redaction.
  const redacted = redactDeep(tree, secrets.redact);
  hideTexts(redacted, secretTexts);
  return redacted;
}

/**
 * Covers what secret fields contain: too short a text is no secret anywhere else. Also in the names
 * of the elements around a field, which contain it between spaces.
 */
function hideTexts(tree: SerializedAXNode | null, secrets: readonly string[]): void {
  if (tree === null || secrets.length === 0) return;
  const words = new Set(secrets);
  const phrases = secrets
    .filter((secret) => /\s/.test(secret))
    .flatMap((secret) => [secret, secret.replaceAll(/\s+/g, ' ')]);
  const cover = (text: string): string => {
    const line = phrases.reduce((covered, phrase) => covered.replaceAll(phrase, COVER), text);
    return line.replaceAll(/\S+/g, (word) => (words.has(word) ? COVER : word));
  };
  const hide = (node: SerializedAXNode): void => {
    if (node.name !== undefined) node.name = cover(node.name);
    if (node.value !== undefined) node.value = cover(String(node.value));
    for (const child of node.children ?? []) hide(child);
  };
  hide(tree);
}

/** Leaves out frames without content. */
async function readFrames(
  frames: readonly Frame[],
  secrets: Redaction,
  signal: AbortSignal,
): Promise<readonly FrameTree[]> {
  const trees = new Map<Frame, Tree>();
  const reading = Promise.allSettled(
    frames.map(async (frame) => trees.set(frame, await readTree(frame, FRAME_LIMITS, secrets))),
  );
  await settlesUnstarved(reading, FRAMES_WITHIN_MS, { signal });
  return frames
    .map((frame) => ({
      url: frame.url(),
      tree: trees.has(frame) ? (trees.get(frame) ?? null) : 'The frame does not respond.',
    }))
    .filter(({ tree }) => typeof tree === 'string' || (tree?.children ?? []).length > 0);
}

function writeTrees(tree: Tree, frames: readonly FrameTree[]): string {
  const lines: string[] = [];
  let length = 0;
  const write = (line: string, depth: number): void => {
    lines.push('  '.repeat(depth) + line);
    length += depth * 2 + line.length + 1;
  };
  const writeTree = (node: Tree, depth: number): void => {
    if (length > LONGEST_SNAPSHOT || node === null) return;
    if (typeof node === 'string') return write(node, depth);
    write(`- ${describeNode(node)}`, depth);
    for (const child of node.children ?? []) writeTree(child, depth + 1);
  };
  writeTree(tree, 0);
  for (const frame of frames) {
    if (length > LONGEST_SNAPSHOT) break;
    write(`- frame ${quote(frame.url)}`, 0);
    writeTree(frame.tree, 1);
  }
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
