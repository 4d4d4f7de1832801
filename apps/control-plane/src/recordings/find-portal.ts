/**
 * The origin of the start page, to which logins belong. A page without an origin (`about:blank`, a
 * placeholder) is its own portal.
 */
export function findPortal(startUrl: string): string {
  const origin = URL.parse(startUrl)?.origin ?? 'null';
  return origin === 'null' ? startUrl : origin;
}
