import { extentOf, intersect, isEmpty } from './box.ts';
import type { Colour } from './colour.ts';
import { findCovers } from './covers.ts';
import { paperOf } from './paper.ts';
import { standsOut } from './stands-out.ts';
import type { Box, SnapshotDocument, SnapshotNode } from './snapshot-node.ts';
import {
  LEAST_OPACITY,
  placedClip,
  surround,
  type Surroundings,
  surroundingsOf,
} from './surroundings.ts';

const LEAST_TEXT_PIXELS = 1.5;
/** Pages draw these themselves, with the real ones transparent on top. */
const drawnOver = new Set(['input', 'select', 'textarea']);

/** What a person can see of a document, or scroll to. */
export interface SeenNodes {
  /** Whether the element has a box that is not hidden, clipped away or painted over. */
  readonly isSeen: (node: SnapshotNode) => boolean;
  /** Whether the text can be read. */
  readonly isReadable: (text: SnapshotNode) => boolean;
  /** The visible part of its box, or of its children's boxes if it has none. */
  readonly boxOf: (node: SnapshotNode) => Box | undefined;
  /** The plain colour that is painted under it, if it is known. */
  readonly colourBehind: (node: SnapshotNode) => Colour | undefined;
}

/** `behind`: the colour under the document, if known; under a window it is white. */
export function findSeenNodes(document: SnapshotDocument, behind: Colour | undefined): SeenNodes {
  const known: Surroundings[] = [];
  const outermost = surroundingsOf(document);
  const around = ({ parent }: SnapshotNode) => known[parent?.index ?? -1] ?? outermost;
  for (const node of document.nodes) known.push(surround(node, around(node)));
  const own = (node: SnapshotNode) => known[node.index] ?? outermost;
  const boxes = findBoxes(document, { around, own });
  const boxOf = (node: SnapshotNode) => boxes[node.index];
  const opacityOf = (node: SnapshotNode) => own(node).opacity;
  const isStaying = (node: SnapshotNode) => own(node).isStaying;
  const drawn = { boxOf, opacityOf, isStaying, paper: paperOf(document, behind) };
  const { isCovered, colourBehind } = findCovers(document, drawn);
  const pictures = document.nodes
    .filter(isPicture)
    .map(boxOf)
    .filter((box) => box !== undefined);
  const isShown = (node: SnapshotNode, leastPixels: number) => {
    const box = boxOf(node);
    if (!box || isEmpty(box, leastPixels) || own(node).isHidden) return false;
    return node.layout?.style('visibility') === 'visible' && !isCovered(node, box);
  };
  return {
    boxOf,
    colourBehind: (node) => colourBehind(node, boxOf(node) ?? [0, 0, 0, 0]),
    isSeen: (node) =>
      isShown(node, 0) && (opacityOf(node) >= LEAST_OPACITY || drawnOver.has(node.tag)),
    isReadable(text) {
      const isThere = isShown(text, LEAST_TEXT_PIXELS) && opacityOf(text) >= LEAST_OPACITY;
      return isThere && standsOut(text, boxOf(text), { pictures, colourBehind });
    },
  };
}

function findBoxes(
  { nodes }: SnapshotDocument,
  { around, own }: Readonly<Record<'around' | 'own', (node: SnapshotNode) => Surroundings>>,
): (Box | undefined)[] {
  const boxes = nodes.map((node) => {
    if (!node.layout) return undefined;
    const position = node.tag === '#text' ? 'static' : node.layout.style('position');
    const { bounds } = node.layout;
    const box = intersect(placedClip(position, around(node)), own(node).ownClip ?? bounds);
    // Content outside this area cannot be scrolled to.
    return isEmpty(box) && !isEmpty(bounds) ? undefined : box;
  });
  // A link around a floating image has no box itself.
  for (const { index, parent } of nodes.toReversed()) {
    const box = boxes[index];
    if (!box || !parent?.layout || !isEmpty(parent.layout.bounds)) continue;
    boxes[parent.index] = extentOf(boxes[parent.index], box);
  }
  return boxes;
}

function isPicture({ tag, layout }: SnapshotNode): boolean {
  if (!layout) return false;
  const isDrawn = ['img', 'video', 'canvas', 'svg', 'picture', 'object', 'embed'].includes(tag);
  return isDrawn || !['none', ''].includes(layout.style('background-image'));
}
