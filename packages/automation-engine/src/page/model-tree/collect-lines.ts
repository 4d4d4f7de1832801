import { isEmpty } from './box.ts';
import type { CapturedFrame, CapturedPage } from './capture-frames.ts';
import { type Colour, readColour } from './colour.ts';
import { describeAttributes, shorten } from './describe-attributes.ts';
import { isInteractive, saysNothingNew } from './interactive.ts';
import { describeScroll } from './scroll-note.ts';
import { findSeenNodes, type SeenNodes } from './seen-nodes.ts';
import type { Box, SnapshotNode } from './snapshot-node.ts';
import { createTextJoiner, type TextJoiner } from './text-joiner.ts';
import type { TreeLine } from './tree-lines.ts';

const undrawnTags = new Set('style script head meta link title noscript template svg'.split(' '));
/** Elements whose line already shows their content. */
const closedTags = new Set(['select', 'textarea', 'video', 'audio']);

const controlTags = new Set(['input', 'select', 'textarea', 'button']);
const LEAST_POINTABLE_PIXELS = 4;
const noBox: Box = [0, 0, 0, 0];
const white: Colour = { rgb: [255, 255, 255], alpha: 1 };

/** The element behind a line. */
export interface LineElement {
  readonly captured: CapturedFrame;
  readonly node: SnapshotNode;
}

export interface Collected {
  readonly lines: readonly TreeLine[];
  readonly elements: ReadonlyMap<number, LineElement>;
}

interface CollectOptions {
  readonly redact: (text: string) => string;
  /** Returns the number of an element, and whether the element is new. */
  readonly number: (element: LineElement) => { readonly index: number; readonly isNew: boolean };
}

interface Walk extends CollectOptions {
  readonly page: CapturedPage;
  readonly lines: TreeLine[];
  readonly elements: Map<number, LineElement>;
}

interface FrameWalk extends Walk {
  readonly captured: CapturedFrame;
  readonly seen: SeenNodes;
  readonly joiner: TextJoiner;
  /** Maps a node to the line under which its content is nested. */
  readonly lineIn: (TreeLine | undefined)[];
}

/** Walks through all frames and creates a line for everything that can be seen or used. */
export function collectLines(page: CapturedPage, options: CollectOptions): Collected {
  const walk: Walk = { ...options, page, lines: [], elements: new Map() };
  if (page.main) walkFrame(walk, page.main, { outer: undefined, behind: white });
  return walk;
}

interface FramePlace {
  readonly outer: TreeLine | undefined;
  /** The colour behind the document. */
  readonly behind: Colour | undefined;
}

function walkFrame(outside: Walk, captured: CapturedFrame, { outer, behind }: FramePlace): void {
  const seen = findSeenNodes(captured.document, behind);
  const walk = { ...outside, captured, seen, joiner: createTextJoiner(), lineIn: [] };
  const lineIn: FrameWalk['lineIn'] = walk.lineIn;
  const isLeftOut: boolean[] = [];
  for (const node of captured.document.nodes) {
    const { index, parent, tag } = node;
    lineIn[index] = parent ? lineIn[parent.index] : outer;
    const isInside = parent !== undefined && isLeftOut[parent.index] === true;
    isLeftOut[index] = isInside || undrawnTags.has(tag) || closedTags.has(tag);
    if (isInside || undrawnTags.has(tag)) continue;
    if (tag === '#text') addText(walk, node);
    else if (tag === 'iframe' || tag === 'frame') addFrame(walk, node);
    else addElement(walk, node);
  }
}

function addText({ seen, joiner, redact, lines, lineIn }: FrameWalk, node: SnapshotNode): void {
  const drawn = node.layout?.text ?? '';
  if (drawn.trim() !== '' && !seen.isReadable(node)) return;
  const parent = lineIn[node.index];
  const line = joiner.join(node, { drawn, parent, text: redact(drawn) });
  if (line) lines.push(line);
}

function addElement(walk: FrameWalk, node: SnapshotNode): void {
  const { seen, captured, joiner, redact } = walk;
  const { viewport } = captured.document;
  const box = seen.boxOf(node);
  joiner.enter(node);
  if (!box) return;
  const scrollNote = describeScroll(node);
  const isOnlyWay = (label: SnapshotNode) => isHiddenControl(walk, controlOf(walk, label));
  const isOffered = scrollNote !== '' || isInteractive(node, { viewport, box, isOnlyWay });
  if (!isOffered || !seen.isSeen(node) || saysNothingNew(node, box, seen.boxOf)) return;
  const element = { captured, node };
  const { index, isNew } = walk.number(element);
  walk.elements.set(index, element);
  const accessible = captured.accessible.get(node.backendNodeId);
  const options = node.tag === 'select' ? optionsOf(walk, node) : [];
  const attributes = describeAttributes({ node, accessible, options, redact });
  addLine(walk, node, { kind: 'element', index, isNew, scrollNote, attributes });
}

function addFrame(walk: FrameWalk, node: SnapshotNode): void {
  const { captured, seen, page, redact } = walk;
  if (!seen.isSeen(node) || isEmpty(seen.boxOf(node) ?? noBox, LEAST_POINTABLE_PIXELS)) return;
  const attributes = ['title', 'name', 'aria-label'].flatMap((name) => {
    const value = shorten(redact(node.attributes.get(name) ?? ''));
    return value === '' ? [] : [[name, value] as const];
  });
  const line = addLine(walk, node, { kind: 'frame', attributes });
  const inner = page.frameIn(captured.session, node.backendNodeId);
  if (inner) return walkFrame(walk, inner, { outer: line, behind: groundOf(walk, node) });
  const text = '(This frame did not answer in time.)';
  walk.lines.push({ ...emptyLine, kind: 'text', tag: '#text', parent: line, text });
}

/** The background of a frame: its own colour, or what is under it. */
function groundOf({ seen }: FrameWalk, frame: SnapshotNode): Colour | undefined {
  const own = readColour(frame.layout?.style('background-color') ?? '');
  return own && own.alpha > 0 ? own : seen.colourBehind(frame);
}

const emptyLine = { attributes: [], scrollNote: '', isNew: false, shadow: '', text: '' } as const;

function addLine(
  { lines, lineIn, joiner }: FrameWalk,
  node: SnapshotNode,
  line: Pick<TreeLine, 'kind'> & Partial<TreeLine>,
): TreeLine {
  const { index, tag, shadow = '' } = node;
  const added: TreeLine = { ...emptyLine, tag, shadow, ...line, parent: lineIn[index] };
  lines.push(added);
  lineIn[index] = added;
  joiner.close();
  return added;
}

function optionsOf({ captured }: FrameWalk, select: SnapshotNode) {
  const { nodes } = captured.document;
  const labels = new Map<SnapshotNode, string>();
  for (let index = select.index + 1; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node || !isWithin(node, select)) break;
    const { parent, tag } = node;
    if (tag === 'option' && !node.attributes.has('hidden'))
      labels.set(node, node.attributes.get('label') ?? '');
    const label = parent && labels.get(parent);
    if (parent && label !== undefined && tag === '#text') labels.set(parent, label + node.text);
  }
  return [...labels].map(([{ isSelected }, label]) => ({ label: label.trim(), isSelected }));
}

function isWithin(node: SnapshotNode, around: SnapshotNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (at === around) return true;
  return false;
}

function controlOf({ captured }: FrameWalk, label: SnapshotNode): SnapshotNode | undefined {
  const id = label.attributes.get('for');
  return captured.document.nodes.find((node) =>
    id === undefined
      ? controlTags.has(node.tag) && isWithin(node, label)
      : node.attributes.get('id') === id,
  );
}

/** Whether the control exists and a person cannot point at it. */
function isHiddenControl({ seen }: FrameWalk, control: SnapshotNode | undefined): boolean {
  if (!control) return false;
  const [, , width, height] = seen.boxOf(control) ?? [0, 0, 0, 0];
  return !seen.isSeen(control) || Math.min(width, height) < LEAST_POINTABLE_PIXELS;
}
