import { expect, test } from '@jest/globals';
import { sampleRecordings } from '@errand/sample-site';
import { exampleAutomations } from '../test/example-automations.ts';
import { fullAutomation } from '../test/full-automation.ts';
import { cpuMsSince, extract, warningsOf, withNodes } from '../test/lint-cases.ts';
import { fill } from '../test/wire-nodes.ts';
import { lintAutomation, parseAutomation } from './index.ts';

const demoPassword = 'secret-as-input parameters.input_parameters.password';

test('reports only the demo password of the recordings of the sample site', () => {
  const found = sampleRecordings('http://127.0.0.1').map(({ automation }) =>
    warningsOf(automation),
  );
  expect(found).toEqual([[demoPassword], [demoPassword], [demoPassword]]);
});

test.each([
  'pdfDownload',
  'stockQuote',
  'travelLookup',
  'storageCapture',
  'authorisations',
  'login',
])('reports at most a demo password for the example %s', (name) => {
  const warnings = warningsOf(exampleAutomations[name] ?? {});
  expect(warnings.filter((warning) => warning !== demoPassword)).toEqual([]);
});

test('checks post-processing nodes too', () => {
  const more = { post_processing_nodes: [fill('locator("input")', '{nmae[0]}')] };
  expect(warningsOf(withNodes([], more))).toEqual([
    'unknown-name post_processing_nodes.0.interaction_action.input_text.input_text',
  ]);
});

test('stops at a hundred warnings and stays fast on a large automation', () => {
  const automation = withNodes(
    Array.from({ length: 10_000 }, (_, index) => fill('locator("input")', `{a${index}[0]}`)),
  );
  const parsed = parseAutomation(automation);
  const before = process.cpuUsage();
  expect(lintAutomation(parsed)).toHaveLength(100);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});

test('accepts an automation that has every field of every node', () => {
  expect(() => warningsOf(fullAutomation)).not.toThrow();
});

test('stays fast on adversarial names', () => {
  const placeholders = Array.from({ length: 40 }, (_, index) => `{a${index}}`).join('a');
  const nodes = [
    extract(`${placeholders}!`),
    fill('locator("input")', `{${'a'.repeat(60)}[0]}`.repeat(20_000)),
  ];
  const before = process.cpuUsage();
  expect(warningsOf(withNodes(nodes))).toHaveLength(1);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});
