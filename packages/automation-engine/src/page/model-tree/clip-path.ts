import type { Box } from './snapshot-node.ts';

/**
 * Returns the largest part of a box that a `clip-path`, as a computed style, can leave visible.
 * Undefined for the whole box, and for unknown shapes.
 */
export function clipByPath(path: string, box: Box): Box | undefined {
  const [, shape = '', inside = ''] = /^([a-z]+)\(([^()]*)\)$/.exec(path) ?? [];
  if (shape === 'inset') return inset(inside.split(' round ', 1)[0] ?? '', box);
  if (shape === 'polygon') return around(inside, box);
  const isPoint = /^(?:circle|ellipse)$/.test(shape) && /^(?:\S+ )?0(?:px|%)(?: |$)/.test(inside);
  return isPoint ? [box[0], box[1], 0, 0] : undefined;
}

function inset(lengths: string, [left, top, width, height]: Box): Box | undefined {
  const words = lengths.trim().split(/\s+/);
  const [up, right = up, down = up, side = right] = words;
  const cut = [side, up, right, down].map((word, at) => toPixels(word, at % 2 ? height : width));
  if (!cut.every((pixels) => pixels !== undefined)) return undefined;
  const [fromLeft = 0, fromTop = 0, fromRight = 0, fromBottom = 0] = cut;
  const size = [width - fromLeft - fromRight, height - fromTop - fromBottom] as const;
  return [left + fromLeft, top + fromTop, Math.max(0, size[0]), Math.max(0, size[1])];
}

/** The box around all corners. */
function around(corners: string, [left, top, width, height]: Box): Box | undefined {
  const points = corners
    .split(',')
    .map((corner) => corner.trim().split(/\s+/))
    .filter(([word]) => word !== 'evenodd' && word !== 'nonzero');
  const xs = points.map(([x]) => toPixels(x, width));
  const ys = points.map(([, y]) => toPixels(y, height));
  if (!areKnown(xs) || !areKnown(ys) || points.length === 0) return undefined;
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y];
}

function areKnown(lengths: readonly (number | undefined)[]): lengths is readonly number[] {
  return lengths.every((length) => length !== undefined);
}

function toPixels(length: string | undefined, whole: number): number | undefined {
  const [, number = '', unit = ''] = /^(-?[\d.]+(?:e[+-]?\d+)?)(px|%)?$/.exec(length ?? '') ?? [];
  if (number === '') return undefined;
  return unit === '%' ? (Number(number) / 100) * whole : Number(number);
}
