import { areaOf, contains } from './box.ts';
import type { Box, SnapshotDocument, SnapshotNode } from './snapshot-node.ts';

/** What lets less through than that hides what lies under it. */
const opaque = 0.9;
/** Something fixed that takes up so much of the window is over the page wherever that is scrolled to. */
const wholeWindow = 0.9;
const everywhere: Box = [-1e9, -1e9, 2e9, 2e9];

interface Cover {
  readonly node: SnapshotNode;
  readonly box: Box;
  readonly paintOrder: number;
}

/** The plain colour that is painted last under a text, as a computed style has it. */
export type ColourBehind = (text: SnapshotNode, box: Box) => string;

export interface Covers {
  /** Whether something else is painted over the whole of a box. */
  readonly isCovered: (node: SnapshotNode, box: Box) => boolean;
  readonly colourBehind: ColourBehind;
}

const paper = 'rgb(255, 255, 255)';

interface Drawn {
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
  const hiding = covers.flatMap((cover) => {
    const box = hiddenBox(cover, viewport);
    return box ? [{ ...cover, box }] : [];
  });
  return {
    isCovered(node, box) {
      const paintOrder = node.layout?.paintOrder ?? 0;
      const label = node.tag === 'input' ? closestLabel(node) : undefined;
      const isUnder = (x: number, y: number) => {
        for (const cover of hiding) {
          if (cover.paintOrder <= paintOrder) return false;
          if (!contains(cover.box, x, y) || isInside(cover.node, node)) continue;
          // The drawn box of a checkbox often lies over the real one.
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
      return behind?.node.layout?.style('background-color') ?? paper;
    },
  };
}

/** The box of what lets nothing through. */
function solidBox(node: SnapshotNode, { boxOf, opacityOf }: Drawn): Box | undefined {
  const box = boxOf(node);
  if (!node.layout || !box || node.tag === '#text') return undefined;
  const { style } = node.layout;
  const isSolid =
    style('visibility') === 'visible' &&
    opacityOf(node) >= opaque &&
    alphaOf(style('background-color')) >= opaque;
  return isSolid ? box : undefined;
}

/** What is under it wherever the page is scrolled to. A header that stays in place covers nothing for good. */
function hiddenBox({ node, box }: Cover, viewport: Box): Box | undefined {
  const isFixed = ['fixed', 'sticky'].includes(node.layout?.style('position') ?? '');
  if (!isFixed) return box;
  return areaOf(box) >= areaOf(viewport) * wholeWindow ? everywhere : undefined;
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

/** Of `rgb(…)` and `rgba(…)`, as computed styles have them; 0 if it cannot be told. */
export function alphaOf(colour: string): number {
  const parts = /^rgba?\(([^)]*)\)$/.exec(colour)?.[1]?.split(/[\s,/]+/) ?? [];
  if (parts.length < 3) return 0;
  return parts.length === 3 ? 1 : Number(parts[3]);
}
