import { z } from 'zod';
import { requiredText, variableName } from '../../fields/text-fields.ts';
import { findPoint } from '../../models/instructions.ts';
import { defineAction } from '../define-action.ts';

export const vision = defineAction({
  group: 'extraction',
  kind: 'vision',
  summary: 'Lets a model find coordinates on a screenshot.',
  idempotent: true,
  params: z.strictObject({
    prompt: requiredText().describe('What to find, in plain language; placeholders are allowed.'),
    output_variable_names: z
      .array(variableName())
      .min(1)
      .max(2)
      .describe(
        'Variables that get the coordinates: x, then y, in CSS pixels from the top left corner of the page area; -1 when nothing was found.',
      ),
  }),
  run: async (context, params) => {
    const answer = await context.askModel({
      purpose: 'vision',
      instructions: findPoint(context.text(params.prompt)),
      page: { sources: ['screenshot'] },
      schema: pointSchema,
    });
    const { width, height } = await context.viewportSize();
    const { x, y } = answer as unknown as Point;
    const isFound = x !== null && y !== null;
    const point = isFound ? [scale(x, width), scale(y, height)] : [-1, -1];
    const entries = params.output_variable_names.map((name, index) => [name, point[index] ?? -1]);
    const values = Object.fromEntries(entries) as Record<string, number>;
    for (const [name, value] of Object.entries(values)) context.setVariable(name, [value]);
    context.addOutput({ ...context.extraction.outputFields, json_data: values });
    return { outcome: 'done' };
  },
});

/** Models see images in other sizes than they have, so they say where in the image, not which pixel. */
const parts = 1000;

interface Point {
  readonly x: number | null;
  readonly y: number | null;
}

const coordinate = { type: ['integer', 'null'], minimum: 0, maximum: parts };
const pointSchema = {
  type: 'object',
  properties: { x: coordinate, y: coordinate },
  required: ['x', 'y'],
  additionalProperties: false,
};

function scale(part: number, size: number): number {
  return Math.min(Math.round((part / parts) * size), size - 1);
}
