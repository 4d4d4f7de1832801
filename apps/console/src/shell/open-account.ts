import { dataOf, type Errand } from '@errand/client';
import type { SignedIn } from '../api/errand-context.ts';

/** Checks the key. Throws ErrandError with 401 if it is not valid. */
export async function openAccount(errand: Errand): Promise<Pick<SignedIn, 'errand' | 'me'>> {
  return { errand, me: await dataOf(errand.api.GET('/api/v1/me')) };
}
