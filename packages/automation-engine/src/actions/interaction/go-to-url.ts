import { z } from 'zod';
import { checkAddress } from '../../fields/address-field.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const goToUrl = defineAction({
  group: 'interaction',
  kind: 'go_to_url',
  summary: 'Loads a URL in the current tab or in a new one.',
  example: { url: 'https://portal.example/orders/{order_number[0]}' },
  place: 'page',
  params: z.strictObject({
    url: requiredText()
      .superRefine(checkAddress)
      .describe('URL to load: http, https, about, data or blob; placeholders are allowed.'),
    new_tab: z
      .boolean()
      .default(false)
      .describe('Opens a new tab for it, which becomes the current one.'),
  }),
  effects: { openedAddress: ({ url }) => url, repetition: 'harmless' },
  run: async ({ text, page: { goTo } }, { url, new_tab: newTab }) => {
    await goTo(text(url).trim(), { newTab });
    return { outcome: 'done' };
  },
});
