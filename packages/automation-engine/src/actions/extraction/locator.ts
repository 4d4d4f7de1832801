import { z } from 'zod';
import { extractionFormat, formatDescription } from '../../fields/format-fields.ts';
import { locatorText } from '../../fields/locator-fields.ts';
import { modelFields } from '../../fields/model-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { variableName } from '../../fields/text-fields.ts';
import { ExtractionEmptyError } from '../../errors.ts';
import { defineAction } from '../define-action.ts';

export const locator = defineAction({
  group: 'extraction',
  kind: 'locator',
  summary:
    'Extracts the text of the first element that a locator finds; of a form control, its value.',
  idempotent: true,
  params: z
    .strictObject({
      command: locatorText().describe(
        'Locator expression of the element in Python Playwright syntax; placeholders are allowed.',
      ),
      output_variable_name: optionalField(variableName()).describe(
        'Variable that gets the text; a key of extraction_format. Default: node<number>_output, and the only key of extraction_format is renamed to it.',
      ),
      extraction_format: extractionFormat().describe(formatDescription),
      extraction_instructions: optionalField(z.string()).describe(
        'What to extract, in plain language; a model is asked when the locator finds nothing.',
      ),
      ...modelFields(),
    })
    .superRefine(({ output_variable_name: name, extraction_format: format }, context) => {
      const keys = Object.keys(format);
      if (name !== undefined && !keys.includes(name)) {
        context.addIssue({
          code: 'custom',
          path: ['output_variable_name'],
          message: `"${name}" is not a key of extraction_format. Its keys: ${keys.join(', ')}.`,
        });
      }
      if (name === undefined && keys.length !== 1) {
        context.addIssue({
          code: 'custom',
          path: ['extraction_format'],
          message: `The format has ${keys.length} keys (${keys.join(', ')}): keep one, or say with output_variable_name which one gets the text.`,
        });
      }
    }),
  run: async ({ addOutput, extraction, readText, setVariable, text }, params) => {
    const { command, extraction_format: format, output_variable_name: given } = params;
    // The only key of the format is the name when none is given; the schema has seen to that.
    const name = text(given ?? Object.keys(format).join());
    const value = (await readText(command)) ?? null;
    if (value === null && !extraction.allowNone) throw new ExtractionEmptyError(name, command);
    setVariable(name, [value]);
    addOutput({ ...extraction.outputFields, json_data: { [name]: value } });
    return { outcome: 'done' };
  },
});
