/**
 * Returns whether a version such as 1.10.0 is newer than another. A pre-release such as 1.10.0-rc.1 is
 * older than its release (semantic versioning, 11).
 */
export function isNewer(version: string, other: string): boolean {
  const [release, candidate] = split(version);
  const [otherRelease, otherCandidate] = split(other);
  if (release !== otherRelease) return compare(release, otherRelease) > 0;
  if (candidate === '' || otherCandidate === '') return candidate === '' && otherCandidate !== '';
  return compare(candidate, otherCandidate) > 0;
}

function split(version: string): readonly [release: string, candidate: string] {
  const [release = '', ...candidate] = version.split('-');
  return [release, candidate.join('-')];
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
