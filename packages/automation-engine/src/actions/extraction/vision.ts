import { z } from 'zod';
import { requiredText, variableName } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const vision = defineAction({
  group: 'extraction',
  kind: 'vision',
  summary: 'Lets a model find coordinates on a screenshot.',
  idempotent: true,
  params: z.strictObject({
    prompt: requiredText().describe('What to find, in plain language.'),
    output_variable_names: z
      .array(variableName())
      .min(1)
      .describe('Variables that get the coordinates, in order; -1 where nothing was found.'),
  }),
  run: notImplemented,
});
