import { z } from 'zod';
import {
  checkOutputNames,
  extractionFormat,
  FORMAT_DESCRIPTION,
  outputVariableNames,
} from '../../fields/format-fields.ts';
import { modelFields, modelOf } from '../../fields/model-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { askFormat, setVariables } from '../../capabilities/models/ask-format.ts';
import { answerQuestion } from '../../capabilities/models/instructions.ts';
import { defineAction } from '../define-action.ts';

export const llmQuery = defineAction({
  group: 'misc',
  kind: 'llm_query',
  summary: 'Asks a model a question that has nothing to do with the page.',
  example: {
    output_format: { city: 'str' },
    prompt_instructions: 'The city in this address: {address[0]}',
  },
  effects: { repetition: 'harmless' },
  params: z
    .strictObject({
      output_format: extractionFormat().describe(FORMAT_DESCRIPTION),
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
  run: async (context, params) => {
    const { output_variable_names: names, output_format: format } = params;
    const instructions = answerQuestion(context.text(params.prompt_instructions));
    const question = { purpose: 'query', ...modelOf(params), format, instructions };
    const answer = await askFormat(context.models, question);
    context.output.addOutput({ json_data: answer });
    const empty = (names ?? []).filter((name) => answer[name] === null);
    if (empty.length > 0) context.output.warn('model left variables empty', { variables: empty });
    setVariables(context.output, answer, names);
    return { outcome: 'done' };
  },
});
