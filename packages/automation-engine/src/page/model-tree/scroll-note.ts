import type { SnapshotNode } from './snapshot-node.ts';

/** Less than that is no reason to scroll. */
const leastPixels = 8;

/** How many heights of the element lie above and below what it shows: ` (0.0 above, 2.5 below)`. Empty if it does not scroll. */
export function describeScroll({ layout, tag }: SnapshotNode): string {
  if (!layout?.client || !layout.scroll || tag === '#document' || tag === 'body') return '';
  const flow = layout.style('overflow-y');
  const isScroller = tag === 'html' || flow === 'auto' || flow === 'scroll';
  const { client, scroll } = layout;
  const height = client[3];
  const hiddenPixels = scroll[3] - height;
  if (!isScroller || height < leastPixels || hiddenPixels < leastPixels) return '';
  const above = scroll[1] / height;
  const below = Math.max(0, hiddenPixels - scroll[1]) / height;
  return ` (${above.toFixed(1)} pages above, ${below.toFixed(1)} pages below)`;
}
