import { z } from 'zod';
import { downloadFields } from '../../fields/download-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { checkTarget, targetFields } from '../../fields/target-fields.ts';
import { ModelUnavailableError } from '../../errors.ts';
import { defineAction } from '../define-action.ts';

export const selectOption = defineAction({
  group: 'interaction',
  kind: 'select_option',
  summary: 'Selects options of a list by value, label or pattern.',
  idempotent: true,
  params: z
    .strictObject({
      ...targetFields,
      select_values: optionalField(z.array(z.string()).min(1)).describe(
        'Values or labels to select; placeholders are allowed. A text that starts with ^, ends with $ or contains .* is a regular expression. Without it a model proposes them.',
      ),
      ...downloadFields,
    })
    .superRefine(checkTarget),
  run: async ({ actOn, mayDownload, text }, params) => {
    const { select_values: values, skip_prompt: isOptional, prompt_instructions: prompt } = params;
    if (values === undefined) {
      if (isOptional) return { outcome: 'skipped', reason: 'select_values is not given.' };
      throw new ModelUnavailableError(prompt, 'select_values is not given.');
    }
    const wanted = values.map(text);
    return actOn(params, (element) => mayDownload(params, () => element.selectOptions(wanted)));
  },
});
