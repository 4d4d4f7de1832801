import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installStandInPwsh } from '../testing/stand-in-pwsh.ts';
import { watchProcesses } from '../testing/watch-processes.ts';
import { createPowershell, type PowershellOptions } from './powershell.ts';

let pwsh: Awaited<ReturnType<typeof installStandInPwsh>>;
beforeAll(async () => {
  pwsh = await installStandInPwsh();
});
afterAll(() => pwsh[Symbol.asyncDispose]());

async function run(
  commands: readonly string[],
  options: Partial<PowershellOptions> = {},
  signal = new AbortController().signal,
) {
  const lines: string[] = [];
  const powershell = createPowershell({ powershellPath: pwsh.path, ...options });
  await using session = await powershell.open();
  const onPrint = (line: string) => lines.push(line);
  const [result] = await Promise.allSettled([session.run(commands, { onPrint, signal })]);
  return { lines, error: result.status === 'rejected' ? (result.reason as unknown) : undefined };
}

test('runs commands in one shell and returns what they print', async () => {
  const commands = ["$name = 'Ann'", 'Write-Output "hello $name"', "Write-Output 'bye'"];
  expect(await run(commands)).toEqual({ lines: ['hello Ann', 'bye'], error: undefined });
});

test('runs in the script sandbox by default', async () => {
  const [inside] = (await run(['Get-Location'])).lines;
  expect(inside).toMatch(/^\/tmp 65534 /);
  expect(inside).not.toContain('root');
  const [outside] = (await run(['Get-Location'], { isUnsandboxed: true })).lines;
  expect(outside).toContain(`${process.getuid?.()}`);
  expect(outside).toContain('root');
});

test('stops at the first command that fails', async () => {
  const { lines, error } = await run(['Write-Output 1', 'Get-Nothing', 'Write-Output 2']);
  expect(lines).toEqual(['1', 'The term Get-Nothing is not recognized']);
  expect(error).toMatchObject({
    code: 'script_error',
    message: expect.stringContaining('"Get-Nothing" failed'),
  });
});

test('fails when a command ends the shell', async () => {
  const { error } = await run(['exit', 'Write-Output 2']);
  expect(error).toMatchObject({ code: 'script_error', message: expect.stringContaining('ended') });
});

test('ends a command that takes too long, and leaves nothing behind', async () => {
  const listNew = watchProcesses();
  const { error } = await run(['Start-Sleep 60'], { seconds: 1 });
  expect(error).toMatchObject({ code: 'script_timeout' });
  const stop = new AbortController();
  const running = run(['Start-Sleep 60'], {}, stop.signal);
  stop.abort(new Error('stopped'));
  expect((await running).error).toMatchObject({ message: 'stopped' });
  expect(listNew()).toEqual([]);
});

test.each([
  [undefined, /it has none\. Set POWERSHELL_PATH/],
  ['/nowhere/pwsh', /no such file/],
])('reports a missing pwsh: %j', async (powershellPath, message) => {
  await expect(run(['x'], { powershellPath })).rejects.toMatchObject({
    code: 'powershell_unavailable',
    message: expect.stringMatching(message),
    retry: 'never',
  });
});
