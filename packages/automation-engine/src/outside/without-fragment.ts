/** Returns the URL as it is sent in a request. */
export function withoutFragment(url: string): string {
  return url.split('#', 1).join('');
}
