import { type Colour, readColour } from './colour.ts';
import { layoutOfFirst, type SnapshotDocument, type SnapshotNode } from './snapshot-node.ts';

/** Minimum opacity of a background that counts as the colour of the whole document. */
const OPAQUE = 0.9;

/**
 * Returns the colour under everything in a document: that of its root or body, or what is behind
 * the document. Undefined if it is unknown.
 */
export function paperOf(
  document: SnapshotDocument,
  behind: Colour | undefined,
): Colour | undefined {
  for (const tag of ['html', 'body']) {
    const style = layoutOfFirst(document, tag)?.style;
    if (!style) continue;
    if (!['none', ''].includes(style('background-image'))) return undefined;
    const colour = readColour(style('background-color'));
    if (!colour || colour.alpha >= OPAQUE) return colour;
  }
  return document.nodes.some(isDarkScheme) ? undefined : behind;
}

/** Whether the document asks for a dark scheme, for which the browser chooses a dark colour. */
function isDarkScheme({ tag, attributes, layout }: SnapshotNode): boolean {
  const scheme =
    tag === 'html'
      ? (layout?.style('color-scheme') ?? '')
      : tag === 'meta' && attributes.get('name')?.toLowerCase() === 'color-scheme'
        ? (attributes.get('content') ?? '')
        : '';
  return /\bdark\b/i.test(scheme);
}
