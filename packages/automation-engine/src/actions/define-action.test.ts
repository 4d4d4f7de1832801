import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { ActionContext } from './action-context.ts';
import { InvalidParamsError } from './action-errors.ts';
import { defineAction } from './define-action.ts';

const description = {
  group: 'interaction',
  kind: 'press_bell',
  summary: 'Presses the bell.',
  params: z.strictObject({ times: z.int().default(1) }),
} as const;

// None of these actions uses the browser.
const context = {} as ActionContext;

test('runs with validated params and their defaults', async () => {
  const seen: unknown[] = [];
  const pressBell = defineAction({
    ...description,
    run: async (_context, params) => {
      seen.push(params);
      return { outcome: 'done' };
    },
  });
  await expect(pressBell.execute(context, {})).resolves.toEqual({ outcome: 'done' });
  expect(seen).toEqual([{ times: 1 }]);
});

test('rejects unknown params by name before it runs', async () => {
  const pressBell = defineAction({
    ...description,
    run: () => Promise.reject(new Error('It ran.')),
  });
  const running = pressBell.execute(context, { rings: 2 });
  await expect(running).rejects.toThrow(InvalidParamsError);
  await expect(running).rejects.toThrow(/Params of action "press_bell" are not valid:[^]*rings/);
});
