import { parseTemplate } from '@errand/expressions';
import { z } from 'zod';
import { checkDownload, downloadFields } from '../../fields/download-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { ModelUnavailableError } from '../../errors.ts';
import type { ActionContext, ListOption, Target } from '../../action-context.ts';
import { proposeSelection } from '../../models/instructions.ts';
import { defineAction } from '../define-action.ts';

/** A model gets to see that many options of a list. */
const mostOptions = 1000;

export const selectOption = defineAction({
  group: 'interaction',
  kind: 'select_option',
  summary: 'Selects options of a list by value, label or pattern.',
  idempotent: true,
  place: 'page',
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
  run: async (context, params) => {
    const { select_values: values } = params;
    if (values === undefined && params.skip_prompt) {
      return { outcome: 'skipped', reason: 'select_values is not given.' };
    }
    const wanted = values ? values.map(context.text) : await proposeOptions(context, params);
    if (wanted.length === 0) {
      return { outcome: 'skipped', reason: 'The model proposes none of the options.' };
    }
    return context.actOn(params, (element) =>
      context.mayDownload(params, () => element.selectOptions(wanted)),
    );
  },
});

/** The options that a model would select; their values, of those that the list really has. */
async function proposeOptions(
  context: ActionContext,
  params: Target & { readonly prompt_instructions: string },
): Promise<readonly string[]> {
  const { prompt_instructions: prompt } = params;
  if (!context.hasModels) throw new ModelUnavailableError(prompt, 'select_values is not given.');
  let options: readonly ListOption[] = [];
  await context.actOn(params, async (element) => {
    options = await element.readOptions();
  });
  const answer = await context.askModel({
    purpose: 'select_values',
    instructions: proposeSelection(context.text(prompt)),
    page: { sources: ['axtree', 'screenshot'] },
    pageText: listOptions(options),
    schema: {
      type: 'object',
      properties: { numbers: { type: 'array', items: { type: 'integer' } } },
      required: ['numbers'],
      additionalProperties: false,
    },
  });
  const { numbers } = answer as unknown as { numbers: readonly number[] };
  return options.filter((_, index) => numbers.includes(index)).map(({ value }) => value);
}

function listOptions(options: readonly ListOption[]): string {
  const lines = options
    .slice(0, mostOptions)
    .map(({ value, label }, index) => `${index}: ${JSON.stringify({ label, value })}`);
  return ['The options of the list:', ...lines].join('\n');
}

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
