/** Origin of the start page, to which logins belong. A page without one (`about:blank`, a placeholder) is its own portal. */
export function findPortal(startUrl: string): string {
  const origin = URL.parse(startUrl)?.origin ?? 'null';
  return origin === 'null' ? startUrl : origin;
}
