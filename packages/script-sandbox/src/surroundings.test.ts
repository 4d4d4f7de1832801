import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { runSurrounded } from './testing/run-surrounded.ts';
import type { Surrounding } from './testing/surroundings.ts';

const TABLE_DEADLINE_MS = 180_000;
/** Attacks through the script's own `/proc`, which is empty there. */
const NEED_PROC = ['writing to a process without a filter', 'descriptors of the worker'];
const isRoot = process.getuid?.() === 0;
const source = (name: string) => JSON.stringify(join(import.meta.dirname, name));

test.each<[Surrounding, string[]]>([
  ['host-name-fixed', ['--hostname']],
  ['masked-proc', ['--proc', '--disable-userns']],
  ['container', ['--hostname', '--proc', '--disable-userns']],
])('leaves out only what %s does not permit: %j', async (surrounding, options) => {
  const support = await probeIn(surrounding);
  expect(support.problem).toBeUndefined();
  expect(support.leftOut?.map((sentence) => /bwrap (--[\w-]+)/.exec(sentence)?.[1])).toEqual(
    options,
  );
});

test('fails scripts with a specific error class where there are no user namespaces', async () => {
  expect(await probeIn('no-user-namespaces')).toMatchObject({
    problem: expect.stringMatching(/^bwrap: .*namespace/),
    leftOut: [],
  });
  const program = `
    import { createScriptSandbox } from ${source('create-script-sandbox.ts')};
    import { runScript } from ${source('testing/run-script.ts')};
    const run = runScript(createScriptSandbox(), 'async def code_fn(page): return 1');
    console.log(await run.catch(({ code, retry, message }) => JSON.stringify({ code, retry, message })));`;
  const { output } = await runSurrounded('no-user-namespaces', [
    '--input-type=module',
    '-e',
    program,
  ]);
  expect(JSON.parse(output)).toEqual({
    code: 'script_sandbox_unavailable',
    retry: 'never',
    message: expect.stringMatching(/no sandbox for scripts: bwrap: .*Install bubblewrap and allow/),
  });
});

test(
  'hostile scripts do no harm in a container, where the sandbox has the fewest parts',
  async () => {
    const table = join(import.meta.dirname, 'script-table/main.ts');
    const { output } = await runSurrounded('container', [table]);
    const unlike = output.split('\n').filter((line) => line.includes('**'));
    expect(unlike.map((line) => line.split(' | ', 2).join(': '))).toEqual([
      // The kernel does not count root's processes, so the memory limit ends it.
      ...(isRoot ? ['| fork bomb: **script_limit_exceeded** (expected denied)'] : []),
      ...NEED_PROC.map((name) => `| ${name}: **script_error** (expected denied)`),
    ]);
    expect(unlike.filter((line) => line.includes('FileNotFoundError'))).toHaveLength(
      NEED_PROC.length,
    );
    expect(output).toMatch(/, 0 connections to the host$/m);
  },
  TABLE_DEADLINE_MS,
);

async function probeIn(
  surrounding: Surrounding,
): Promise<{ readonly problem?: string; readonly leftOut?: readonly string[] }> {
  const program = `
    import { probeSandbox } from ${source('index.ts')};
    const { problem, leftOut } = await probeSandbox();
    console.log(JSON.stringify({ problem, leftOut }));`;
  const { output } = await runSurrounded(surrounding, ['--input-type=module', '-e', program]);
  return JSON.parse(output) as Awaited<ReturnType<typeof probeIn>>;
}
