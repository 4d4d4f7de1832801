import { z } from 'zod';
import {
  checkOutputNames,
  extractionFormat,
  formatDescription,
  outputVariableNames,
} from '../../fields/format-fields.ts';
import { modelFields, sourceField } from '../../fields/model-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const llm = defineAction({
  group: 'extraction',
  kind: 'llm',
  summary: 'Lets a model read fields from the page.',
  idempotent: true,
  params: z
    .strictObject({
      extraction_format: extractionFormat().describe(formatDescription),
      extraction_instructions: requiredText().describe(
        'What to extract, in plain language; placeholders are allowed.',
      ),
      ...modelFields(),
      source: sourceField(['axtree']),
      recording_screenshot: optionalField(z.string()).describe(
        'Address of the screenshot taken when the step was recorded; the model sees it as an example.',
      ),
      output_variable_names: outputVariableNames(),
      include_full_page: z
        .boolean()
        .default(false)
        .describe('Shows the model the whole page, not only what is scrolled into view.'),
    })
    .superRefine((params, context) => {
      const { output_variable_names: names, extraction_format: format } = params;
      checkOutputNames({ names, format, formatField: 'extraction_format' }, context);
    }),
  run: notImplemented,
});
