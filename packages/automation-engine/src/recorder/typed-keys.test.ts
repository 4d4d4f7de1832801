import { expect, test } from '@jest/globals';
import { collectSteps } from './collect-steps.ts';
import type { Note } from './notes.ts';
import { at, button, click, collect, dialog, eventOf, field, kindsOf } from './testing/collect.ts';
import type { Happening } from './testing/collect.ts';

test('keeps a key that leaves a field only if no later step has the same effect', () => {
  const fill = { ...field, kind: 'fill', value: 'x', isTyped: false } as const;
  const keys = { ...field, kind: 'keys', isOnPage: false, isLeaving: true } as const;
  const [tab, enter] = [
    { ...keys, keys: ['Tab'] },
    { ...keys, keys: ['Enter'] },
  ];
  const scroll = { ...button, kind: 'scroll', isOnPage: true, direction: 'down' } as const;
  expect(kindsOf(collect([fill, tab, { ...button, ...click }]))).toBe('fill click');
  expect(kindsOf(collect([fill, tab, { ...scroll, scrolling: 1, pixels: 9 }]))).toBe(
    'fill keys scroll',
  );
  expect(kindsOf(collect([fill, enter, fill]))).toBe('fill');
  expect(kindsOf(collect([fill, enter, { ...button, ...click }]))).toBe('fill keys click');
  expect(collect([fill, tab]).leaving()).toHaveLength(1);
});

test('keeps a key that leaves a field in its place, whatever happens next', () => {
  const fill = { ...field, kind: 'fill', value: 'x', isTyped: false } as const;
  const keys = { ...field, kind: 'keys', isOnPage: false, isLeaving: true } as const;
  const clicked = { ...button, ...click };
  const move = { kind: 'navigated', url: 'http://b.test/', entries: -1 } as const;
  for (const key of ['Enter', 'Tab']) {
    const leave = { ...keys, keys: [key] };
    const after = (...more: readonly Happening[]) => collect([fill, leave, ...more]);
    expect(kindsOf(after({ ...move, way: 'typed' }, clicked))).toBe('fill keys go click');
    expect(kindsOf(after({ ...move, way: 'typed' }))).toBe('fill keys go');
    const asked = after(dialog('confirm', false), clicked);
    expect(asked.steps.map(({ dialog: answer }) => answer?.isAccepted)).toEqual([
      undefined,
      false,
      undefined,
    ]);
    const opening = after();
    opening.add({ ...at('tab', 1500), kind: 'page-opened', isByPage: true });
    opening.add(eventOf(clicked, at('tab', 2000)));
    expect(opening.steps.map(({ hasNewTab }) => hasNewTab)).toEqual([false, true, false]);
    expect(opening.steps.map(({ page }) => page)).toEqual(['page', 'page', 'tab']);
    const switching = collectSteps(['page', 'other'], { first: 'page' });
    switching.add(eventOf(fill, at('page', 500)));
    switching.add(eventOf(leave, at('page', 1000)));
    switching.add(eventOf(clicked, at('other', 1500)));
    expect(kindsOf(switching)).toBe('fill keys switch click');
    const rows = { command: 'locator("tr")', count: 2 };
    const looping = collect([pointedAt(rows), fill, leave]);
    looping.endLoop();
    looping.add(eventOf(clicked, at('page', 9000)));
    expect(kindsOf(looping)).toBe('loop fill keys end-loop click');
  }
});

function pointedAt(rows: { readonly command: string; readonly count: number }): Note {
  const pointed = { ...button, kind: 'pointed', mode: 'each', choice: 1, text: '' } as const;
  return { ...pointed, heading: '', isTable: false, isField: false, rows };
}

test('does not keep a key that opened a field for a secret', () => {
  const collector = collectSteps(['page']);
  const when = { page: 'page', at: 500 };
  collector.add(eventOf({ ...button, kind: 'keys', keys: ['p'], isOnPage: false }, when));
  collector.add(eventOf({ ...field, kind: 'secret' }, when));
  expect(kindsOf(collector)).toBe('secret');
});

test('hides what was typed into a field, and before it opened, once the field is secret', () => {
  const fill = { ...field, kind: 'fill', value: 'Qz', isTyped: false } as const;
  const key = { ...button, kind: 'keys', keys: ['q'], isOnPage: false } as const;
  const enter = { ...key, keys: ['Enter'] };
  const { target } = field;
  const begunOn = [button.target.id];
  const secret = { ...field, kind: 'secret', begunOn } as const;
  const hidden = { kind: 'hidden', target, begunOn } as const;
  const clicked = { ...button, ...click };
  expect(kindsOf(collect([key, key, secret, secret]))).toBe('secret');
  expect(kindsOf(collect([key, enter, key, secret]))).toBe('keys keys secret');
  expect(kindsOf(collect([fill, clicked, secret]))).toBe('secret click secret');
  expect(kindsOf(collect([fill, { ...enter, target }, hidden]))).toBe('secret');
  const letters = { ...button, kind: 'letters', text: 'Qz', isOnPage: false } as const;
  const { steps } = collect([letters, hidden]);
  expect(steps).toMatchObject([{ act: { kind: 'secret' }, place: { target } }]);
});
