// Everything that has to hold before a change lands. The last line is `N passed, M failed`.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepFileSeconds } from '@errand/test-kit/file-seconds';
import { installS3Server } from '@errand/test-kit/s3-server';
import { ensureCommands } from '../system/ensure-commands.ts';
import { describeSystem } from './describe-system.ts';
import { runStep, type Step } from './run-step.ts';
import { runTests } from './run-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Of the 340 recorded locator cases. May only rise: the others depend on state that is not in their HTML. */
const locatorCasesThatAgree = 317;

/** Keeps how long the test files took, for the order of later runs. */
const KEEP_SECONDS = '--keep-seconds';

/** Each counts as one; they are independent, so all run even when one fails. */
const steps: readonly Step[] = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'dead code', command: ['knip', '--no-progress', '--no-config-hints'] },
  {
    name: 'workspace',
    // pnpm's version lies in bootstrap.mjs; the root has what npm start needs without the other dependencies.
    command: ['sherif', '-r', 'root-package-manager-field', '-r', 'root-package-dependencies'],
  },
  { name: 'generated files', command: ['node', 'scripts/generate/main.ts', '--check'] },
  { name: 'api documents', command: ['redocly', 'lint', '--config', 'redocly.yaml'] },
  ...locatorConformance(process.env['LOCATOR_CASES']),
];

ensureCommands('test', say);
await installS3Server();
// A failure that only some machines have shows here what differs.
for (const line of await describeSystem()) say(`with   ${line}`);
let passed = 0;
let failed = 0;
for (const step of steps) count((await runStep(step, root)) ? 1 : 0, 1);
const tests = await runTests(root);
count(tests.passed, tests.passed + tests.failed);
if (process.argv.includes(KEEP_SECONDS)) keepFileSeconds(tests.files);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

/** `LOCATOR_CASES` names a file of recorded cases; it is not part of the repository. */
function locatorConformance(file: string | undefined): Step[] {
  if (file === undefined || file === '') return [];
  const runner = 'packages/locators/src/conformance/main.ts';
  const command = [
    'node',
    runner,
    resolve(file),
    '--at-least',
    `${locatorCasesThatAgree}`,
  ] as const;
  return [{ name: 'locator conformance', command }];
}

function count(good: number, all: number): void {
  passed += good;
  failed += all - good;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
