import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseAutomation } from '@errand/automation-engine/automation';
import fc from 'fast-check';
import {
  importAny,
  type ImportedRecording,
  importAutoma,
  importDevToolsRecording,
  importPlaywright,
  importSeleniumIde,
} from './index.ts';

const directory = join(import.meta.dirname, '../samples');
const samples = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
const importers = [
  importAny,
  importAutoma,
  importDevToolsRecording,
  importSeleniumIde,
  (text: string) => importPlaywright(text, 'python'),
  (text: string) => importPlaywright(text, 'typescript'),
];

test('reads files that begin with a byte order mark', () => {
  for (const text of samples) {
    const marked = importAny(`\uFEFF${text}`);
    expect(marked?.recordings.length).toBeGreaterThan(0);
    expect(marked).toEqual(importAny(text));
  }
});

/** Every recording is valid, and has a line for each step, numbered from 0. */
function problemsWith(text: string): string[] {
  return importers.flatMap((run) => (run(text)?.recordings ?? []).flatMap(problemsOf));
}

function problemsOf({ automation, report }: ImportedRecording): string[] {
  const problems: string[] = [];
  try {
    parseAutomation(automation);
  } catch (error) {
    problems.push(String(error));
  }
  for (const [at, { index, outcome, why }] of report.entries()) {
    if (index !== at) problems.push(`line ${at} has the number ${index}`);
    // One bad node must not cost all the others.
    if (why?.startsWith('All of it together')) problems.push(why);
    if (outcome !== 'mapped' && !why) problems.push(`line ${at} has no reason`);
  }
  return problems;
}

const kindOf = (text: string, name?: string) => importAny(text, name)?.kind;

test('recognises files by name or content', () => {
  expect(kindOf('{"tests": []}')).toBe('selenium-ide');
  expect(kindOf('{"steps": []}', 'x.json')).toBe('devtools-recorder');
  expect(kindOf('{"drawflow": {}}')).toBe('automa');
  expect(kindOf('page.goto("x")', 'test_x.py')).toBe('playwright-python');
  expect(kindOf("await page.goto('x');")).toBe('playwright-typescript');
  expect(kindOf('hello')).toBeUndefined();
  expect(kindOf('{"a": 1}')).toBeUndefined();
});

test('never fails on changed files, and creates only valid automations', () => {
  const pieces = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      '{x[0]}',
      '${a}',
      '"',
      '\\',
      '((',
      '[[',
      ']}',
      '\0',
    ),
  );
  const change = fc.record({ at: fc.nat(1000), length: fc.nat(60), piece: pieces });
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom(...samples), changes, (sample, all) => {
      const changed = all.reduce((text, { at, length, piece }) => {
        const from = Math.floor((text.length * at) / 1000);
        return text.slice(0, from) + piece + text.slice(from + length);
      }, sample);
      expect(problemsWith(changed)).toEqual([]);
    }),
    { numRuns: 40, seed: 18 },
  );
});

test('accepts any JSON in place of what it expects', () => {
  const step = fc.dictionary(
    fc.constantFrom(
      'type',
      'selectors',
      'value',
      'command',
      'target',
      'label',
      'data',
      'id',
      'frame',
    ),
    fc.oneof(fc.jsonValue(), fc.constantFrom('click', 'type', 'if', 'end', 'forms', 'keyDown')),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const file = {
        steps,
        tests: [{ commands: steps }],
        drawflow: { nodes: steps, edges: steps },
      };
      expect(problemsWith(JSON.stringify(file))).toEqual([]);
    }),
    { numRuns: 40, seed: 18 },
  );
});

test.each([
  ['deep lists', '['.repeat(20_000)],
  ['deep calls', `await page.${'a('.repeat(3000)}`],
  ['a long chain', `page${'.first()'.repeat(3000)}.click()`],
  ['deep blocks', 'if (a) {'.repeat(2000)],
  [
    'names of prototypes',
    '{"__proto__": 1, "steps": [{"type": "__proto__"}, {"type": "toString"}]}',
  ],
  ['too long', 'page.goto("x")\n'.repeat(80_000)],
])('survives %s', (_, text) => {
  expect(problemsWith(text)).toEqual([]);
});
