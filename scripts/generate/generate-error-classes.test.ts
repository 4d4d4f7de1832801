import { afterEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateErrorClasses } from './generate-error-classes.ts';

const root = join(import.meta.dirname, '../..');
const DOOR = `
/** The door is locked. */
export class DoorLockedError extends CodedError {
  readonly code = 'door_locked';
}
`;
/** Classes reported without a thrown error, and the class of DOOR. */
const CLASSES = [
  'aborted',
  'door_locked',
  'internal',
  'interrupted',
  'lease_lost',
  'unexpected_error',
];
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A repository with one error class and these explanations. */
function repositoryWith(explained: readonly string[], wayOut = '\n  way_out: Wait.'): string {
  const folder = mkdtempSync(join(tmpdir(), 'errand-error-classes-'));
  folders.push(folder);
  for (const inner of ['openapi', 'packages/door/src']) {
    mkdirSync(join(folder, inner), { recursive: true });
  }
  writeFileSync(join(folder, 'packages/door/src/door-errors.ts'), DOOR);
  const texts = explained.map((code) => `${code}:\n  meaning: It happened.${wayOut}\n`);
  writeFileSync(join(folder, 'openapi/error-classes.yaml'), texts.join(''));
  return folder;
}

test('describes the meaning, the remedy and the retry of each class', () => {
  const { content } = generateErrorClasses(root);
  expect(content).toContain(
    '| `locator_not_found` | No element matched the locator in time. | Check the locator against the page in the evidence, or raise `max_tries`. | automation |',
  );
  expect(content).toMatch(/\| `browser_crashed` \|.*\| infrastructure \|/);
  expect(content).toMatch(/\| `timeout` \|.*\| (automation or never|never or automation) \|/);
});

test('explains exactly the existing classes', () => {
  const { content } = generateErrorClasses(repositoryWith(CLASSES));
  expect(content).toContain('| `door_locked` | It happened. | Wait. | automation |');
});

test('refuses an error class without an explanation', () => {
  const others = CLASSES.filter((code) => code !== 'door_locked');
  expect(() => generateErrorClasses(repositoryWith(others))).toThrow(
    'openapi/error-classes.yaml does not explain door_locked: add a meaning and a way out.',
  );
});

test('refuses an explanation of a class without an error', () => {
  const repository = repositoryWith([...CLASSES, 'weather']);
  expect(() => generateErrorClasses(repository)).toThrow(/explains weather, which no error has/);
});

test('refuses an explanation without a remedy', () => {
  expect(() => generateErrorClasses(repositoryWith(CLASSES, ''))).toThrow(/way_out/);
});
