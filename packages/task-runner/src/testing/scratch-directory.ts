import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a directory for one test. Disposing removes it. */
export function scratchDirectory(): AsyncDisposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'errand-worker-test-'));
  return {
    path,
    async [Symbol.asyncDispose]() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
