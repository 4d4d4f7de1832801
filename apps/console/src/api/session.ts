const NAME = 'errand.api-key';
const MARK = 'errand_signed_in';

/**
 * The API key of this tab; null before signing in. No other tab sees it, and it is lost when the
 * tab closes.
 */
export function readKey(): string | null {
  return sessionStorage.getItem(NAME);
}

export function keepKey(apiKey: string): void {
  sessionStorage.setItem(NAME, apiKey);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
}

/** Whether this browser may have a session: the server sets this cookie together with the session's. */
export const mayHaveSession = (): boolean =>
  document.cookie.split('; ').some((pair) => pair.startsWith(`${MARK}=`));

/** The session has ended, so that reloading the page makes no request that would be refused. */
export function forgetSession(): void {
  document.cookie = `${MARK}=; Path=/; Max-Age=0; SameSite=Strict`;
}
