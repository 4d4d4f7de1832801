import { dataOf } from '@errand/client';
import { describeKey } from '../account/describe-key.ts';
import type { Check } from './finding.ts';

/** What the commands of this program need. */
const SCOPES = ['read', 'submit', 'author'] as const;

/** Checks whether the key is valid, and what it may not do. */
export const checkKey: Check = async (call, signal) => {
  const me = await dataOf(call.errand().api.GET('/api/v1/me', { signal }));
  const missing = SCOPES.filter((scope) => !me.key.scopes.includes(scope));
  const facts = describeKey(me);
  if (me.key.expires_soon) return { outcome: 'warning', detail: `${facts}: replace it soon` };
  if (missing.length === 0) return { outcome: 'ok', detail: facts };
  return { outcome: 'warning', detail: `${facts}: it lacks the scope ${missing.join(', ')}` };
};
