import { extentOf, intersect, isEmpty, overlaps } from './box.ts';
import { alphaOf, type ColourBehind, findCovers } from './covers.ts';
import { isFormControl } from './interactive.ts';
import type { Box, NodeLayout, SnapshotDocument, SnapshotNode } from './snapshot-node.ts';

/** A text that lets more than this through, or is smaller, is as good as not there. */
const leastOpacity = 0.1;
const leastFontPixels = 3;
const leastTextPixels = 1.5;
const nothing: Box = [0, 0, 0, 0];

/** What of a document a person can see, or scroll to. */
export interface SeenNodes {
  /** The element has a box that is not hidden, cut away or painted over. */
  readonly isSeen: (node: SnapshotNode) => boolean;
  /** The text can be read. */
  readonly isReadable: (text: SnapshotNode) => boolean;
  /** What is left of its box, or of those of its children if it has none of its own. */
  readonly boxOf: (node: SnapshotNode) => Box | undefined;
}

/** What a node has from all the elements around it. */
interface Surroundings {
  readonly opacity: number;
  readonly isHidden: boolean;
  /** The part of the document that elements around it leave to see; undefined is all of it. */
  readonly clip: Box | undefined;
  /** The same for something inside that is placed absolutely. */
  readonly absoluteClip: Box | undefined;
}

const outermost: Surroundings = {
  opacity: 1,
  isHidden: false,
  clip: undefined,
  absoluteClip: undefined,
};

export function findSeenNodes(document: SnapshotDocument): SeenNodes {
  const known: Surroundings[] = [];
  const around = ({ parent }: SnapshotNode) => known[parent?.index ?? -1] ?? outermost;
  for (const node of document.nodes) known.push(surround(node, around(node)));
  const own = (node: SnapshotNode) => known[node.index] ?? outermost;
  const boxes = findBoxes(document, around);
  const boxOf = (node: SnapshotNode) => boxes[node.index];
  const opacityOf = (node: SnapshotNode) => own(node).opacity;
  const { isCovered, colourBehind } = findCovers(document, { boxOf, opacityOf });
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
    isSeen: (node) => isShown(node, 0) && (opacityOf(node) >= leastOpacity || isFormControl(node)),
    isReadable(text) {
      const isThere = isShown(text, leastTextPixels) && opacityOf(text) >= leastOpacity;
      return isThere && standsOut(text, boxOf(text), { pictures, colourBehind });
    },
  };
}

/** Aria-hidden and inert count for all that is inside; so does what is cut away. */
function surround({ attributes, layout, tag }: SnapshotNode, around: Surroundings): Surroundings {
  const isHidden =
    around.isHidden ||
    attributes.get('aria-hidden') === 'true' ||
    attributes.has('inert') ||
    (layout !== undefined && isCutWhole(layout));
  if (!layout || tag === '#text') return { ...around, isHidden };
  const position = layout.style('position');
  const clip = cut(layout, tag, placedClip(position, around));
  return {
    isHidden,
    clip,
    opacity: around.opacity * Number.parseFloat(layout.style('opacity') || '1'),
    absoluteClip: position === 'static' ? around.absoluteClip : clip,
  };
}

function placedClip(position: string, { clip, absoluteClip }: Surroundings): Box | undefined {
  if (position === 'fixed') return undefined;
  return position === 'absolute' ? absoluteClip : clip;
}

/** What can be scrolled into view is not cut away, unless its container is; the page itself always can be scrolled. */
function cut({ style, bounds }: NodeLayout, tag: string, clip: Box | undefined): Box | undefined {
  if (tag === '#document' || tag === 'html' || tag === 'body') return clip;
  const flows = [style('overflow-x'), style('overflow-y')];
  if (flows.every((flow) => flow === 'visible')) return clip;
  const left = intersect(clip, bounds);
  const isScrolled = flows.some((flow) => flow === 'auto' || flow === 'scroll');
  if (isScrolled) return isEmpty(left) ? nothing : undefined;
  return left;
}

function isCutWhole({ style }: NodeLayout): boolean {
  const path = style('clip-path');
  const isInset = path === 'inset(50%)' || path === 'inset(100%)';
  const isAbsolute = ['absolute', 'fixed'].includes(style('position'));
  return isInset || (isAbsolute && /^rect\((?:[01]px,? ?){4}\)$/.test(style('clip')));
}

function findBoxes(
  { nodes }: SnapshotDocument,
  around: (node: SnapshotNode) => Surroundings,
): (Box | undefined)[] {
  const boxes = nodes.map((node) => {
    if (!node.layout) return undefined;
    const position = node.tag === '#text' ? 'static' : node.layout.style('position');
    const box = intersect(placedClip(position, around(node)), node.layout.bounds);
    // Nobody scrolls to what stands left of the page or above it.
    const isOutside = box[0] + box[2] <= 0 || box[1] + box[3] <= 0;
    return isOutside ? undefined : box;
  });
  // A link around a floating picture has no box of its own.
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

/** Whether the text differs from what is behind it. Over a picture nobody knows. */
function standsOut(
  text: SnapshotNode,
  box: Box | undefined,
  { pictures, colourBehind }: { pictures: readonly Box[]; colourBehind: ColourBehind },
): boolean {
  const styled = text.parent?.layout ?? text.layout;
  if (!styled || !box) return false;
  if (Number.parseFloat(styled.style('font-size')) < leastFontPixels) return false;
  const colour = styled.style('color');
  if (alphaOf(colour) < leastOpacity) return false;
  if (colour !== colourBehind(text, box)) return true;
  return pictures.some((picture) => overlaps(picture, box));
}
