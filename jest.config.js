/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,packages,scripts}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.errand/'],
  // Otherwise, Jest crawls what installations and the gallery keep there.
  modulePathIgnorePatterns: ['<rootDir>/\\.errand/'],
  extensionsToTreatAsEsm: ['.ts'],
  // Node reads TypeScript itself; see native-runtime.ts.
  transform: {},
  runtime: '<rootDir>/packages/test-kit/src/jest/native-runtime.ts',
  runner: '<rootDir>/packages/test-kit/src/jest/timed-runner.ts',
  globalSetup: '<rootDir>/packages/test-kit/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/packages/test-kit/src/jest/global-teardown.ts',
  testSequencer: '<rootDir>/packages/test-kit/src/jest/file-order.ts',
  // Only a hanging test reaches this, even with three files at once on two cores.
  testTimeout: 300_000,
  // One more than the cores of a small machine: tests in a browser partly wait. With four files at
  // once, each takes more CPU time, a run takes no less, and time limits run out.
  maxWorkers: 3,
};
