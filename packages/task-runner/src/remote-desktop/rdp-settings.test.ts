import { expect, test } from '@jest/globals';
import { loadRunnerConfig } from '../testing/load-runner-config.ts';

const required = { CONTROL_PLANE_URL: 'http://127.0.0.1:8080', WORKER_TOKEN: 'w'.repeat(32) };
const load = (settings: Record<string, string>) =>
  loadRunnerConfig({ ...required, ...settings }).rdp;
const fingerprint = Array.from({ length: 32 }, () => 'a0').join(':');

test('trusts no certificate by default, and restricts hosts only by the usual egress rules', () => {
  expect(load({})).toEqual({
    certificates: 'verify',
    authorityFile: undefined,
    fingerprints: [],
    allowedHosts: undefined,
    loginMs: 60_000,
  });
});

test('reads every setting of remote desktops', async () => {
  const { allowedHosts, ...others } = load({
    RDP_CERTIFICATES: 'ignore',
    RDP_CA_FILE: '/etc/errand/authority.pem',
    RDP_FINGERPRINTS: `${fingerprint.toUpperCase()}, `,
    RDP_ALLOWED_HOSTS: '10.1.0.0/16,10.2.0.7',
    RDP_LOGIN_SECONDS: '20',
  });
  expect(others).toEqual({
    certificates: 'ignore',
    authorityFile: '/etc/errand/authority.pem',
    fingerprints: [fingerprint],
    loginMs: 20_000,
  });
  expect(await allowedHosts?.resolve('10.1.2.3')).toEqual([{ address: '10.1.2.3', family: 4 }]);
  await expect(allowedHosts?.resolve('8.8.8.8')).rejects.toThrow('egress rule "address"');
});

test.each([
  [{ RDP_CERTIFICATES: 'tofu' }, /RDP_CERTIFICATES/],
  [{ RDP_CA_FILE: 'authority.pem' }, /RDP_CA_FILE: Write an absolute path/],
  [{ RDP_FINGERPRINTS: 'a0:b1' }, /RDP_FINGERPRINTS: "a0:b1" is not a SHA-256 fingerprint/],
  [{ RDP_ALLOWED_HOSTS: 'desk.intern, de sk' }, /RDP_ALLOWED_HOSTS: "de sk" is not a host name/],
  [{ RDP_LOGIN_SECONDS: '1' }, /RDP_LOGIN_SECONDS/],
])('refuses %j', (settings, message) => {
  expect(() => load(settings as Record<string, string>)).toThrow(message);
});
