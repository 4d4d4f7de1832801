import type { Response } from 'express';
import type { Site } from '../site.ts';
import type { SignIn } from '../state/accounts.ts';
import { SESSION_COOKIE } from './cookies.ts';

export const refusals = {
  refused: 'The email address or the password is not right.',
  'password-expired': 'Password reset needed: the password of this account has expired.',
} as const;

/** Opens the session and redirects to the target page, through the code page if one is required. */
export function enter(
  site: Site,
  response: Response,
  entry: { readonly signIn: SignIn & { outcome: 'accepted' }; readonly next: string },
): void {
  const session = site.sessions.open(entry.signIn.account, entry.signIn.state);
  response.cookie(SESSION_COOKIE, session.id, { httpOnly: true, sameSite: 'lax' });
  response.redirect(session.state === 'active' ? localPath(entry.next) : '/login/code');
}

/** Returns a path of this site only: `//host` and backslashes would lead elsewhere. */
function localPath(next: string): string {
  return /^\/(?![/\\])/.test(next) ? next : '/dashboard';
}
