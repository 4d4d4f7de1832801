import { z } from 'zod';
import { readKeys } from '../../fields/key-spellings.ts';
import { checkTarget, hasTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

/** Maximum number of characters quoted from an unknown key. */
const LONGEST_QUOTE = 40;
const keyText = z.string();

/** Parsing is idempotent: the parsed keys parse to themselves. */
const keys = z
  .union([keyText, z.array(keyText).min(1)], {
    error: 'Give a key, or a list of keys that are pressed together.',
  })
  .transform((given, context): string[] => {
    const read = readKeys(given);
    if ('keys' in read) return [...read.keys];
    const { unknown, nearest, index } = read;
    const hint =
      nearest.length > 0
        ? `Did you mean ${nearest.map((name) => JSON.stringify(name)).join(' or ')}?`
        : 'Give a printable character or a name such as enter, Tab, esc, ArrowDown, f5, pagedown.';
    const path = Array.isArray(given) ? [index] : [];
    const message = `${JSON.stringify(unknown.slice(0, LONGEST_QUOTE))} is not a key. ${hint} Write keys pressed together as a list or as Control+A; placeholders are not allowed.`;
    context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

export const keyPress = defineAction({
  group: 'interaction',
  kind: 'key_press',
  summary:
    'Presses a key or a combination of keys, on the target if there is one (on the screen it is clicked first); on a page, shortcuts of the browser window itself have no effect.',
  example: { type: 'Escape' },
  place: 'screen',
  params: z
    .strictObject({
      ...targetFields,
      type: keys.describe(
        'Key to press, or the keys of a combination in order: ["ctrl", "a"]. Added by Errand: names may be written as in pages and in Playwright (Enter, ArrowDown, Control, KeyA), in upper or lower case, and a combination as one string (Control+A). A capital letter alone is typed with shift.',
      ),
    })
    .superRefine(checkTarget),
  run: async ({ elements: { actOn }, page: { pressTogether } }, params) => {
    const { type: pressed } = params;
    if (hasTarget(params)) return actOn(params, (element) => element.pressTogether(pressed));
    await pressTogether(pressed);
    return { outcome: 'done' };
  },
});
