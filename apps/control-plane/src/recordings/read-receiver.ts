import type { ErrandSchemas } from '@errand/api-types';
import { refuseCallbackUrl } from '../callbacks/refuse-callback-url.ts';
import type { Receiver } from './recording.ts';

/** The receiver in a request's body. Throws InvalidRequestError for an address with credentials. */
export function readReceiver(target: ErrandSchemas['CallbackTarget']): Receiver {
  const { url, api_key: apiKey, username, password } = target;
  refuseCallbackUrl(url, ['body', 'callback_url', 'url']);
  if (apiKey !== undefined) return { url, secret: { api_key: apiKey } };
  if (username === undefined || password === undefined) return { url, secret: null };
  return { url, secret: { username, password } };
}
