import { z } from 'zod';
import { optionalField } from '../../fields/optional-field.ts';
import { resumableField } from '../../fields/resumable-field.ts';
import { requiredText, variableName } from '../../fields/text-fields.ts';

export const privateNodeSchema = z.strictObject({
  type: z.literal('private_node').describe('Kind of the node.'),
  resumable: resumableField(),
  handler: requiredText().describe('Name of the plug-in that runs the node.'),
  inputs: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Inputs of the plug-in; placeholders are allowed in strings.'),
  output_variable_names: optionalField(z.array(variableName())).describe(
    'Variables that get the result: one gets it whole, several get its fields.',
  ),
  before_sleep_time: z
    .number()
    .min(0)
    .max(86_400)
    .default(0)
    .describe('Longest wait before the node until the page is quiet, in seconds (0 to 86400).'),
  end_sleep_time: z
    .number()
    .min(0)
    .max(30)
    .default(0)
    .describe('Longest wait after the node until the page is quiet, in seconds (0 to 30).'),
});
