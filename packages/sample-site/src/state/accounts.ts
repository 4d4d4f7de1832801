import type { SessionState } from './session-store.ts';

/** Every account of the company has this password. */
const PASSWORD = 'harbor-demo';
const ACCOUNT_PATTERN = /^[a-z0-9][a-z0-9._+-]{0,99}@harbor\.example$/;

/** What a right password leads to, by the beginning of the account's name. */
const secondSteps: readonly (readonly [string, SessionState])[] = [
  ['mail.', 'code-by-mail'],
  ['totp.', 'code-by-app'],
];

export type SignIn =
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'password-expired' }
  | { readonly outcome: 'accepted'; readonly account: string; readonly state: SessionState };

/** Any `…@harbor.example` with the demo password gets in; `reset.…` has an expired password. */
export function checkAccount(email: string, password: string): SignIn {
  const account = email.toLowerCase();
  if (!ACCOUNT_PATTERN.test(account) || password !== PASSWORD) return { outcome: 'refused' };
  if (account.startsWith('reset.')) return { outcome: 'password-expired' };
  const step = secondSteps.find(([beginning]) => account.startsWith(beginning));
  return { outcome: 'accepted', account, state: step?.[1] ?? 'active' };
}
