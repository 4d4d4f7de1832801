import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { importAny } from './import-any.ts';

const deepList = '['.repeat(50_000) + ']'.repeat(50_000);
const deepObject = '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000);
const insert = { dataList: [{ type: 'variable', name: 'rows', value: deepList }] };
const workflow = {
  drawflow: {
    nodes: [
      { id: 't', label: 'trigger', data: {} },
      { id: 'i', label: 'insert-data', data: insert },
    ],
    edges: [{ source: 't', target: 'i' }],
  },
};

test.each([
  ['selectors', 'a.json', `{"steps":[{"type":"click","selectors":${deepList}}]}`],
  [
    'an attribute',
    'a.json',
    `{"steps":[{"type":"waitForElement","attributes":{"a":${deepObject}}}]}`,
  ],
  ['commands', 'a.side', `{"tests":[{"commands":${deepList}}]}`],
  ['a block', 'a.automa.json', `{"drawflow":{"nodes":[${deepObject}]}}`],
])('refuses a file with deeply nested %s', (_, name, text) => {
  expect(importAny(text, name)?.recordings ?? []).toEqual([]);
});

test('sets a value that is nested too deeply as text', () => {
  const [recording] = importAny(JSON.stringify(workflow), 'a.automa.json')?.recordings ?? [];
  expect(recording?.report).toHaveLength(2);
  expect(recording?.report[1]).toMatchObject({ outcome: expect.stringMatching(/mapped|skipped/) });
});

test('reads brackets in strings as text', () => {
  const value = '[{'.repeat(5000);
  const step = { type: 'change', selectors: [['#note']], value };
  const imported = importAny(JSON.stringify({ steps: [step] }), 'a.json');
  expect(imported?.recordings[0]?.report).toMatchObject([{ outcome: 'mapped' }]);
});

test.each([
  ['blocks', 'a.ts', '{'.repeat(20_000)],
  ['functions', 'a.ts', 'function f() {'.repeat(5000)],
  ['templates', 'a.ts', `await page.goto(${'`a${'.repeat(5000)}`],
  ['calls', 'a.py', `page.goto(${'f('.repeat(5000)}`],
])('refuses code with deeply nested %s', (_, name, text) => {
  expect(importAny(text, name)).toMatchObject({
    recordings: [],
    problem: 'Its code is nested too deeply.',
  });
});

test.each([
  ['comparisons', '<'.repeat(400_000), /syntax errors/],
  ['stars', '*'.repeat(400_000), /syntax errors/],
  ['increments', '++'.repeat(200_000), /nested too deeply/],
  ['openings of templates', '${'.repeat(200_000), /nested too deeply/],
  ['calls of generics', 'a<b>('.repeat(80_000), /nested too deeply/],
  ['empty blocks', '{}'.repeat(200_000), /more than 100000/],
  ['the parts of a chain', `await page${'.a()'.repeat(99_000)};`, /more than 100000/],
])('refuses 400,000 characters with %s', (_, text, problem) => {
  expect(importAny(text, 'a.ts')).toMatchObject({
    recordings: [],
    problem: expect.stringMatching(problem),
  });
});

test('reads long code that is not nested', () => {
  const chain = `await page${".locator('a')".repeat(200)}.click();`;
  const joined = `await page.goto('https://a.example/'${"+'b'".repeat(200)});`;
  const script = `test('x', async ({ page }) => {\n${joined}\n${chain}\n});`;
  const [recording] = importAny(script, 'a.ts')?.recordings ?? [];
  expect(recording?.report.map(({ line }) => line)).toEqual([2, 3]);
});

/** What JSON can have in place of a member, and what breaks code that takes it for a text. */
const oddValues: readonly unknown[] = [{ toString: 1 }, [], null, [[[]]], [{ toString: 1 }], -1];

/** Returns copies of a value in which one member, at any depth, is replaced by an odd value. */
function withOddMembers(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...oddValues.map((odd) => withMember(value, key, odd)),
    ...withOddMembers(inner).map((changed) => withMember(value, key, changed)),
  ]);
}

const withMember = (value: object, key: string, changed: unknown): unknown =>
  Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };

const STRANGE = {
  steps: [
    { type: 'navigate', url: 'https://a.example/', assertedEvents: [{ type: 'navigation' }] },
    { type: 'click', target: 'main', frame: [0], selectors: [['a', 'b'], 'c'], button: 'back' },
    { type: 'scroll', x: 1, y: 2 },
    { type: 'waitForElement', selectors: ['#a'], attributes: { b: '' }, properties: { value: '' } },
    { type: 'waitForElement', selectors: ['#a'], count: 1, operator: '==', properties: { c: 1 } },
  ],
};

test.each([
  ['devtools-recorder.json', undefined],
  ['selenium-ide.side', undefined],
  ['workflow.automa.json', undefined],
  ['strange.json', STRANGE],
])('reads %s whatever one of its members is', (file, given) => {
  const sample: unknown =
    given ?? JSON.parse(readFileSync(join(import.meta.dirname, '../samples', file), 'utf8'));
  const thrown = withOddMembers(sample).flatMap((changed) => {
    const text = JSON.stringify(changed);
    try {
      importAny(text, file);
      return [];
    } catch (error) {
      return [`${String(error)} ${text}`];
    }
  });
  expect(thrown).toEqual([]);
});
