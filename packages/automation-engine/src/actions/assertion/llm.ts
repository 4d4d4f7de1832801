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

const verdictFields = ['assertion_result', 'assertion_reason'];

export const llm = defineAction({
  group: 'assertion',
  kind: 'llm',
  summary: 'Lets a model judge the page; the task fails when the answer is no.',
  idempotent: true,
  params: z
    .strictObject({
      extraction_instructions: requiredText().describe(
        'What must be true, in plain language; placeholders are allowed.',
      ),
      ...modelFields(),
      source: sourceField(['screenshot']).transform((sources) => [
        ...new Set([...sources, 'screenshot' as const]),
      ]),
      extraction_format: extractionFormat()
        .default({ assertion_result: 'bool', assertion_reason: 'str' })
        .describe(`${formatDescription} Has assertion_result and assertion_reason.`),
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
      for (const field of verdictFields.filter((name) => !Object.hasOwn(format, name))) {
        context.addIssue({
          code: 'custom',
          path: ['extraction_format'],
          message: `The format of an assertion needs the field ${field}: it holds the verdict.`,
        });
      }
    }),
  run: notImplemented,
});
