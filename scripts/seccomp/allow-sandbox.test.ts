import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { allowSandbox, profileSchema } from './allow-sandbox.ts';

const shipped = profileSchema.parse(
  JSON.parse(readFileSync(new URL('../../infra/seccomp/chromium.json', import.meta.url), 'utf8')),
);

test("moves the sandbox's calls to a rule without conditions", () => {
  const { syscalls } = allowSandbox({
    defaultAction: 'SCMP_ACT_ERRNO',
    syscalls: [
      { names: ['read', 'clone'], action: 'SCMP_ACT_ALLOW' },
      { names: ['chroot'], action: 'SCMP_ACT_ALLOW', includes: { caps: ['CAP_SYS_CHROOT'] } },
      { names: ['setns', 'mount'], action: 'SCMP_ACT_ERRNO', errnoRet: 1 },
    ],
  });
  expect(syscalls).toMatchObject([
    { names: ['chroot', 'clone', 'unshare', 'setns'], action: 'SCMP_ACT_ALLOW', includes: {} },
    { names: ['read'], action: 'SCMP_ACT_ALLOW' },
    { names: ['mount'], action: 'SCMP_ACT_ERRNO', errnoRet: 1 },
  ]);
});

test('the shipped profile allows the sandbox and refuses calls it does not name', () => {
  expect(shipped.defaultAction).toBe('SCMP_ACT_ERRNO');
  expect(allowSandbox(shipped)).toEqual(shipped);
});

test.each(['bpf', 'init_module', 'kexec_load', 'open_by_handle_at', 'perf_event_open', 'iopl'])(
  'the shipped profile allows %s to privileged containers only',
  (name) => {
    const allowing = shipped.syscalls.filter(
      (rule) => rule.action === 'SCMP_ACT_ALLOW' && rule.names.includes(name),
    );
    for (const rule of allowing) {
      expect(rule).toMatchObject({ includes: { caps: [expect.any(String)] } });
    }
    expect(shipped.syscalls.some(({ names }) => names.includes(name))).toBe(true);
  },
);
