import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPowershell } from '@errand/script-sandbox';
import { installStandInPwsh } from '@errand/script-sandbox/testing';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
let pwsh: Awaited<ReturnType<typeof installStandInPwsh>>;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser);
  pwsh = await installStandInPwsh();
});
afterAll(async () => {
  await pwsh[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const run = (nodes: readonly object[]) =>
  stage.run(
    '<p>x</p>',
    nodes.map((params) => ({ powershell_action: params, end_sleep_time: 0 })),
    {
      inputs: { who: [`O'Neil "$x" {who[0]}`] },
      dependencies: { powershell: createPowershell({ powershellPath: pwsh.path }) },
    },
  );

// proves field: powershell_action.commands
test('binds values of the task as literals', async () => {
  const commands = [
    'Write-Output {who[0]}',
    `Write-Output '{who[0]}'`,
    'Write-Output "hello {who[0]}"',
  ];
  const finished = await run([{ commands }]);
  expect(failureOf(finished)).toBe('success');
  const who = `O'Neil "$x" {who[0]}`;
  expect(finished.events[0]?.log).toEqual([who, who, `hello ${who}`]);
});

// proves field: powershell_action.exit_after_commands
test('leaves the shell open for the next step when requested', async () => {
  const set = { commands: ["$kept = 'yes'"] };
  const show = { commands: ['Write-Output "kept: $kept"'] };
  const open = await run([{ ...set, exit_after_commands: false }, show]);
  expect(open.events[1]?.log).toEqual(['kept: yes']);
  const closed = await run([set, show]);
  expect(closed.events[1]?.log).toEqual(['kept: ']);
});

test('keeps the result of a run whose open shell cannot be closed', async () => {
  const warnings: object[] = [];
  const node = { powershell_action: { commands: ['x'], exit_after_commands: false } };
  const logger = { warn: (message: string, fields?: object) => warnings.push({ message, fields }) };
  const dependencies = { powershell: { open: openStuckShell }, logger };
  const { result } = await stage.run('<p>x</p>', [node], { dependencies });
  expect(result.status).toBe('success');
  const fields = { error: 'The shell does not end.' };
  expect(warnings).toEqual([{ message: 'run not released', fields }]);
});

test('fails when a command fails', async () => {
  const finished = await run([{ commands: ['Get-Nothing'] }]);
  expect(failureOf(finished)).toMatch(/^script_error: The PowerShell command "Get-Nothing" failed/);
  expect(finished.events[0]?.log).toEqual(['The term Get-Nothing is not recognized']);
});

test('fails when the worker has no PowerShell', async () => {
  const node = { powershell_action: { commands: ['x'] } };
  const finished = await stage.run('<p>x</p>', [node]);
  expect(finished.result).toMatchObject({
    error: { class: 'powershell_unavailable', retry: 'never' },
  });
});

async function openStuckShell() {
  return {
    run: async () => undefined,
    async [Symbol.asyncDispose]() {
      throw new Error('The shell does not end.');
    },
  };
}
