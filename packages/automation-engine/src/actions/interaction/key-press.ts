import { z } from 'zod';
import { keyNames } from '../../fields/keys.ts';
import { checkTarget, hasTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

const key = z.enum(keyNames, {
  error: ({ input }) =>
    typeof input === 'string'
      ? `${JSON.stringify(input)} is not a key. Give a printable character or a key name, all lower case, such as enter, tab, esc, ctrl, f5, pagedown; placeholders are not allowed.`
      : 'Give a key, or a list of keys that are pressed together.',
});

export const keyPress = defineAction({
  group: 'interaction',
  kind: 'key_press',
  summary:
    'Presses a key or a combination of keys, on the target if there is one (on the screen it is clicked first); on a page, shortcuts of the browser window itself have no effect.',
  idempotent: false,
  place: 'screen',
  params: z
    .strictObject({
      ...targetFields,
      type: z
        .union([key, z.array(key).min(1)])
        .describe('Key to press, or the keys of a combination in order: ["ctrl", "a"].'),
    })
    .superRefine(checkTarget),
  run: async ({ actOn, pressTogether }, params) => {
    const keys = [params.type].flat();
    if (hasTarget(params)) return actOn(params, (element) => element.pressTogether(keys));
    await pressTogether(keys);
    return { outcome: 'done' };
  },
});
