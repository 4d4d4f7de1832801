import { z } from 'zod';
import { requiredText, variableName } from '../../fields/text-fields.ts';
import { findPoint } from '../../capabilities/models/instructions.ts';
import { pointSchema, readPoint } from '../../capabilities/models/point-question.ts';
import { defineAction } from '../define-action.ts';

export const vision = defineAction({
  group: 'extraction',
  kind: 'vision',
  summary:
    'Lets a model find coordinates: on the screen when the automation acts on one, else on the visible part of the page.',
  example: {
    prompt: 'The centre of the red button',
    output_variable_names: ['x', 'y'],
  },
  params: z.strictObject({
    prompt: requiredText().describe('What to find, in plain language; placeholders are allowed.'),
    output_variable_names: z
      .array(variableName())
      .min(1)
      .max(2)
      .describe(
        'Variables that get the coordinates: x, then y, in pixels from the top left corner of the screen, or of the page area; -1 when nothing was found.',
      ),
  }),
  fields: { idle: ['allow_none'] },
  run: async (context, params) => {
    const answer = await context.models.askModel({
      purpose: 'vision',
      instructions: findPoint(context.text(params.prompt)),
      page: { sources: ['view'] },
      schema: pointSchema,
    });
    const found = readPoint(answer, await context.page.viewSize());
    const point = found ? [found.x, found.y] : [-1, -1];
    const entries = params.output_variable_names.map((name, index) => [name, point[index] ?? -1]);
    const values = Object.fromEntries(entries) as Record<string, number>;
    for (const [name, value] of Object.entries(values)) context.output.setVariable(name, [value]);
    context.output.addOutput({ ...context.output.extraction.outputFields, json_data: values });
    return { outcome: 'done' };
  },
});
