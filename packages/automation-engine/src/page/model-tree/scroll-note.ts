import type { SnapshotNode } from './snapshot-node.ts';

/** Less than this is not worth scrolling. */
const LEAST_PIXELS = 8;

/**
 * Returns how many element heights lie above and below the visible part: ` (0.0 pages above, 2.5
 * pages below)`. Empty if it does not scroll.
 */
export function describeScroll({ layout, tag }: SnapshotNode): string {
  if (!layout?.client || !layout.scroll || tag === '#document' || tag === 'body') return '';
  const flow = layout.style('overflow-y');
  const isScroller = tag === 'html' || flow === 'auto' || flow === 'scroll';
  const { client, scroll } = layout;
  const height = client[3];
  const hiddenPixels = scroll[3] - height;
  if (!isScroller || height < LEAST_PIXELS || hiddenPixels < LEAST_PIXELS) return '';
  const above = scroll[1] / height;
  const below = Math.max(0, hiddenPixels - scroll[1]) / height;
  return ` (${above.toFixed(1)} pages above, ${below.toFixed(1)} pages below)`;
}
