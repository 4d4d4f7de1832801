import { overlaps } from './box.ts';
import { coloursIn, looksLike, readColour } from './colour.ts';
import type { ColourBehind } from './covers.ts';
import type { Box, SnapshotNode } from './snapshot-node.ts';
import { LEAST_OPACITY } from './surroundings.ts';

const LEAST_FONT_PIXELS = 3;

interface Ground {
  readonly pictures: readonly Box[];
  readonly colourBehind: ColourBehind;
}

/**
 * Whether the text differs from what is behind it. Over an image, the background is unknown, and
 * the text counts as different.
 */
export function standsOut(text: SnapshotNode, box: Box | undefined, ground: Ground): boolean {
  const styled = text.parent?.layout ?? text.layout;
  if (!styled || !box) return false;
  const { style } = styled;
  if (Number.parseFloat(style('font-size')) < LEAST_FONT_PIXELS) return false;
  const behind = ground.colourBehind(text, box);
  const differs = (colour: ReturnType<typeof readColour>) =>
    !colour || (colour.alpha >= LEAST_OPACITY && !(behind && looksLike(colour, behind)));
  const colour = readColour(style('-webkit-text-fill-color'));
  if (differs(colour) || coloursIn(style('text-shadow')).some(differs)) return true;
  if (colour && colour.alpha < LEAST_OPACITY) return isCutOut(text);
  return ground.pictures.some((picture) => overlaps(picture, box));
}

/** Whether the letters are holes that show a background. */
function isCutOut(text: SnapshotNode): boolean {
  for (let at = text.parent; at; at = at.parent) {
    if (at.layout?.style('background-clip') === 'text') return true;
  }
  return false;
}
