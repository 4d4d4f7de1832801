const LONGEST_NAME = 60;

/** `Portal login (2)` becomes `portal-login-2`. Returns an empty string if nothing is left. */
export function toEndpointName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LONGEST_NAME);
}
