import { expect, test } from '@jest/globals';
import { loadRunnerConfig } from '../testing/load-runner-config.ts';

const required = { CONTROL_PLANE_URL: 'http://127.0.0.1:8080', WORKER_TOKEN: 'w'.repeat(32) };
const load = (settings: Record<string, string>) =>
  loadRunnerConfig({ ...required, ...settings }).scripts;

test('sandboxes scripts by default', () => {
  expect(load({})).toEqual({
    sandbox: { memoryMb: 512, cpuSeconds: 60, seconds: 300, isUnsandboxedAllowed: false },
    powershell: { cpuSeconds: 60, seconds: 300, powershellPath: undefined, isUnsandboxed: false },
  });
});

test('reads every setting of scripts', () => {
  const scripts = load({
    SCRIPT_SANDBOX: 'unsandboxed-allowed',
    SCRIPT_MEMORY_MB: '128',
    SCRIPT_CPU_SECONDS: '2',
    SCRIPT_SECONDS: '3',
    POWERSHELL_PATH: '/usr/bin/pwsh',
    POWERSHELL_SANDBOX: 'false',
  });
  expect(scripts).toEqual({
    sandbox: { memoryMb: 128, cpuSeconds: 2, seconds: 3, isUnsandboxedAllowed: true },
    powershell: {
      cpuSeconds: 2,
      seconds: 3,
      powershellPath: '/usr/bin/pwsh',
      isUnsandboxed: true,
    },
  });
});

test.each([
  [{ SCRIPT_SANDBOX: 'off' }, /SCRIPT_SANDBOX/],
  [{ SCRIPT_MEMORY_MB: '1' }, /SCRIPT_MEMORY_MB/],
  [{ POWERSHELL_PATH: 'pwsh' }, /Write an absolute path/],
])('refuses %j', (settings, message) => {
  expect(() => load(settings as Record<string, string>)).toThrow(message);
});
