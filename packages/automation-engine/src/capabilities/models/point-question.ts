import type { JsonSchema } from '@errand/language-models';
import type { Point } from '../../targets/point.ts';

/** Models see images in other sizes than they have, so they say where in the image, not which pixel. */
const parts = 1000;

const coordinate = { type: ['integer', 'null'], minimum: 0, maximum: parts };

/** What a model answers that is asked for a place in a picture. */
export const pointSchema: JsonSchema = {
  type: 'object',
  properties: { x: coordinate, y: coordinate },
  required: ['x', 'y'],
  additionalProperties: false,
};

/** The pixel of the picture that an answer means; undefined when the model did not find the place. The value fits the schema. */
export function readPoint(
  answer: unknown,
  { width, height }: { readonly width: number; readonly height: number },
): Point | undefined {
  const { x, y } = answer as { readonly x: number | null; readonly y: number | null };
  if (x === null || y === null) return undefined;
  return { x: scale(x, width), y: scale(y, height) };
}

function scale(part: number, size: number): number {
  return Math.min(Math.round((part / parts) * size), size - 1);
}
