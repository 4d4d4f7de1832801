import { listImports } from '@errand/test-kit';
import { expect, test } from '@jest/globals';

test('loads the engine only when a task runs here', async () => {
  // Loads all its modules, and ends because it has no settings.
  const loaded = await listImports('./main.ts', import.meta.dirname);
  expect(loaded).toContainEqual(expect.stringMatching(/task-runner\/src\/prepare-runner/));
  expect(loaded.filter((url) => url.includes('/automation-engine/'))).toEqual([]);
});
