import type { ContractOperation } from '../contract/read-operations.ts';
import { adminToken, gatewayToken, workerToken } from './start-test-app.ts';

/** Headers that open an operation; those of clients with this key. */
export function credentialsFor(
  { path }: Pick<ContractOperation, 'path'>,
  apiKey: string,
): Record<string, string> {
  const token = tokenFor(path);
  return token === undefined ? { 'x-api-key': apiKey } : { authorization: `Bearer ${token}` };
}

/** What opens the paths that are not for clients. */
export function tokenFor(path: string): string | undefined {
  const [, holder = ''] = path.split('/');
  return tokens.get(holder);
}

const tokens = new Map([
  ['worker', workerToken],
  ['gateway', gatewayToken],
  ['admin', adminToken],
]);
