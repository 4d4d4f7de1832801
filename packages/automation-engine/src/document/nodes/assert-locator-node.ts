import { z } from 'zod';
import { locatorText } from '../../fields/locator-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { resumableField } from '../../fields/resumable-field.ts';
import { variableName } from '../../fields/text-fields.ts';

export const assertLocatorNodeSchema = z.strictObject({
  type: z.literal('assert_locator_node').describe('Kind of the node. Optional.'),
  locator: locatorText().describe(
    'Locator expression in Python Playwright syntax; placeholders are allowed.',
  ),
  assertion: z
    .enum(['to_be_visible', 'to_be_hidden'])
    .describe('The state to check for: visible, or hidden (or not there).'),
  output_variable_name: optionalField(variableName()).describe(
    'Variable that gets true or false. Default: node<number>_output.',
  ),
  resumable: resumableField(),
  timeout: z
    .number()
    .min(0)
    .default(5)
    .describe('Longest wait until it is true, in seconds; 0 checks once.'),
});
