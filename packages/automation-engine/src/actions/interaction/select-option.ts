import { parseTemplate } from '@errand/expressions';
import { z } from 'zod';
import { checkDownload, downloadFields } from '../../fields/download-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { ModelUnavailableError } from '../../errors.ts';
import { OptionAmbiguousError, OptionNotFoundError } from '../../page/acting/acting-errors.ts';
import type { ActionContext } from '../action-context.ts';
import type { Target } from '../../targets/target.ts';
import type { ListOption } from '../../page/acting/element-acts.ts';
import type { ActionOutcome } from '../../action-outcome.ts';
import { matchSelection, proposeSelection } from '../../capabilities/models/instructions.ts';
import { defineAction } from '../define-action.ts';

/** Maximum number of options of a list sent to a model. */
const MOST_OPTIONS = 1000;

const selectParams = z
  .strictObject({
    ...targetFields,
    select_values: optionalField(z.array(z.string().superRefine(checkPattern)).min(1)).describe(
      'Values or labels to select; placeholders are allowed. A text selects the option whose value or label is equal to it, or else equal ignoring case and white space; the prefix value= or label= says which of the two is meant. A text that starts with ^, ends with $ or contains .* is a regular expression too. A merely similar option is never selected: the step fails with option_not_found and lists the options, or with option_ambiguous when several with different values are equal to a text. Where a model is configured and skip_prompt is false, it may then choose one of the options; the record of the step says so. Several texts need a list with multiple selection. Without select_values a model proposes them.',
    ),
    ...downloadFields,
  })
  .superRefine(checkTarget)
  .superRefine(needTarget)
  .superRefine(checkDownload);

type SelectParams = z.output<typeof selectParams>;

export const selectOption = defineAction({
  group: 'interaction',
  kind: 'select_option',
  summary: 'Selects options of a list by value, label or pattern.',
  example: {
    command: 'get_by_label("Country")',
    select_values: ['Germany'],
  },
  place: 'page',
  params: selectParams,
  effects: {
    mayDownload: ({ expect_download: isExpected }) => isExpected,
    repetition: 'harmless',
  },
  target: { act: 'select', isOptional: ({ skip_prompt: isOptional }) => isOptional },
  run: async (context, params) => {
    const { select_values: values } = params;
    if (values === undefined && params.skip_prompt) {
      return { outcome: 'skipped', reason: 'select_values is not given.' };
    }
    const select = (wanted: readonly (string | ListOption)[]) =>
      context.elements.actOn(params, (element) =>
        context.files.mayDownload(params, () => element.selectOptions(wanted)),
      );
    if (values) return selectValues(context, params, { values: values.map(context.text), select });
    const proposed = await proposeOptions(context, params);
    if (proposed.length > 0) return select(proposed);
    return { outcome: 'skipped', reason: 'The model proposed none of the options.' };
  },
});

interface Selecting {
  readonly values: readonly string[];
  readonly select: (wanted: readonly (string | ListOption)[]) => Promise<ActionOutcome>;
}

/**
 * If no option or several match exactly, a model may choose; otherwise the original error stands.
 */
async function selectValues(
  context: ActionContext,
  params: SelectParams,
  { values, select }: Selecting,
): Promise<ActionOutcome> {
  try {
    return await select(values);
  } catch (error) {
    const isUndecided =
      error instanceof OptionNotFoundError || error instanceof OptionAmbiguousError;
    if (!isUndecided || params.skip_prompt || !context.models.hasModels) throw error;
    const wish = context.text(params.prompt_instructions);
    const chosen = await askForOptions(context, params, matchSelection(values, wish));
    if (chosen.length !== values.length) throw error;
    const outcome = await select(chosen);
    const labels = chosen.map(({ label }) => JSON.stringify(label)).join(', ');
    const reason = `The model chose the option ${labels}. ${error.message}`;
    context.models.noteMeans({ kind: 'model', outcome: 'done', reason });
    return outcome;
  }
}

/** Asks a model which options to select. */
async function proposeOptions(
  context: ActionContext,
  params: SelectParams,
): Promise<readonly ListOption[]> {
  const { prompt_instructions: prompt } = params;
  if (!context.models.hasModels)
    throw new ModelUnavailableError(prompt, 'select_values is not given.');
  return askForOptions(context, params, proposeSelection(context.text(prompt)));
}

/** Returns the options of the list that a model chose by number. */
async function askForOptions(
  context: ActionContext,
  target: Target,
  instructions: string,
): Promise<readonly ListOption[]> {
  let options: readonly ListOption[] = [];
  await context.elements.actOn(target, async (element) => {
    options = await element.readOptions();
  });
  const answer = await context.models.askModel({
    purpose: 'select_values',
    instructions,
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
  return options.filter((_, index) => numbers.includes(index));
}

function listOptions(options: readonly ListOption[]): string {
  const lines = options
    .slice(0, MOST_OPTIONS)
    .map(({ value, label }, index) => `${index}: ${JSON.stringify({ label, value })}`);
  return ['The options of the list:', ...lines].join('\n');
}

/**
 * Text that merely ends with $ may be a label (`Price (in $`), and counts as one if it is an
 * invalid pattern.
 */
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
