import type { Protocol } from 'puppeteer';

/** The computed styles that a snapshot requests; each node with a box has them in this order. */
export const snapshotStyles = [
  'display',
  'position',
  'visibility',
  'opacity',
  'overflow-x',
  'overflow-y',
  'background-color',
  'background-image',
  'background-clip',
  'background-size',
  '-webkit-text-fill-color',
  'text-shadow',
  'color-scheme',
  'direction',
  'filter',
  'mask-image',
  'transform',
  'font-size',
  'cursor',
  'clip',
  'clip-path',
] as const;
type StyleName = (typeof snapshotStyles)[number];

/** Left, top, width and height in the document's own device pixels. */
export type Box = readonly [number, number, number, number];

/** Where and how a node is drawn. */
export interface NodeLayout {
  readonly bounds: Box;
  readonly text: string;
  /** A higher value is painted later, over lower ones. */
  readonly paintOrder: number;
  readonly scroll: Box | undefined;
  readonly client: Box | undefined;
  readonly style: (name: StyleName) => string;
}

/** A node of the flat tree: the content of a shadow root, open or closed, is under its host. */
export interface SnapshotNode {
  readonly index: number;
  readonly parent: SnapshotNode | undefined;
  readonly backendNodeId: number;
  /** Lower case; `#text` for text. */
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Includes text that is not drawn. */
  readonly text: string;
  readonly layout: NodeLayout | undefined;
  /** Whether it has its own click listeners. */
  readonly isClickable: boolean;
  readonly isChecked: boolean;
  readonly isSelected: boolean;
  /** The current content of a field. */
  readonly value: string | undefined;
  readonly shadow: string | undefined;
  /** Index of the document inside, for a frame of the same process. */
  readonly contentDocument: number | undefined;
}

export interface SnapshotDocument {
  readonly frameId: string;
  readonly viewport: Box;
  /** In document order: a parent precedes its children. */
  readonly nodes: readonly SnapshotNode[];
}

/**
 * Returns how the first element with this tag and a box is drawn. The doctype is called `html` too,
 * but has no box.
 */
export function layoutOfFirst(
  { nodes }: Pick<SnapshotDocument, 'nodes'>,
  tag: string,
): NodeLayout | undefined {
  return nodes.find((node) => node.tag === tag && node.layout)?.layout;
}

type Captured = Protocol.DOMSnapshot.CaptureSnapshotResponse;
type CapturedDocument = Protocol.DOMSnapshot.DocumentSnapshot;

/** Creates nodes from the tables that the browser sends. */
export function readSnapshot({ documents, strings }: Captured): SnapshotDocument[] {
  const text = (index: number | undefined) =>
    index === undefined || index < 0 ? '' : (strings[index] ?? '');
  return documents.map((document) => {
    const nodes = readNodes(document, text);
    const viewport = nodes[0]?.layout?.bounds ?? [0, 0, 0, 0];
    return { frameId: text(document.frameId), viewport, nodes };
  });
}

function readNodes(
  { nodes, layout }: CapturedDocument,
  text: (index: number | undefined) => string,
): SnapshotNode[] {
  const layouts = readLayouts(layout, text);
  const rare = (data: Protocol.DOMSnapshot.RareStringData | undefined) =>
    new Map(data?.index.map((node, at) => [node, text(data.value[at])]));
  const [values, texts, shadows] = [nodes.inputValue, nodes.textValue, nodes.shadowRootType].map(
    rare,
  );
  const [clickable, checked, selected] = [
    nodes.isClickable,
    nodes.inputChecked,
    nodes.optionSelected,
  ].map((data) => new Set(data?.index));
  const { contentDocumentIndex: inner } = nodes;
  const contents = new Map(inner?.index.map((node, at) => [node, inner.value[at]]));
  const result: SnapshotNode[] = [];
  for (const [index, parentIndex] of (nodes.parentIndex ?? []).entries()) {
    result.push({
      index,
      parent: result[parentIndex],
      backendNodeId: nodes.backendNodeId?.[index] ?? 0,
      tag: text(nodes.nodeName?.[index]).toLowerCase(),
      attributes: readAttributes(nodes.attributes?.[index] ?? [], text),
      text: text(nodes.nodeValue?.[index]),
      layout: layouts.get(index),
      isClickable: clickable?.has(index) ?? false,
      isChecked: checked?.has(index) ?? false,
      isSelected: selected?.has(index) ?? false,
      value: values?.get(index) ?? texts?.get(index),
      shadow: shadows?.get(index),
      contentDocument: contents.get(index),
    });
  }
  return result;
}

function readAttributes(
  pairs: readonly number[],
  text: (index: number | undefined) => string,
): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < pairs.length; at += 2) {
    attributes.set(text(pairs[at]).toLowerCase(), text(pairs[at + 1]));
  }
  return attributes;
}

function readLayouts(
  layout: CapturedDocument['layout'],
  text: (index: number | undefined) => string,
): ReadonlyMap<number, NodeLayout> {
  const layouts = new Map<number, NodeLayout>();
  for (const [at, node] of layout.nodeIndex.entries()) {
    // The first piece of a node in several pieces, such as a list marker, contains the others.
    if (layouts.has(node)) continue;
    const styles = layout.styles[at] ?? [];
    layouts.set(node, {
      bounds: toBox(layout.bounds[at]) ?? [0, 0, 0, 0],
      text: text(layout.text[at]),
      paintOrder: layout.paintOrders?.[at] ?? 0,
      scroll: toBox(layout.scrollRects?.[at]),
      client: toBox(layout.clientRects?.[at]),
      style: (name) => text(styles[snapshotStyles.indexOf(name)]),
    });
  }
  return layouts;
}

function toBox(numbers: readonly number[] | undefined): Box | undefined {
  const [left, top, width, height] = numbers ?? [];
  if (left === undefined || top === undefined) return undefined;
  return width === undefined || height === undefined ? undefined : [left, top, width, height];
}
