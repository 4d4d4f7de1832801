import type { JsonSchema } from '@errand/language-models';
import type { Point } from '../../targets/point.ts';

/**
 * Models receive rescaled images, so they return positions as fractions of the image, not as
 * pixels.
 */
const PARTS = 1000;

const coordinate = { type: ['integer', 'null'], minimum: 0, maximum: PARTS };

/** A model's answer when asked for a point in an image. */
export const pointSchema: JsonSchema = {
  type: 'object',
  properties: { x: coordinate, y: coordinate },
  required: ['x', 'y'],
  additionalProperties: false,
};

/**
 * Converts an answer to a pixel of the image; undefined if the model did not find the point. The
 * value has already been checked against the schema.
 */
export function readPoint(
  answer: unknown,
  { width, height }: { readonly width: number; readonly height: number },
): Point | undefined {
  const { x, y } = answer as { readonly x: number | null; readonly y: number | null };
  if (x === null || y === null) return undefined;
  return { x: scale(x, width), y: scale(y, height) };
}

function scale(part: number, size: number): number {
  return Math.min(Math.round((part / PARTS) * size), size - 1);
}
