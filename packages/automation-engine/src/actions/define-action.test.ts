import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { type ActionGroup, defineAction, effectOnPage } from './define-action.ts';

const define = (group: ActionGroup, effects = {}) =>
  defineAction({
    group,
    kind: 'press_bell',
    summary: 'Presses the bell.',
    example: {},
    params: z.strictObject({}),
    effects,
    run: async () => ({ outcome: 'done' }),
  });

test.each([
  ['interaction', 'acts'],
  ['extraction', 'reads'],
  ['assertion', 'reads'],
  ['misc', 'acts'],
  ['node', 'acts'],
] as const)('by default, an action of the group %s %s', (group, effect) => {
  expect(effectOnPage(define(group))).toBe(effect);
});

test('a kind may have another effect on the page than its group', () => {
  expect(effectOnPage(define('misc', { onPage: 'reads' }))).toBe('reads');
});
