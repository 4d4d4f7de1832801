import { z } from 'zod';
import { ModelUnavailableError } from '../../errors.ts';
import { defineAction } from '../define-action.ts';

export const scroll = defineAction({
  group: 'interaction',
  kind: 'scroll',
  summary: 'Turns the mouse wheel where the pointer is, and ends when scrolling has settled.',
  idempotent: false,
  params: z.strictObject({
    down: z.boolean().default(true).describe('Direction: down, or up when false.'),
    amount: z
      .int()
      .min(-1, { error: 'Give -1 (as far as it goes) or a number of pixels that is 0 or more.' })
      .default(-1)
      .describe(
        'How far, in CSS pixels; -1 scrolls as far as it goes, and fails on a page that still grows after a minute.',
      ),
    prompt_instructions: z
      .string()
      .default('')
      .describe('Which part of the page to scroll, in plain language; placeholders are allowed.'),
  }),
  run: async ({ scroll: turn }, { down: isDown, amount, prompt_instructions: prompt }) => {
    if (prompt.trim() !== '') {
      throw new ModelUnavailableError(
        prompt,
        'Which part of the page to scroll is only described: hover over it first, and leave prompt_instructions out.',
      );
    }
    await turn({ isDown, pixels: amount === -1 ? 'to-the-end' : amount });
    return { outcome: 'done' };
  },
});
