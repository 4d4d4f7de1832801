// Runs every check that must pass before a change lands. The last line is `N passed, M failed`.
// usage: main.ts PART... [--keep-seconds] [--minutes N], where PART is
//   static  types, lint, format, dead code, generated files, documents
//   tests   the tests that run after every change
//   system  the tests of SYSTEM_TESTS
// --minutes N: no test file starts later, and each one that did not start is named NOT RUN.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepFileSeconds } from '@errand/test-kit/file-seconds';
import { installS3Server } from '@errand/test-kit/s3-server';
import { ensureCommands } from '../system/ensure-commands.ts';
import { describeSystem } from './describe-system.ts';
import { runBeside } from './run-beside.ts';
import type { Step } from './run-step.ts';
import { runTests } from './run-tests.ts';
import { selectTests } from './select-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const PARTS = ['static', 'tests', 'system'] as const;

/**
 * Passing locator cases, out of 340 recorded ones. Must not fall; the others depend on state that
 * is not in their HTML.
 */
const LOCATOR_CASES_THAT_AGREE = 317;

/** Each step counts as one test. The steps are independent, so all run even if one fails. */
const steps: readonly Step[] = [
  // Several checkers would each infer the same types again while the tests need the cores.
  { name: 'types', command: ['tsc', '-p', '.', '--checkers', '1'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'imports between folders', command: ['node', 'scripts/imports/main.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'dead code', command: ['knip', '--no-progress', '--no-config-hints'] },
  {
    name: 'workspace',
    // pnpm's version is in bootstrap.mjs. The root has the dependencies that `npm start` itself
    // needs.
    command: ['sherif', '-r', 'root-package-manager-field', '-r', 'root-package-dependencies'],
  },
  { name: 'generated files', command: ['node', 'scripts/generate/main.ts', '--check'] },
  { name: 'alert rules', command: ['promtool', 'check', 'rules', 'infra/prometheus/rules.yaml'] },
  {
    name: 'alerts',
    command: ['promtool', 'test', 'rules', 'infra/prometheus/rules.test.yaml'],
  },
  { name: 'api documents', command: ['redocly', 'lint', '--config', 'redocly.yaml'] },
  ...locatorConformance(process.env['LOCATOR_CASES']),
];

const { chosen, keepsSeconds, minutes } = readArguments(process.argv.slice(2));
const lanes = chosen.filter((part) => part !== 'static');
ensureCommands('test', say);
await installS3Server();
// Shows differences when a test fails only on some machines.
for (const line of await describeSystem()) say(`with   ${line}`);
let passed = 0;
let failed = 0;
await Promise.all([chosen.includes('static') && checkStatically(), lanes.length > 0 && test()]);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function checkStatically(): Promise<void> {
  const good = await runBeside(steps, root);
  passed += good;
  failed += steps.length - good;
}

async function test(): Promise<void> {
  const tests = await runTests(root, { selection: selectTests(lanes, root), minutes });
  if (keepsSeconds) keepFileSeconds(tests.files);
  passed += tests.passed;
  failed += tests.failed;
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      'keep-seconds': { type: 'boolean', default: false },
      minutes: { type: 'string' },
    },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined || positionals.length === 0) {
    throw new Error(
      `There is no part "${unknown ?? ''}": name one or more of ${PARTS.join(', ')}.`,
    );
  }
  return {
    chosen: PARTS.filter((part) => positionals.includes(part)),
    keepsSeconds: values['keep-seconds'],
    minutes: values.minutes === undefined ? undefined : readMinutes(values.minutes),
  };
}

function readMinutes(given: string): number {
  const number = Number(given);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`--minutes is "${given}": give a number above 0.`);
}

/** `LOCATOR_CASES` names a file of recorded cases; it is not part of the repository. */
function locatorConformance(file: string | undefined): Step[] {
  if (file === undefined || file === '') return [];
  const runner = 'packages/locators/src/conformance/main.ts';
  const command = [
    'node',
    runner,
    resolve(file),
    '--at-least',
    `${LOCATOR_CASES_THAT_AGREE}`,
  ] as const;
  return [{ name: 'locator conformance', command }];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
