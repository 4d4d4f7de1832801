import { z } from 'zod';
import { optionalLocatorText } from '../../fields/locator-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { blankableText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

const scrollFields = z.strictObject({
  down: optionalField(z.boolean()).describe(
    'Direction: down, which is the default, or up when false. Cannot be combined with direction.',
  ),
  direction: optionalField(z.enum(['up', 'down', 'left', 'right'])).describe(
    'Direction, sideways too. Cannot be combined with down. Added by Errand.',
  ),
  amount: z
    .int()
    .min(-1, { error: 'Give -1 (as far as it goes) or a number of pixels that is 0 or more.' })
    .default(-1)
    .describe(
      'How far, in CSS pixels; on the screen in turns of the wheel, one for every 120 pixels or part thereof. If the area ends too soon and then loads more, the wheel turns again for the rest, for up to a minute; on the screen it turns once. -1 scrolls as far as it goes: at the end, it waits up to 10 seconds for what scrolling has set in motion, such as requests and timers. It fails on a page that still grows after a minute.',
    ),
  command: optionalLocatorText().describe(
    'Locator expression of the element over which the wheel turns, which scrolls the innermost area around it that can be scrolled that way. Placeholders are allowed inside. Cannot be combined with xpath. Added by Errand.',
  ),
  xpath: blankableText().describe(
    'The same as an XPath. Cannot be combined with command. Added by Errand.',
  ),
  to_element: z
    .boolean()
    .default(false)
    .describe(
      'Brings the element of command, xpath or prompt_instructions into view instead, in every area and frame around it that scrolls. It must be in the page. Cannot be combined with down, direction and amount, and not where steps act on the screen. Added by Errand.',
    ),
  prompt_instructions: z
    .string()
    .default('')
    .describe(
      'Which part of the page to scroll, in plain language; placeholders are allowed. A model finds it; without any of the three the wheel turns where the pointer is.',
    ),
});

type ScrollParams = z.output<typeof scrollFields>;

export const scroll = defineAction({
  group: 'interaction',
  kind: 'scroll',
  summary:
    'Turns the mouse wheel over an element, or where the pointer is, and ends when scrolling has settled; or brings an element into view.',
  example: { down: true, amount: 600 },
  place: 'screen',
  params: scrollFields.superRefine(checkScroll),
  effects: { repetition: 'harmless' },
  fields: {
    findElementField: ({ to_element: isToElement }) => (isToElement ? 'to_element' : undefined),
  },
  run: async ({ elements: { actOn }, page: { scroll: turn } }, params) => {
    const { down: isDown = true, direction = isDown ? 'down' : 'up', amount } = params;
    if (params.to_element) return actOn(params, (element) => element.scrollIntoView());
    if (hasElement(params)) {
      // The wheel scrolls whatever is under the pointer.
      await actOn(params, (element) => element.hover());
    }
    await turn({ direction, pixels: amount === -1 ? 'to-the-end' : amount });
    return { outcome: 'done' };
  },
});

function hasElement({ command, xpath, prompt_instructions: prompt }: ScrollParams): boolean {
  return command !== undefined || xpath !== undefined || prompt.trim() !== '';
}

function checkScroll(params: ScrollParams, context: z.core.$RefinementCtx): void {
  const { down, direction, amount, command, xpath, to_element: isToElement } = params;
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (command !== undefined && xpath !== undefined) {
    refuse('xpath', 'command and xpath cannot be combined: keep one of them.');
  }
  if (down !== undefined && direction !== undefined) {
    refuse('direction', 'down and direction cannot be combined: keep one of them.');
  }
  if (!isToElement) return;
  if (!hasElement(params)) {
    refuse(
      'to_element',
      'to_element needs an element: specify command, xpath or prompt_instructions.',
    );
  }
  const given = {
    down: down !== undefined,
    direction: direction !== undefined,
    amount: amount !== -1,
  };
  for (const [field, isGiven] of Object.entries(given)) {
    if (isGiven)
      refuse(field, `to_element scrolls as far as the element needs: leave ${field} out.`);
  }
}
