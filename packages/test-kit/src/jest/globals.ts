import type * as jest from '@jest/globals';

/**
 * What test files import from '@jest/globals'. Modules live as long as the process, so the values
 * change with each test file.
 */
type JestGlobals = Pick<
  typeof jest,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'test'
>;

export let afterAll: JestGlobals['afterAll'];
export let afterEach: JestGlobals['afterEach'];
export let beforeAll: JestGlobals['beforeAll'];
export let beforeEach: JestGlobals['beforeEach'];
export let describe: JestGlobals['describe'];
export let expect: JestGlobals['expect'];
export let test: JestGlobals['test'];

/** Points every import of '@jest/globals' at the test file about to run. */
export function useGlobals(globals: JestGlobals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globals);
}
