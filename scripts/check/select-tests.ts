import { SYSTEM_TESTS } from './system-tests.ts';

/** `tests` is quick enough to run after every change; `system` is the rest. */
export type Lane = 'tests' | 'system';

/** Paths of `SYSTEM_TESTS` in one list. */
export function listSystemTests(): readonly string[] {
  return Object.values(SYSTEM_TESTS).flat();
}

/** Arguments with which jest runs the test files of these lanes. `root` is an absolute path. */
export function selectTests(lanes: readonly Lane[], root: string): readonly string[] {
  if (lanes.includes('tests') && lanes.includes('system')) return [];
  const paths = listSystemTests().map((path) => `${root}${path}`.replaceAll('.', String.raw`\.`));
  if (lanes.includes('system')) return paths.map((path) => `--testPathPatterns=${path}`);
  return ['/node_modules/', String.raw`/\.errand/`, ...paths].map(
    (path) => `--testPathIgnorePatterns=${path}`,
  );
}
