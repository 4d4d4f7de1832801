import { z } from 'zod';
import type { ActionContext } from '../action-context.ts';
import type { TargetElement } from '../../page/acting/element-acts.ts';
import { optionalField } from '../../fields/optional-field.ts';
import {
  checkTarget,
  hasTarget,
  listTargetTexts,
  needTarget,
  targetFields,
} from '../../fields/target-fields.ts';
import { ModelUnavailableError } from '../../errors.ts';
import { proposeInput } from '../../capabilities/models/instructions.ts';
import { SecretMisplacedError } from '../../secrets/secret-errors.ts';
import type { TypedText } from '../../secrets/typed-text.ts';
import { defineAction } from '../define-action.ts';

const inputParams = z
  .strictObject({
    ...targetFields,
    input_text: optionalField(z.string()).describe(
      'Text to put in; placeholders are allowed. Without it a model proposes one from prompt_instructions.',
    ),
    is_slider: z
      .boolean()
      .default(false)
      .describe(
        'The field is a slider: input_text is the number it is set to. Works on the page in every automation.',
      ),
    fill_or_type: z
      .enum(['fill', 'type', 'key_press'])
      .default('fill')
      .describe(
        'fill replaces the whole value at once as an edit of the browser (on the screen: selects all with Ctrl+A and types), and fails with text_not_taken if the field then contains something else, for example because of a maxlength or a check by the page. A mask may format the text: it may add white space, punctuation, grouping, a currency or a country code, or change the case, as long as all letters and digits are there in order and a number keeps its value. type focuses the field and sends key events per character, and compares nothing; on a page, a character that a US keyboard lacks, such as é, is inserted with an input event alone, as by Puppeteer and Playwright; key_press does the same, and without a target sends them to whatever has the focus.',
      ),
    press_enter: z
      .boolean()
      .default(false)
      .describe('Presses Enter in the field afterwards. Needs a target.'),
    click_before_input: z
      .boolean()
      .default(true)
      .describe(
        'Clicks the field before the text goes in, unless something covers it; otherwise the field only gets the focus. On the screen, without the click, the text goes to whatever has the focus, and the target is not looked for.',
      ),
  })
  .superRefine(checkTarget)
  .superRefine((params, context) => {
    if (params.fill_or_type !== 'key_press') return needTarget(params, context);
    if (!params.press_enter || hasTarget(params)) return;
    context.addIssue({
      code: 'custom',
      path: ['press_enter'],
      message: 'press_enter needs a target: add command, xpath or another target field.',
    });
  });

type InputParams = z.output<typeof inputParams>;

export const inputText = defineAction({
  group: 'interaction',
  kind: 'input_text',
  summary:
    'Puts text into a field; skipped if the text is a placeholder for an element of an empty list.',
  example: {
    command: 'get_by_label("Order number")',
    input_text: '{order_number[0]}',
    press_enter: true,
  },
  place: 'screen',
  params: inputParams,
  effects: {
    // Typing appends to text that the page has kept, and Enter may submit a form.
    repetition: ({ fill_or_type: way, press_enter: isSent }) =>
      way === 'fill' && !isSent ? 'harmless' : 'unsafe',
  },
  fields: {
    typed: {
      name: 'input_text',
      whyNotSecret: ({ is_slider: isSlider }) =>
        isSlider ? 'is_slider reads the text as a number. Set is_slider to false.' : undefined,
      describe: (params) => ({ text: params.input_text, target: listTargetTexts(params) }),
    },
    findPageField: ({ is_slider: isSlider }) =>
      isSlider ? { name: 'is_slider', wayOut: 'move the slider by key_press' } : undefined,
  },
  target: {
    act: 'fill',
    isOptional: ({ skip_prompt: isOptional }) => isOptional,
    isOnPage: ({ is_slider: isSlider }) => isSlider,
  },
  run: async (context, params) => {
    const { input_text: template } = params;
    if (template === undefined && params.skip_prompt) {
      return { outcome: 'skipped', reason: 'input_text is not given.' };
    }
    const text =
      template === undefined
        ? await proposeText(context, params.prompt_instructions)
        : context.typedText(template);
    if (text === null) return { outcome: 'skipped', reason: 'The model proposed no text.' };
    if (text === undefined) {
      return { outcome: 'skipped', reason: `${template?.trim()} has no value.` };
    }
    if (params.fill_or_type === 'key_press' && !hasTarget(params)) {
      await context.page.pressKeys(text);
      return { outcome: 'done' };
    }
    return context.elements.actOn(params, async (element) => {
      await putIn(text, params, { element, context });
      if (params.press_enter) await element.press('Enter');
    });
  },
});

/** Asks a model for the text; null if it proposes none. */
async function proposeText(context: ActionContext, prompt: string): Promise<string | null> {
  if (!context.models.hasModels)
    throw new ModelUnavailableError(prompt, 'input_text is not given.');
  const answer = await context.models.askModel({
    purpose: 'input_text',
    instructions: proposeInput(context.text(prompt)),
    page: { sources: context.page.hasPages ? ['axtree', 'screenshot'] : ['screenshot'] },
    schema: {
      type: 'object',
      properties: { input_text: { type: ['string', 'null'] } },
      required: ['input_text'],
      additionalProperties: false,
    },
  });
  return (answer as { input_text: string | null }).input_text;
}

async function putIn(
  text: TypedText,
  { is_slider: isSlider, fill_or_type: way, click_before_input: isClickedFirst }: InputParams,
  { element, context }: { readonly element: TargetElement; readonly context: ActionContext },
): Promise<void> {
  if (isSlider && typeof text === 'string') return element.slide(text);
  if (isSlider) throw new SecretMisplacedError('The text of a slider');
  if (way === 'fill') return element.fill(text, { isClickedFirst });
  if (way === 'type') return element.type(text, { isClickedFirst });
  // Keys go to whatever has focus, not to the element, because the element may move focus, as
  // one-character code fields do.
  await element.focus({ isClickedFirst });
  return context.page.pressKeys(text);
}
