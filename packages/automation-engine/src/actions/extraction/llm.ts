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
import { askFormat, assertFound, setVariables } from '../../capabilities/models/ask-format.ts';
import { readPage } from '../../capabilities/models/instructions.ts';
import { defineAction } from '../define-action.ts';

export const llm = defineAction({
  group: 'extraction',
  kind: 'llm',
  summary: 'Lets a model read fields from the page.',
  example: {
    extraction_format: { total: 'float' },
    extraction_instructions: 'The total of the invoice, without tax',
  },
  params: z
    .strictObject({
      extraction_format: extractionFormat().describe(FORMAT_DESCRIPTION),
      extraction_instructions: requiredText().describe(
        'What to extract, in plain language; placeholders are allowed.',
      ),
      ...modelFields(),
      ...pageFields(['axtree']),
      output_variable_names: outputVariableNames(),
    })
    .superRefine((params, context) => {
      const { output_variable_names: names, extraction_format: format } = params;
      checkOutputNames({ names, format, formatField: 'extraction_format' }, context);
    }),
  fields: { findPageField: pageFieldOf },
  run: async (context, params) => {
    const { output_variable_names: names, extraction_format: format } = params;
    const instructions = readPage(context.text(params.extraction_instructions));
    const question = { purpose: 'extraction', ...modelOf(params), format, instructions };
    const answer = await askFormat(context.models, { ...question, page: pageOf(params) });
    context.output.addOutput({ ...context.output.extraction.outputFields, json_data: answer });
    if (!context.output.extraction.allowNone) assertFound(answer, names);
    setVariables(context.output, answer, names);
    return { outcome: 'done' };
  },
});
