import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecretProviders, Secret } from '../index.ts';

/** Stands for a host that only the control plane can reach. */
let internal: Server;
let address: string;
const requests: string[] = [];
beforeAll(async () => {
  internal = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(internal.address() as AddressInfo).port}`;
});
afterAll(() => {
  internal.closeAllConnections();
  internal.close();
});

/** A token that the SDK can read. */
function tokenFor(signInAddress: string): string {
  const key = { alg: 'A256GCM', ext: true, k: 'a'.repeat(43), key_ops: ['encrypt'], kty: 'oct' };
  const content = {
    signInAddress,
    userAuth: {
      method: 'SRPg-4096',
      alg: 'PBES2g-HS256',
      iterations: 650_000,
      salt: 'a'.repeat(22),
    },
    email: 'robot@1passwordserviceaccounts.com',
    srpX: 'a'.repeat(64),
    muk: { ...key, kid: 'mp' },
    secretKey: 'A3-C4ZJMN-PQTZTL-HGL84-G64M7-KVZRN-4ZVP6',
    throttleSecret: { seed: 'a'.repeat(64), uuid: 'A'.repeat(26) },
    deviceUuid: 'a'.repeat(26),
  };
  return `ops_${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
}

function resolveWith(token: string): Promise<unknown> {
  const onepassword = { kind: 'service-account', token: new Secret('token', token) } as const;
  return createSecretProviders({ timeoutMs: 10_000 }).resolve(
    { kind: 'onepassword', vaultName: 'Suppliers', itemName: 'Portal', fieldName: 'password' },
    { name: 'password[0]', credentials: { onepassword }, signal: new AbortController().signal },
  );
}

test.each(['http://HOST', 'http://HOST/latest?', 'http://HOST/#.1password.com', 'http://x@HOST'])(
  'sends nothing to the address %s of a token, which is not an address of 1Password',
  async (written) => {
    const refused = resolveWith(tokenFor(written.replace('HOST', address)));
    const [{ reason }] = (await Promise.allSettled([refused])) as [PromiseRejectedResult];

    expect(requests).toEqual([]);
    expect(String(reason)).toContain('the address in the token is not one of 1Password');
  },
);
