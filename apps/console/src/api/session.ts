const NAME = 'errand.api-key';

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
