import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { linesOf, runInProcess } from '../testing/run-in-process.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'errand-import-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Writes a file with these lines and returns its path. */
function write(name: string, ...lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}

const script = (...lines: readonly string[]) => [
  "import { test } from '@playwright/test';",
  "test('Order status', async ({ page }) => {",
  "await page.goto('https://portal.example/');",
  ...lines,
  '});',
];

test('writes recordings, and shows what became of every step', async () => {
  const path = write('a.spec.ts', ...script("await page.getByLabel('Password').fill('hunter22');"));
  const out = join(directory, 'recordings');
  const ran = await runInProcess(['import', path, path, '--out', out]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toContain('as order-status: 2 mapped, 0 approximated, 0 skipped');
  expect(ran.stdout).toMatch(/^4 +mapped +await page\.getByLabel\('Password'\)\.fill\(…\)$/m);
  const file = JSON.parse(readFileSync(join(out, 'order-status.json'), 'utf8')) as object;
  expect(file).toMatchObject({
    endpoint_name: 'order-status',
    automation: {
      url: 'https://portal.example/',
      parameters: { secure_parameters: { password: [] } },
    },
  });
  expect(readFileSync(join(out, 'order-status-2.json'), 'utf8')).not.toContain('hunter22');
});

test('writes no file at all if one of them exists', async () => {
  const path = write('twice.spec.ts', ...script());
  const out = join(directory, 'kept');
  expect((await runInProcess(['import', path, '--out', out])).exitCode).toBe(0);
  const first = join(out, 'order-status.json');
  writeFileSync(first, 'edited by hand');
  const again = await runInProcess(['import', path, path, '--out', out]);
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(
      `"${first}" exists. Give another directory with --out, or remove it.`,
    ),
  });
  expect(readFileSync(first, 'utf8')).toBe('edited by hand');
  expect(existsSync(join(out, 'order-status-2.json'))).toBe(false);
});

test('exits with 3 if a step is left out, and says that nothing is kept', async () => {
  const path = write('b.spec.ts', ...script('await helper(page);'));
  const ran = await runInProcess(['import', path, '--json']);
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr).toContain('Nothing is kept');
  const [line] = linesOf(ran.stdout);
  expect(line).toMatchObject({
    kind: 'playwright-typescript',
    report: [{ outcome: 'mapped' }, { outcome: 'skipped', line: 4 }],
  });
});

test('exits with 1 for a file of an unknown kind, after importing the others', async () => {
  const good = write('c.spec.ts', ...script());
  const bad = write('notes.txt', 'Buy milk.');
  const ran = await runInProcess(['import', bad, good]);
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain('notes.txt: It is not a file of the DevTools Recorder');
  expect(ran.stdout).toContain('1 mapped');
});

test.each<[string, readonly string[]]>([
  ['--base-version has no effect without --push.', ['--base-version', '1']],
  ['Give either --base-version or --replace.', ['--push', '--replace', '--base-version', '1']],
  ['this imports 2', ['--push', '--base-version', '1']],
])('refuses options that do not fit: %s', async (message, options) => {
  const path = write('fit.spec.ts', ...script());
  const ran = await runInProcess(['import', path, path, ...options]);
  expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
});

test('writes a file as a script of another tool', async () => {
  const automation = {
    url: 'https://portal.example/',
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes: [{ interaction_action: { click_element: { command: 'get_by_text("Go")' } } }],
  };
  const path = write('d.json', JSON.stringify({ endpoint_name: 'go', automation }));
  const python = await runInProcess(['export', path, '--as', 'playwright-python']);
  expect(python).toMatchObject({ exitCode: 0, stderr: '' });
  expect(python.stdout).toContain('    page.get_by_text("Go").click()\n');
  const out = join(directory, 'flow.json');
  const replay = await runInProcess(['export', path, '--as', 'puppeteer-replay', '--out', out]);
  expect(replay.exitCode).toBe(0);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
    title: 'go',
    steps: expect.arrayContaining([
      expect.objectContaining({ type: 'navigate', url: automation.url }),
      expect.objectContaining({ type: 'click' }),
    ]),
  });
  const again = await runInProcess(['export', path, '--as', 'puppeteer-replay', '--out', out]);
  expect(again).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`"${out}" exists. Give another file with --out, or remove it.`),
  });
});

test('names what an export leaves out, and the faults of its file', async () => {
  const automation = {
    url: 'https://portal.example/',
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes: [{ interaction_action: { click_element: { prompt_instructions: 'the red one' } } }],
  };
  const path = write('e.json', JSON.stringify(automation));
  const ran = await runInProcess(['export', path, '--as', 'playwright-python']);
  expect(ran.exitCode).toBe(3);
  expect(ran.stderr).toMatch(/nodes\[0\] +skipped +click_element/);
  const broken = write('f.json', '{"automation": {"nodes": 1}}');
  const refused = await runInProcess(['export', broken, '--as', 'puppeteer-replay']);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('The automation is not valid.');
  expect((await runInProcess(['export', path])).exitCode).toBe(2);
});
