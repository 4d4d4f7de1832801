import { afterAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';
import { TOOLS } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-generators-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (text: string) => ({
  name: 'own',
  packages: {},
  files: {
    'run.mjs': `import fs from 'node:fs'; fs.writeFileSync('out/own.ts', ${JSON.stringify(text)});`,
  },
  run: ['run.mjs'] as const,
  output: 'out/own.ts',
});

test('accepts what compiles, and returns the output of a failing tool or compiler', async () => {
  expect(await runTool(write('export const a: number = 7;'), folder)).not.toHaveProperty('problem');
  const { problem } = await runTool(write('export const a = (b) => b;'), folder);
  expect(problem).toMatch(/out\/own\.ts.*implicitly has an 'any' type/);
  const failing = { ...write(''), files: { 'run.mjs': `console.error('no'); process.exit(3);` } };
  expect((await runTool(failing, folder)).problem).toBe('no');
  expect((await runTool({ ...write(''), output: 'out/none.ts' }, folder)).problem).toMatch(
    /no out\/none/,
  );
});

test('installs exact versions only', () => {
  const versions = TOOLS.flatMap(({ packages }) => Object.values(packages));
  expect(versions.length).toBeGreaterThanOrEqual(TOOLS.length);
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
