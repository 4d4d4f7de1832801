import { z } from 'zod';
import { defineAction } from '../define-action.ts';

export const scroll = defineAction({
  group: 'interaction',
  kind: 'scroll',
  summary: 'Turns the mouse wheel where the pointer is, and ends when scrolling has settled.',
  idempotent: false,
  place: 'screen',
  params: z.strictObject({
    down: z.boolean().default(true).describe('Direction: down, or up when false.'),
    amount: z
      .int()
      .min(-1, { error: 'Give -1 (as far as it goes) or a number of pixels that is 0 or more.' })
      .default(-1)
      .describe(
        'How far, in CSS pixels; on the screen in turns of the wheel, one for every 120 pixels begun. -1 scrolls as far as it goes, and fails on a page that still grows after a minute.',
      ),
    prompt_instructions: z
      .string()
      .default('')
      .describe(
        'Which part of the page to scroll, in plain language; placeholders are allowed. A model finds it; without this the wheel turns where the pointer is.',
      ),
  }),
  run: async ({ actOn, scroll: turn }, { down: isDown, amount, prompt_instructions: prompt }) => {
    if (prompt.trim() !== '') {
      // The wheel turns whatever is under the pointer.
      await actOn({ prompt_instructions: prompt }, (element) => element.hover());
    }
    await turn({ isDown, pixels: amount === -1 ? 'to-the-end' : amount });
    return { outcome: 'done' };
  },
});
