import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);

/** Prints by how much the heap and the resident memory of a process shrink, in megabytes. */
const printMemory = (name: string, makeGarbage: string): string => `
  import { ${name} } from './free-memory.ts';
  ${makeGarbage}
  const before = process.memoryUsage();
  ${name}();
  const after = process.memoryUsage();
  const shrunk = [before.heapTotal - after.heapTotal, before.rss - after.rss];
  console.log(JSON.stringify(shrunk.map((bytes) => bytes / 1e6)));
`;

test('returns the memory of garbage to the system', async () => {
  const [heap, resident] = await shrinkAfter(
    'freeMemory',
    `
    let garbage = Array.from({ length: 600_000 }, (_, index) => ({ name: 'n' + index }));
    garbage = undefined;
  `,
  );
  expect(heap).toBeGreaterThan(20);
  expect(resident).toBeGreaterThan(10);
});

test.each(['freeMemory', 'trimMemory'])(
  '%s returns the memory that the C library keeps',
  async (name) => {
    // A buffer that stays above the others keeps the library from returning their memory itself.
    const [heap, resident] = await shrinkAfter(
      name,
      `
    const allocate = () => Array.from({ length: 1_000 }, () => Buffer.alloc(60_000, 1));
    let garbage = allocate();
    globalThis.kept = Buffer.alloc(60_000, 1);
    garbage = undefined;
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    process.getBuiltinModule('node:vm').runInNewContext('gc')();
    // A thread of V8 frees the buffers.
    const { setImmediate } = process.getBuiltinModule('node:timers/promises');
    while (process.memoryUsage().arrayBuffers > 10_000_000) await setImmediate();
  `,
    );
    expect(heap).toBeLessThan(20);
    expect(resident).toBeGreaterThan(30);
  },
);

async function shrinkAfter(name: string, makeGarbage: string): Promise<readonly number[]> {
  const args = ['--input-type=module', '-e', printMemory(name, makeGarbage)];
  const { stdout } = await run(process.execPath, args, { cwd: import.meta.dirname });
  return JSON.parse(stdout) as number[];
}
