/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,packages,scripts}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.errand/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  globalSetup: '<rootDir>/packages/test-kit/src/jest/global-setup.ts',
  globalTeardown: '<rootDir>/packages/test-kit/src/jest/global-teardown.ts',
  testTimeout: 30_000,
  maxWorkers: 2,
};
