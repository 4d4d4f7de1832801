import { expect, test } from '@jest/globals';
import { collectSteps } from './collect-steps.ts';
import type { Note } from './notes.ts';
import { at, button, click, collect, dialog, eventOf, field, kindsOf } from './testing/collect.ts';
import type { EventOf } from './testing/collect.ts';
import { writeNodes } from './write-nodes.ts';

function answerOf(...dialogs: readonly EventOf<'dialog'>[]) {
  const { steps, faults } = collect([{ ...button, ...click }, ...dialogs]);
  return { answer: steps[0]?.dialog, faults };
}

test('keeps the choice made in the dialog that matters, and reports conflicting choices', () => {
  const cancelled = answerOf(dialog('confirm', false), dialog('alert', true));
  expect(cancelled).toMatchObject({ answer: { isAccepted: false }, faults: [] });
  const prompted = answerOf(
    dialog('alert', true),
    dialog('prompt', true, '50'),
    dialog('alert', true),
  );
  expect(prompted).toMatchObject({ answer: { isAccepted: true, text: '50' }, faults: [] });
  const both = answerOf(dialog('confirm', true), dialog('prompt', true, '50'));
  expect(both).toMatchObject({ answer: { isAccepted: true, text: '50' }, faults: [] });
  expect(answerOf(dialog('alert', false)).answer).toEqual({ type: 'alert', isAccepted: false });
  const fault = expect.stringContaining('a step has one answer for all its dialogs');
  const differing = answerOf(dialog('confirm', true), dialog('confirm', false));
  expect(differing).toMatchObject({ answer: { isAccepted: true }, faults: [fault] });
  expect(answerOf(dialog('prompt', true, '50'), dialog('prompt', true, '60')).faults).toEqual([
    fault,
  ]);
  expect(answerOf(dialog('beforeunload', true), dialog('confirm', false)).faults).toEqual([fault]);
});

test('reports a dialog that no step opened if a person closes it differently than a run would', () => {
  expect(collect([dialog('confirm', true)]).faults).toEqual([]);
  expect(collect([dialog('confirm', false)]).faults).toEqual([
    'A confirm dialog that no step opened was dismissed: set dialog of the automation.',
  ]);
});

test('omits what is typed into a prompt for a secret, and reports the omission', () => {
  const { steps, faults } = collect([
    { ...button, ...click },
    { ...dialog('prompt', true), isSecret: true },
  ]);
  expect(steps[0]?.dialog).toEqual({ type: 'prompt', isAccepted: true });
  expect(faults).toEqual([
    expect.stringContaining('Step 1 opened a prompt that asks for a secret'),
  ]);
});

test('records going back and forward, unless the last step caused it', () => {
  const move = { kind: 'navigated', url: 'http://a.test/' } as const;
  const back = { ...move, way: 'back', entries: 1 } as const;
  const next = { ...move, way: 'other', entries: -1 } as const;
  const wanted = { kind: 'history' } as const;
  const clicked = { ...button, ...click };
  expect(kindsOf(collect([clicked, back]))).toBe('click');
  expect(kindsOf(collect([clicked, back, back]))).toBe('click back');
  expect(kindsOf(collect([clicked, next, back, back]))).toBe('click back back');
  expect(kindsOf(collect([clicked, wanted, back]))).toBe('click back');
  // A page's address may change within its history entry.
  expect(kindsOf(collect([clicked, { ...next, entries: 0 }, back]))).toBe('click');
  expect(kindsOf(collect([clicked, next, { ...back, entries: 2 }]))).toBe('click back back');
  const { steps, faults } = collect([clicked, wanted, { ...next, way: 'forward' }]);
  expect(steps[1]?.act).toEqual({ kind: 'go', url: 'http://a.test/', hasNewTab: false });
  expect(faults).toEqual([expect.stringContaining('Step 2: the person went forward')]);
});

test('a tab of the person begins at its first address, however the browser says it got there', () => {
  const collector = collectSteps(['first']);
  collector.add({ ...at('second', 1000), kind: 'page-opened', isByPage: false });
  const redirected = {
    kind: 'navigated',
    way: 'other',
    entries: 0,
    url: 'http://a.test/',
  } as const;
  collector.add({ ...at('second', 2000), ...redirected });
  collector.add({ ...at('second', 2100), ...redirected });
  expect(collector.steps.map(({ act }) => act)).toEqual([
    { kind: 'go', url: 'http://a.test/', hasNewTab: true },
  ]);
});

test('reports what it may have missed in a new tab, once for each tab', () => {
  const collector = collectSteps(['first']);
  const say = (page: string, note: Note) =>
    collector.add({ ...at(page, 3000), kind: 'note', document: 'd', frame: '', url: page, note });
  const late = { kind: 'hello', isLate: true } as const;
  say('first', late);
  collector.add({ ...at('second', 1000), kind: 'page-opened', isByPage: false });
  say('second', { kind: 'hello', isLate: false });
  expect(collector.faults).toEqual([]);
  say('second', late);
  say('second', late);
  expect(collector.faults).toEqual([expect.stringContaining('only after the person had acted')]);
  collector.add(eventOf({ ...button, ...click }, at('second', 4000)));
  expect(kindsOf(collector)).toBe('switch click');
  expect(collector.faults[1]).toContain('did not report the first address');
  expect(collector.faults).toHaveLength(2);
});

test('tracks the tabs that a replay has, in order', () => {
  const collector = collectSteps(['first']);
  const act = (page: string, when: number) =>
    collector.add(eventOf({ ...button, ...click }, at(page, when)));
  const go = (page: string, when: number) =>
    collector.add({ ...at(page, when), kind: 'navigated', way: 'typed', entries: -1, url: page });
  for (const page of ['empty', 'second', 'third']) {
    collector.add({ ...at(page, 1000), kind: 'page-opened', isByPage: false });
  }
  go('second', 2000);
  go('third', 3000);
  act('second', 4000);
  collector.add({ ...at('first', 9000), kind: 'page-closed' });
  act('second', 10_000);
  collector.add({ ...at('empty', 11_000), kind: 'page-closed' });
  act('third', 12_000);
  act('stranger', 13_000);
  act('stranger', 14_000);
  expect(kindsOf(collector)).toBe('go go switch click switch close switch click switch click');
  const indexes = collector.steps.flatMap(({ act: { kind, ...more } }) =>
    kind === 'switch' && 'index' in more ? [more.index] : [],
  );
  expect(indexes).toEqual([1, 0, 0, 1]);
  expect(collector.faults).toEqual([expect.stringContaining('tab that was open before')]);
});

test('removes the login from an address', () => {
  const url = 'https://ada:hunter2@a.test/x?a=b@c';
  const { steps, faults } = collect([{ kind: 'navigated', way: 'typed', entries: -1, url }]);
  expect(faults).toEqual([expect.stringContaining('a user name and a password')]);
  expect(steps[0]).toMatchObject({
    act: { url: 'https://a.test/x?a=b@c' },
    pageUrl: 'https://a.test/x',
  });
});

test('turns only the last two clicks into a double click, not the ones before', () => {
  const slow = { ...button, ...click };
  const { steps } = collect([slow, slow, slow, { ...slow, isDouble: true }]);
  expect(steps.map(({ act }) => act)).toMatchObject([
    { isDouble: false },
    { isDouble: false },
    { isDouble: true },
  ]);
});

const type = (value: string) => ({ ...field, kind: 'fill', value, isTyped: false }) as const;

test('keeps every text that Enter submitted, even from the same field', () => {
  const secret = { ...field, kind: 'secret' } as const;
  const enter = { ...field, kind: 'keys', keys: ['Enter'], isOnPage: false } as const;
  const { steps } = collect([type('mil'), type('milk'), enter, type('bread'), enter, type('x')]);
  expect(steps.map(({ act }) => act)).toMatchObject([
    { kind: 'fill', value: 'milk', hasEnter: true },
    { kind: 'fill', value: 'bread', hasEnter: true },
    { kind: 'fill', value: 'x', hasEnter: false },
  ]);
  expect(kindsOf(collect([secret, secret, enter, secret, secret]))).toBe('secret secret');
});

test('replaces a scroll only while it continues, and never replaces an upload', () => {
  const scroll = { ...field, kind: 'scroll', isOnPage: true, direction: 'down' } as const;
  const { steps } = collect([
    { ...scroll, scrolling: 1, pixels: 400 },
    { ...scroll, scrolling: 1, pixels: 1000 },
    { ...scroll, scrolling: 2, pixels: 900 },
  ]);
  expect(steps.map(({ act }) => act)).toMatchObject([{ pixels: 1000 }, { pixels: 900 }]);
  const upload = { ...field, kind: 'upload' } as const;
  const uploads = [
    { ...upload, names: ['a.pdf'] },
    { ...upload, names: ['b.pdf'] },
  ];
  expect(kindsOf(collect(uploads))).toBe('upload upload');
});

test('reports that a download started with Enter cannot be expected, and does not blame another step', () => {
  const download = { kind: 'download' } as const;
  const fill = { ...field, kind: 'fill', value: '77', isTyped: false } as const;
  const enter = { ...field, kind: 'keys', keys: ['Enter'], isOnPage: false } as const;
  const sent = collect([{ ...button, ...click }, fill, enter, download]);
  expect(sent.steps.map(({ hasDownload }) => hasDownload)).toEqual([false, false]);
  expect(sent.faults).toEqual([
    'Step 2 (fill) began a download, which it cannot expect: click what begins it instead.',
  ]);
  expect(collect([{ ...button, ...click }, enter, download]).faults).toHaveLength(1);
  expect(collect([download]).faults).toEqual(['A download began that no step can expect.']);
  const tab = { ...enter, keys: ['Tab'], isLeaving: true } as const;
  const exported = collect([{ ...button, ...click }, fill, tab, download]);
  expect(exported.faults).toEqual([]);
  const { nodes } = writeNodes(exported.steps);
  expect(nodes[0]).toMatchObject({
    interaction_action: { click_element: { expect_download: true } },
  });
});

const keys = (...pressed: string[]) =>
  ({ ...field, kind: 'keys', keys: pressed, isOnPage: true }) as const;

test('leaves out each step that is not a valid node, with its inputs, and reports it', () => {
  const { steps } = collect([
    keys('Undo'),
    { ...field, kind: 'upload', names: [] },
    keys('ü'),
    keys('b'),
    { kind: 'navigated', way: 'typed', entries: -1, url: 'chrome://settings/' },
    { ...button, ...click },
    { kind: 'dialog', type: 'prompt', isAccepted: true, isSecret: false, text: 'yes' },
    { ...field, kind: 'select', labels: [] },
  ]);
  const { nodes, written, inputs, faults } = writeNodes(steps);
  expect(written.map(({ step, path }) => [path, step.act.kind])).toEqual([
    ['nodes[0]', 'letters'],
    ['nodes[1]', 'click'],
  ]);
  expect(nodes).toHaveLength(2);
  expect(inputs).toEqual({ text: ['üb'], prompt: ['yes'] });
  expect(faults).toEqual([
    expect.stringMatching(/^Step 1 \(keys\) is left out: "Undo" is not a key/),
    expect.stringMatching(/^Step 2 \(upload\) is left out: No node takes files away/),
    expect.stringMatching(/^Step 4 \(go\) is left out: /),
    expect.stringMatching(/^Step 6 \(select\) is left out: No node clears a list/),
  ]);
});

test('reports a tab that opens after no step, or after one that opens nothing', () => {
  const open = { ...at('tab', 1000), kind: 'page-opened', isByPage: true } as const;
  const unasked = collectSteps(['page']);
  unasked.add(open);
  expect(unasked.faults).toEqual([expect.stringMatching(/^A tab opened that no step expects/)]);
  const pointed = { ...field, mode: 'assert', choice: 1, text: '', heading: '' } as const;
  const read = collect([{ ...pointed, kind: 'pointed', isTable: false, isField: false }]);
  read.add(open);
  expect(read.faults).toEqual([expect.stringMatching(/^Step 1 \(assert\): a tab opened 0\.5 s/)]);
});
