import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openRelease, type Release } from '../release.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const COMMITS_AGO = 10;

/**
 * Checks the commit out below `directory`, with its packages and its generated client. Disposing
 * removes the checkout. Throws when there is no such commit.
 */
export async function openCheckout(
  commit: string | undefined,
  directory: string,
): Promise<{ readonly release: Release } & AsyncDisposable> {
  const hash = await run('git', [
    'rev-parse',
    '--short',
    `${commit ?? (await findUsual())}^{commit}`,
  ]);
  const root = join(directory, 'previous');
  await run('git', ['worktree', 'add', '--detach', root, hash]);
  const checkout = {
    release: openRelease(hash, root),
    async [Symbol.asyncDispose]() {
      await run('git', ['worktree', 'remove', '--force', root]);
    },
  };
  try {
    // Installs the packages and generates the client, as the first start of a checkout does.
    await run(process.execPath, ['scripts/bootstrap.mjs', 'scripts/errand/main.ts', 'help'], root);
    return checkout;
  } catch (error) {
    await checkout[Symbol.asyncDispose]();
    throw error;
  }
}

/** The newest released version; before the first release, an earlier commit. */
async function findUsual(): Promise<string> {
  const tags = await run('git', ['tag', '--list', 'v*', '--sort=-version:refname', '--merged']);
  return tags.split('\n')[0] || `HEAD~${COMMITS_AGO}`;
}

async function run(file: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { cwd, maxBuffer: 64 * 1024 ** 2 });
  return stdout.trim();
}
