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

test('lets a kind affect the page differently from its group', () => {
  expect(effectOnPage(define('misc', { onPage: 'reads' }))).toBe('reads');
});
