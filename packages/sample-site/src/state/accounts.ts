import type { SessionState } from './session-store.ts';

/** Password of every account. */
const PASSWORD = 'harbor-demo';
const ACCOUNT_PATTERN = /^[a-z0-9][a-z0-9._+-]{0,99}@harbor\.example$/;

/** Second step after a correct password, by the prefix of the account's name. */
const secondSteps: readonly (readonly [string, SessionState])[] = [
  ['mail.', 'code-by-mail'],
  ['totp.', 'code-by-app'],
];

export type SignIn =
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'password-expired' }
  | { readonly outcome: 'accepted'; readonly account: string; readonly state: SessionState };

/** Accepts any `…@harbor.example` with the demo password; `reset.…` has an expired password. */
export function checkAccount(email: string, password: string): SignIn {
  const account = email.toLowerCase();
  if (!ACCOUNT_PATTERN.test(account) || password !== PASSWORD) return { outcome: 'refused' };
  if (account.startsWith('reset.')) return { outcome: 'password-expired' };
  const step = secondSteps.find(([beginning]) => account.startsWith(beginning));
  return { outcome: 'accepted', account, state: step?.[1] ?? 'active' };
}
