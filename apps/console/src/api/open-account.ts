import { createErrand, dataOf, type Errand, ErrandError } from '@errand/client';
import type { SignedIn } from './errand-context.ts';
import { createOneAccountFetch } from './one-account-fetch.ts';
import { announceChange } from './session-changes.ts';
import { forgetKey, forgetSession, keepKey, mayHaveSession, readKey } from './session.ts';

/** Commands of debug sessions respond within 120 seconds. */
const REQUEST_TIMEOUT_MS = 130_000;

/** How this tab is signed in. */
export type Account = Omit<SignedIn, 'isEntered' | 'signOut' | 'leave'>;

/**
 * Signs in with a key and keeps it in the tab, or, if `isRemembered`, exchanges it for a cookie
 * that scripts cannot read. Throws ErrandError with 401 if the key is not valid.
 */
export async function signIn(apiKey: string, isRemembered: boolean): Promise<Account> {
  const errand = connect(apiKey);
  if (!isRemembered) {
    const account = await readAccount(errand, 'key');
    keepKey(apiKey);
    return account;
  }
  await dataOf(errand.api.POST('/api/v1/session'));
  forgetKey();
  announceChange('replaced');
  return readAccount(connect(null), 'cookie');
}

/**
 * The account of this tab's key, or else of the browser's cookie; undefined without either. Throws
 * ErrandError with 401 if the key is no longer valid or the session has ended.
 */
export async function restoreAccount(): Promise<Account | undefined> {
  const apiKey = readKey();
  if (apiKey !== null) return readAccount(connect(apiKey), 'key');
  if (!mayHaveSession()) return undefined;
  try {
    return await readAccount(connect(null), 'cookie');
  } catch (error) {
    if (isSignedOut(error)) forgetSession();
    throw error;
  }
}

/**
 * Forgets the tab's key and ends the browser's session, which other tabs share. Throws ErrandError
 * if the session may still be valid.
 */
export async function endAccount({ errand, by }: Account): Promise<void> {
  forgetKey();
  if (by === 'key') return;
  try {
    await dataOf(errand.api.DELETE('/api/v1/session'));
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    forgetSession();
  }
  announceChange('ended');
}

export const isSignedOut = (error: unknown): error is ErrandError =>
  error instanceof ErrandError && error.status === 401;

const connect = (apiKey: string | null): Errand =>
  createErrand({
    baseUrl: location.origin,
    apiKey,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    ...(apiKey === null && {
      fetch: createOneAccountFetch((input, init) => fetch(input, init)),
    }),
  });

async function readAccount(errand: Errand, by: Account['by']): Promise<Account> {
  return { errand, by, me: await dataOf(errand.api.GET('/api/v1/me')) };
}
