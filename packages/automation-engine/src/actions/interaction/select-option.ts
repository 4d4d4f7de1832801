import { parseTemplate } from '@errand/expressions';
import { z } from 'zod';
import { checkDownload, downloadFields } from '../../fields/download-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
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
      select_values: optionalField(z.array(z.string().superRefine(checkPattern)).min(1)).describe(
        'Values or labels to select; placeholders are allowed. A text that starts with ^, ends with $ or contains .* is a regular expression. Each must match an option; several need a list that takes several. Without it a model proposes them.',
      ),
      ...downloadFields,
    })
    .superRefine(checkTarget)
    .superRefine(needTarget)
    .superRefine(checkDownload),
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

/** A text that only ends with $ may be a label (`Price (in $`), and is one if it is no pattern. */
function checkPattern(text: string, context: z.core.$RefinementCtx): void {
  if (!text.startsWith('^') && !text.includes('.*')) return;
  if (parseTemplate(text).segments.some(({ kind }) => kind === 'placeholder')) return;
  try {
    RegExp(text);
  } catch (error) {
    if (!Error.isError(error)) throw error;
    context.addIssue({ code: 'custom', message: `Not a regular expression: ${error.message}.` });
  }
}
