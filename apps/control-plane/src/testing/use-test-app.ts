import { afterAll } from '@jest/globals';
import { startTestApp, type TestApp } from './start-test-app.ts';

/** Starts the app for the tests of a file, and disposes it after the last one. */
export async function useTestApp(...options: Parameters<typeof startTestApp>): Promise<TestApp> {
  const app = await startTestApp(...options);
  afterAll(async () => app[Symbol.asyncDispose]());
  return app;
}
