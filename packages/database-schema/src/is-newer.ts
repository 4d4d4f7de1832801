/** Whether a version such as 1.10.0 comes after another one. */
export function isNewer(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}
