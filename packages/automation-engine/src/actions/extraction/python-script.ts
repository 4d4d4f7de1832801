import { z } from 'zod';
import {
  checkOutputNames,
  extractionFormat,
  formatDescription,
  outputVariableNames,
} from '../../fields/format-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const pythonScript = defineAction({
  group: 'extraction',
  kind: 'python_script',
  summary: 'Runs a script whose result is the extracted value.',
  idempotent: false,
  params: z
    .strictObject({
      script: requiredText().describe(
        'Source that defines an async function code_fn(axtree, browser) returning a dict or None.',
      ),
      extraction_format: optionalField(extractionFormat()).describe(formatDescription),
      output_variable_names: outputVariableNames(),
      timeout_seconds: optionalField(z.number().positive()).describe(
        'Longest run time, in seconds. Default: until the deadline of the task.',
      ),
    })
    .superRefine((params, context) => {
      const { output_variable_names: names, extraction_format: format } = params;
      checkOutputNames({ names, format, formatField: 'extraction_format' }, context);
    }),
  run: notImplemented,
});
