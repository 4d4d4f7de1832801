import { z } from 'zod';
import { requiredText } from './text-fields.ts';

/** Which model a step asks. */
export function modelFields(defaultModel = 'gemini-2.5-flash') {
  return {
    llm_provider: requiredText()
      .default('gemini')
      .describe('Provider of the model. Ignored when llm_model_name has the form provider/model.'),
    llm_model_name: requiredText()
      .default(defaultModel)
      .describe('Name of the model, alone or as provider/model.'),
  };
}

const pageSource = z.enum(['axtree', 'screenshot']);

/** What the model gets to see of the page. */
export function sourceField(defaultSources: z.output<typeof pageSource>[]) {
  return z
    .array(pageSource)
    .min(1)
    .default(defaultSources)
    .describe('What the model sees: axtree (the accessibility tree as text), screenshot, or both.');
}
