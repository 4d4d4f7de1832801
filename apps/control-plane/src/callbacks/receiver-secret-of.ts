import type { ErrandSchemas } from '@errand/api-types';
import type { ReceiverSecret } from './delivery-store.ts';

/** The credentials of a receiver; the document allows only one kind of them. */
export function receiverSecretOf({
  api_key,
  username,
  password,
}: ErrandSchemas['CallbackTarget']): ReceiverSecret | null {
  if (api_key !== undefined) return { api_key };
  const hasLogin = username !== undefined && password !== undefined;
  return hasLogin ? { username, password } : null;
}
