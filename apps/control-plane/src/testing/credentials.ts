import type { ContractOperation } from '../contract/read-operations.ts';
import { adminToken, workerToken } from './start-test-app.ts';

/** Headers that open an operation; those of clients with this key. */
export function credentialsFor(
  { document }: Pick<ContractOperation, 'document'>,
  apiKey: string,
): Record<string, string> {
  if (document === 'errand') return { 'x-api-key': apiKey };
  return { authorization: `Bearer ${document === 'worker' ? workerToken : adminToken}` };
}
