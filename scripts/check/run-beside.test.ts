import { expect, test } from '@jest/globals';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBeside } from './run-beside.ts';

test('prints the output of each step in one piece, and counts the successful steps', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-check-test-'));
  try {
    const file = join(directory, 'log');
    const log = openSync(file, 'w');
    const steps = [
      { name: 'good', command: ['sh', '-c', 'echo fine'] },
      { name: 'bad', command: ['sh', '-c', 'echo wrong >&2; exit 1'] },
    ] as const;
    const passed = await runBeside(steps, directory, log).finally(() => closeSync(log));
    expect(passed).toBe(1);
    expect(readFileSync(file, 'utf8')).toMatch(
      /^fine\nok {4} good \(\d+\.\d s\)\nwrong\nFAILED bad \(\d+\.\d s\)\n$/,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
