import { formatValue } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import {
  checkOutputNames,
  extractionFormat,
  FORMAT_DESCRIPTION,
  outputVariableNames,
} from '../../fields/format-fields.ts';
import {
  modelFields,
  modelOf,
  pageFields,
  pageFieldOf,
  pageOf,
} from '../../fields/model-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { AssertionFailedError } from '../action-errors.ts';
import { askFormat, setVariables } from '../../capabilities/models/ask-format.ts';
import { judgePage } from '../../capabilities/models/instructions.ts';
import { defineAction } from '../define-action.ts';

const page = pageFields(['screenshot']);
const verdictFields = ['assertion_result', 'assertion_reason'];

export const llm = defineAction({
  group: 'assertion',
  kind: 'llm',
  summary: 'Lets a model judge the page; the task fails if the verdict is negative.',
  example: { extraction_instructions: 'The page shows that the order was placed' },
  params: z
    .strictObject({
      extraction_instructions: requiredText().describe(
        'What must be true, in plain language; placeholders are allowed.',
      ),
      ...modelFields(),
      ...page,
      source: page.source.transform((sources) => [...new Set([...sources, 'screenshot' as const])]),
      extraction_format: extractionFormat()
        .default({ assertion_result: 'bool', assertion_reason: 'str' })
        .describe(`${FORMAT_DESCRIPTION} Has assertion_result and assertion_reason.`),
      output_variable_names: outputVariableNames(),
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
      if (format['assertion_result'] !== undefined && !isTruthValue(format['assertion_result'])) {
        context.addIssue({
          code: 'custom',
          path: ['extraction_format', 'assertion_result'],
          message: 'The verdict is true or false: set the type of assertion_result to bool.',
        });
      }
    }),
  fields: { findPageField: pageFieldOf },
  run: async (context, params) => {
    const { output_variable_names: names, extraction_format: format } = params;
    const instructions = judgePage(context.text(params.extraction_instructions));
    const question = { purpose: 'assertion', ...modelOf(params), format, instructions };
    const answer = await askFormat(context.models, { ...question, page: pageOf(params) });
    context.output.addOutput({ json_data: answer });
    const { assertion_result: verdict, assertion_reason: reason } = answer;
    if (verdict !== true) throw new AssertionFailedError(describeVerdict(verdict, reason));
    setVariables(context.output, answer, names);
    return { outcome: 'done' };
  },
});

function describeVerdict(verdict: JsonValue | undefined, reason: JsonValue = null): string {
  if (verdict !== false)
    return 'Assertion failed: the model cannot determine whether the claim is true.';
  return `Assertion failed: ${reason === null ? 'the model gave no reason.' : formatValue(reason)}`;
}

/** Whether the type is `bool`, possibly optional. A malformed descriptor is reported elsewhere. */
function isTruthValue(descriptor: unknown): boolean {
  return (
    typeof descriptor !== 'string' ||
    /^[^a-z]*(Optional[^a-z]*)?bool[^a-z]*(None)?$/u.test(descriptor)
  );
}
