import { intersect, isEmpty } from './box.ts';
import { clipByPath } from './clip-path.ts';
import { coloursIn } from './colour.ts';
import {
  type Box,
  layoutOfFirst,
  type NodeLayout,
  type SnapshotDocument,
  type SnapshotNode,
} from './snapshot-node.ts';

/** Anything less opaque than this counts as invisible. */
export const LEAST_OPACITY = 0.1;
/** A scrollable area smaller than this is too small to show anything. */
const LEAST_WINDOW_PIXELS = 4;
const nothing: Box = [0, 0, 0, 0];
const FAR = 1e9;

/** Facts about a node that follow from the node itself and all elements around it. */
export interface Surroundings {
  readonly opacity: number;
  readonly isHidden: boolean;
  /** Whether it, or an element around it, is fixed or sticky. */
  readonly isStaying: boolean;
  /** The part of the document that the surrounding elements leave visible. Undefined: all of it. */
  readonly clip: Box | undefined;
  /** Like `clip`, for absolutely positioned content and for fixed content. */
  readonly absoluteClip: Box | undefined;
  readonly fixedClip: Box | undefined;
  /** The part of it that its own `clip-path` leaves. */
  readonly ownClip: Box | undefined;
}

/** Returns what the window can show of a document, at any scroll position. */
export function surroundingsOf(document: SnapshotDocument): Surroundings {
  const layouts = ['html', 'body'].map((tag) => layoutOfFirst(document, tag));
  const [scrollLeft = 0, scrollTop = 0] = layouts[0]?.scroll ?? [];
  const [, , width, height] = document.viewport;
  const flow = layouts
    .map((layout) => layout?.style('overflow-x'))
    .find((value) => value !== 'visible');
  // Fixed elements are clipped to the screen, the rest to what can be scrolled to.
  const isWide = flow !== 'hidden' && flow !== 'clip';
  const isRightToLeft = layouts.some((layout) => layout?.style('direction') === 'rtl');
  const left = isWide && isRightToLeft ? -FAR : 0;
  const right = isWide && !isRightToLeft ? FAR : width;
  const clip: Box = [left, 0, right - left, FAR];
  return {
    opacity: 1,
    isHidden: false,
    isStaying: false,
    clip,
    absoluteClip: clip,
    fixedClip: [scrollLeft, scrollTop, width, height],
    ownClip: undefined,
  };
}

/** Aria-hidden, inert and complete clipping apply to all content of an element. */
export function surround(
  { attributes, layout, tag }: SnapshotNode,
  around: Surroundings,
): Surroundings {
  const isMarked = attributes.get('aria-hidden') === 'true' || attributes.has('inert');
  const isHidden = around.isHidden || isMarked || (layout !== undefined && isCutWhole(layout));
  if (!layout || tag === '#text') return { ...around, isHidden, ownClip: undefined };
  const { style, bounds } = layout;
  const position = style('position');
  const ownClip = clipByPath(style('clip-path'), bounds);
  const clipped = (limit: Box | undefined) => (ownClip ? intersect(limit, ownClip) : limit);
  const clip = clipped(cut(layout, tag, placedClip(position, around)));
  // The document node itself has no styles.
  const holdsFixed = [style('transform'), style('filter')].some((value) => !isNone(value));
  return {
    ownClip,
    clip,
    isHidden: isHidden || (ownClip !== undefined && isEmpty(ownClip)),
    isStaying: around.isStaying || position === 'fixed' || position === 'sticky',
    opacity: around.opacity * Number.parseFloat(style('opacity') || '1') * filteredOpacity(style),
    absoluteClip: clipped(position === 'static' ? around.absoluteClip : clip),
    fixedClip: clipped(holdsFixed ? clip : around.fixedClip),
  };
}

/** Returns the part that the surroundings leave visible for a node with this `position`. */
export function placedClip(
  position: string,
  { clip, absoluteClip, fixedClip }: Surroundings,
): Box | undefined {
  if (position === 'fixed') return fixedClip;
  return position === 'absolute' ? absoluteClip : clip;
}

/**
 * Content that can be scrolled into view is not clipped, unless its container is. The page itself
 * can always be scrolled.
 */
function cut({ style, bounds }: NodeLayout, tag: string, clip: Box | undefined): Box | undefined {
  if (tag === '#document' || tag === 'html' || tag === 'body') return clip;
  const flows = [style('overflow-x'), style('overflow-y')];
  if (flows.every((flow) => flow === 'visible')) return clip;
  const left = intersect(clip, bounds);
  const isScrolled = flows.some((flow) => flow === 'auto' || flow === 'scroll');
  if (isScrolled) return isEmpty(left, LEAST_WINDOW_PIXELS) ? nothing : undefined;
  return left;
}

function isNone(value: string): boolean {
  return value === 'none' || value === '';
}

function isCutWhole({ style }: NodeLayout): boolean {
  const isAbsolute = ['absolute', 'fixed'].includes(style('position'));
  if (isAbsolute && /^rect\((?:[01]px,? ?){4}\)$/.test(style('clip'))) return true;
  const mask = coloursIn(style('mask-image'));
  const isPlain = !style('mask-image').includes('url(');
  return isPlain && mask.length > 0 && mask.every((colour) => (colour?.alpha ?? 1) < LEAST_OPACITY);
}

function filteredOpacity(style: NodeLayout['style']): number {
  const [, number, unit] = /\bopacity\(([\d.]+)(%?)\)/.exec(style('filter')) ?? [];
  if (number === undefined) return 1;
  return unit === '%' ? Number(number) / 100 : Number(number);
}
