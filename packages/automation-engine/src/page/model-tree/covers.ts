import { areaOf, contains } from './box.ts';
import { alphaOf, type Colour, coloursIn, readColour } from './colour.ts';
import type { Box, NodeLayout, SnapshotDocument, SnapshotNode } from './snapshot-node.ts';

/** An element with at least this opacity hides what is under it. */
const OPAQUE = 0.9;
/** A fixed element over this share of the window covers the page at any scroll position. */
const WHOLE_WINDOW = 0.9;
const everywhere: Box = [-1e9, -1e9, 2e9, 2e9];

interface Cover {
  readonly node: SnapshotNode;
  readonly box: Box;
  readonly paintOrder: number;
  /**
   * Whether it stays in place when the page scrolls: it then reliably covers only what stays too.
   */
  readonly isOverStaying?: boolean;
}

/**
 * Returns the plain colour that is painted last under a node; undefined if it is unknown or not
 * plain.
 */
export type ColourBehind = (node: SnapshotNode, box: Box) => Colour | undefined;

export interface Covers {
  /** Whether something else is painted over the whole of a box. */
  readonly isCovered: (node: SnapshotNode, box: Box) => boolean;
  readonly colourBehind: ColourBehind;
}

interface Drawn {
  /** Behind everything. */
  readonly paper: Colour | undefined;
  /** Whether it stays in place when the page is scrolled. */
  readonly isStaying: (node: SnapshotNode) => boolean;
  readonly boxOf: (node: SnapshotNode) => Box | undefined;
  readonly opacityOf: (node: SnapshotNode) => number;
}

export function findCovers({ nodes, viewport }: SnapshotDocument, drawn: Drawn): Covers {
  const covers = nodes
    .flatMap((node): Cover[] => {
      const box = solidBox(node, drawn);
      return box ? [{ node, box, paintOrder: node.layout?.paintOrder ?? 0 }] : [];
    })
    .toSorted((a, b) => b.paintOrder - a.paintOrder || b.node.index - a.node.index);
  const hiding = covers.map((cover) => toHiding(cover, { drawn, viewport }));
  return {
    isCovered(node, box) {
      const paintOrder = node.layout?.paintOrder ?? 0;
      const label = node.tag === 'input' ? closestLabel(node) : undefined;
      const isUnder = (x: number, y: number) => {
        for (const cover of hiding) {
          if (cover.paintOrder <= paintOrder) return false;
          if (cover.isOverStaying && !drawn.isStaying(node)) continue;
          if (!contains(cover.box, x, y) || isInside(cover.node, node)) continue;
          // The drawn box of a checkbox often covers the real one.
          if (!label || !isInside(cover.node, label)) return true;
        }
        return false;
      };
      return samplePoints(box).every(([x, y]) => isUnder(x, y));
    },
    colourBehind({ layout, index }, [left, top, width, height]) {
      const paintOrder = layout?.paintOrder ?? 0;
      const behind = covers.find(
        (cover) =>
          (cover.paintOrder < paintOrder ||
            (cover.paintOrder === paintOrder && cover.node.index < index)) &&
          contains(cover.box, left + width / 2, top + height / 2),
      );
      const style = behind?.node.layout?.style;
      if (!style) return drawn.paper;
      return hasPlainColour(style) ? readColour(style('background-color')) : undefined;
    },
  };
}

/** Returns the box of an opaque element. */
function solidBox(node: SnapshotNode, { boxOf, opacityOf }: Drawn): Box | undefined {
  const box = boxOf(node);
  if (!node.layout || !box || node.tag === '#text') return undefined;
  const { style } = node.layout;
  const isSolid =
    style('visibility') === 'visible' &&
    opacityOf(node) >= OPAQUE &&
    style('background-clip') !== 'text' &&
    (alphaOf(style('background-color')) >= OPAQUE || isSolidGradient(style));
  return isSolid ? box : undefined;
}

type Style = NodeLayout['style'];

function hasPlainColour(style: Style): boolean {
  return ['none', ''].includes(style('background-image'));
}

/** Whether an opaque gradient fills the whole box. */
function isSolidGradient(style: Style): boolean {
  const image = style('background-image');
  const isWhole = style('background-size') === 'auto' && !image.includes('url(');
  const colours = coloursIn(image);
  return isWhole && colours.length > 1 && colours.every((colour) => (colour?.alpha ?? 0) >= OPAQUE);
}

/** What a fixed element covers depends on the scroll position, unless it covers everything. */
function toHiding(
  cover: Cover,
  { drawn, viewport }: { readonly drawn: Drawn; readonly viewport: Box },
): Cover {
  if (!drawn.isStaying(cover.node)) return cover;
  const isWhole = areaOf(cover.box) >= areaOf(viewport) * WHOLE_WINDOW;
  return isWhole ? { ...cover, box: everywhere } : { ...cover, isOverStaying: true };
}

function samplePoints([left, top, width, height]: Box): [number, number][] {
  const inset = 0.15;
  return [
    [left + width / 2, top + height / 2],
    [left + width * inset, top + height * inset],
    [left + width * (1 - inset), top + height * inset],
    [left + width * inset, top + height * (1 - inset)],
    [left + width * (1 - inset), top + height * (1 - inset)],
  ];
}

function isInside(node: SnapshotNode, around: SnapshotNode): boolean {
  for (let at: SnapshotNode | undefined = node; at; at = at.parent) if (at === around) return true;
  return false;
}

function closestLabel(node: SnapshotNode): SnapshotNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.tag === 'label') return at;
  return undefined;
}
