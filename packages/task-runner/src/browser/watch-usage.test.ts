import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchUsage } from './watch-usage.ts';

test('checks a session that contains a path too long to read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-usage-test-'));
  using _directory = { [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
  const name = 'd'.repeat(250);
  const nest = `for i in $(seq 20); do mkdir ${name} && cd ${name} || exit 1; done`;
  execFileSync('bash', ['-c', nest], { cwd: directory });
  const exceeded = Promise.withResolvers<Error>();
  // Memory is checked after the disk.
  const limits = { diskBytes: 1024 ** 3, memoryBytes: 1 };
  await using _watch = watchUsage({ directory, group: ownGroup(), limits }, exceeded.resolve);
  expect((await exceeded.promise).message).toContain('SESSION_MEMORY_MIB');
});

function ownGroup(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1);
  return Number(fields?.split(' ')[2]);
}
