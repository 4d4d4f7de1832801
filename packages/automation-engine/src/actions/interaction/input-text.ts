import { z } from 'zod';
import { optionalField } from '../../fields/optional-field.ts';
import { checkTarget, hasTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const inputText = defineAction({
  group: 'interaction',
  kind: 'input_text',
  summary: 'Puts text into a field; skipped when the text is a parameter with an empty list.',
  idempotent: false,
  params: z
    .strictObject({
      ...targetFields,
      input_text: optionalField(z.string()).describe(
        'Text to put in; placeholders are allowed. Without it a model proposes one from prompt_instructions.',
      ),
      is_slider: z
        .boolean()
        .default(false)
        .describe('The field is a slider: input_text is the number it is set to.'),
      fill_or_type: z
        .enum(['fill', 'type', 'key_press'])
        .default('fill')
        .describe(
          'fill replaces the whole value at once, type focuses the field and sends a key event per character, key_press sends them to whatever has the focus.',
        ),
      press_enter: z
        .boolean()
        .default(false)
        .describe('Presses Enter in the field afterwards. Needs a target.'),
      click_before_input: z
        .boolean()
        .default(true)
        .describe('Clicks the field first when it is found by coordinates or keyword.'),
    })
    .superRefine(checkTarget)
    .superRefine((params, context) => {
      if (!params.press_enter || hasTarget(params)) return;
      context.addIssue({
        code: 'custom',
        path: ['press_enter'],
        message: 'press_enter needs a target: add command, xpath or another target field.',
      });
    }),
  run: notImplemented,
});
