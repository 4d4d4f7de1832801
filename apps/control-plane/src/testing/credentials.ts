import { registrationTokenOf, workerId, workerToken } from './enrol-worker.ts';
import { adminToken, gatewayToken } from './start-test-app.ts';

/** Headers that authorise an operation; client operations use this key. */
export function credentialsFor(
  { path }: { readonly path: string },
  apiKey: string,
): Record<string, string> {
  const token = tokenFor(path);
  return token === undefined ? { 'x-api-key': apiKey } : { authorization: `Bearer ${token}` };
}

/** The token for paths that are not for clients. */
export function tokenFor(path: string): string | undefined {
  if (path === '/worker/v1/registrations') return workerToken;
  const [, holder = ''] = path.split('/');
  return tokens.get(holder);
}

const tokens = new Map([
  ['worker', registrationTokenOf(workerId)],
  ['gateway', gatewayToken],
  ['admin', adminToken],
]);
