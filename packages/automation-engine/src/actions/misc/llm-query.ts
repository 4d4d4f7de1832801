import { z } from 'zod';
import {
  checkOutputNames,
  extractionFormat,
  formatDescription,
  outputVariableNames,
} from '../../fields/format-fields.ts';
import { modelFields } from '../../fields/model-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const llmQuery = defineAction({
  group: 'misc',
  kind: 'llm_query',
  summary: 'Asks a model a question that has nothing to do with the page.',
  idempotent: true,
  params: z
    .strictObject({
      output_format: extractionFormat().describe(formatDescription),
      prompt_instructions: requiredText().describe(
        'The question, in plain language; placeholders are allowed.',
      ),
      ...modelFields(),
      output_variable_names: outputVariableNames(),
    })
    .superRefine((params, context) => {
      const { output_variable_names: names, output_format: format } = params;
      checkOutputNames({ names, format, formatField: 'output_format' }, context);
    }),
  run: notImplemented,
});
