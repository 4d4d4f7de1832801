import { z } from 'zod';
import { locatorText } from '../../fields/locator-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { variableName } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const countLocator = defineAction({
  group: 'misc',
  kind: 'count_locator',
  summary: 'Counts the elements that a locator finds, once their number is stable.',
  example: { locator: 'get_by_role("row")', name: 'rows' },
  place: 'page',
  params: z.strictObject({
    locator: locatorText().describe(
      'Locator expression in Python Playwright syntax; placeholders are allowed.',
    ),
    name: variableName().describe('Variable that gets the number; placeholders are allowed.'),
    locator_timeout: z
      .number()
      .min(0)
      .default(5)
      .describe(
        'Longest wait for the first element, in seconds; 0 checks once. A page that does not respond gets at least 20 seconds.',
      ),
    output_variable_name: optionalField(variableName()).describe(
      'Also writes the number to the output of the task, with this name as unique_identifier of the entry and as key in its json_data.',
    ),
  }),
  effects: {
    repetition: 'harmless',
    longestWait: ({ locator_timeout: seconds }) => ({ field: 'locator_timeout', seconds }),
  },
  fields: { written: ['name'] },
  run: async ({ text, output: { addOutput, setVariable }, elements: { countMatches } }, params) => {
    const { locator, locator_timeout: seconds, output_variable_name: outputName } = params;
    const count = await countMatches(locator, { timeoutMs: seconds * 1000 });
    setVariable(text(params.name), [count]);
    if (outputName !== undefined) {
      const name = text(outputName);
      addOutput({ unique_identifier: name, json_data: { [name]: count } });
    }
    return { outcome: 'done' };
  },
});
