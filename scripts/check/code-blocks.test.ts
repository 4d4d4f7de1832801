import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import {
  lintAutomation,
  parseAutomation,
} from '../../packages/automation-engine/src/document/index.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Generated; its examples have their own test. */
const GENERATED = ['apps/docs/actions.md'];
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/docs/*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const blocks = pages
  .trim()
  .split('\n')
  .filter((page) => !GENERATED.includes(page))
  .flatMap(readBlocks);
const paths = globSync('openapi/*.yaml', { cwd: ROOT }).flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ {2}(\/\S+):$/gm)].map(
    ([, path = '']) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  ),
);

interface Block {
  readonly place: string;
  readonly kind: string;
  readonly text: string;
}

/** Public API calls that no test runs, with what they would need. */
const NOT_RUN: readonly RegExp[] = [/npm run local-inference/];

/**
 * Finds faults in a block of each kind. A `run` block is also executed: automations by the engine's
 * tests, scripts of pages by those of the control plane, and programs by those of
 * scripts/documentation, after the `prelude` of their page.
 */
const checks: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  'sh run': findUnknownPaths,
  'sh prelude': findUnknownPaths,
  'sh operator': findUnknownPaths,
  'python run': findUnknownPaths,
  sh: (text) => [
    ...findUnknownPaths(text),
    ...(callsApi(text) ? ['It calls the API, so mark it as "sh run".'] : []),
  ],
  text: () => [],
  json: (text) => [JSON.parse(text)].filter((value) => value === null),
  'json run': (text) => findFaults(JSON.parse(text)),
  'json output': (text) => [JSON.parse(text)].filter((value) => value === null),
  'json nodes': (text) => findFaults(automationWith(JSON.parse(text))),
  'js run': (text) => [...findUnknownPaths(text), ...findSyntaxErrors(text)],
};

test('every code block in the documentation has a known kind and no faults', () => {
  expect(blocks.length).toBeGreaterThan(60);
  const faults = blocks.flatMap(({ place, kind, text }) => {
    const check = Object.hasOwn(checks, kind) ? checks[kind] : undefined;
    if (!check) return [`${place}: "${kind}" is none of ${Object.keys(checks).join(', ')}`];
    try {
      return check(text).map((fault) => `${place}: ${JSON.stringify(fault)}`);
    } catch (error) {
      return [`${place}: ${String(error)}`];
    }
  });
  expect(faults).toEqual([]);
});

test('detects a faulty block', () => {
  expect(findUnknownPaths('curl http://127.0.0.1:8080/api/v1/tasks/<TASK_ID>/queue')).toEqual([]);
  expect(findUnknownPaths('curl http://127.0.0.1:8080/api/v1/taskz')).toEqual(['/api/v1/taskz']);
  expect(checks['sh']?.('curl http://127.0.0.1:8080/api/v1/tasks')).toHaveLength(1);
  expect(findSyntaxErrors('await fetch(')).toHaveLength(1);
  expect(() => findFaults(automationWith([{ sleep_action: {} }]))).toThrow(/sleep_time/);
});

function readBlocks(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^ *```([^\n]*)\n([^]*?)^ *```$/gm)].map((match) => {
    const [, kind = '', code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return { place: `${page}:${line}`, kind, text: code };
  });
}

function callsApi(text: string): boolean {
  return /(?::8080\/api\/v1|\$API)\//.test(text) && !NOT_RUN.some((pattern) => pattern.test(text));
}

function findUnknownPaths(text: string): string[] {
  const full = text.replaceAll('$API/', '/api/v1/');
  const named = [...full.matchAll(/\/api\/v1(?:\/[\w<>$-]+)+/g)].map(([path]) => path);
  return named.filter((path) => !paths.some((known) => known.test(path)));
}

function findSyntaxErrors(text: string): string[] {
  try {
    // Compiled, never run.
    return [new Script(`async () => {${text}\n}`)].slice(1).map(String);
  } catch (error) {
    return [String(error)];
  }
}

/** Nodes of an example stand alone, so their inputs need values. */
function automationWith(nodes: unknown): unknown {
  const parameters = { input_parameters: { order_number: ['1'] }, generated_parameters: {} };
  return { url: 'https://portal.example', parameters, nodes };
}

function findFaults(automation: unknown): readonly unknown[] {
  // The password of the sample site is public.
  return lintAutomation(parseAutomation(automation)).filter(
    ({ rule }) => rule !== 'secret-as-input',
  );
}
