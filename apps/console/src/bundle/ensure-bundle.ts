import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashSources } from './hash-sources.ts';
import { CONSOLE_ROOT } from './vite-options.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const BUILDS = join(CONSOLE_ROOT, 'builds');
/** Where the control plane looks: a link to the current build, so that it changes atomically. */
const CURRENT = join(CONSOLE_ROOT, 'dist');
/** Number of builds to keep, because open pages may still request their files. */
const KEPT = 3;

/**
 * Builds the console's bundle unless it is up to date. Several processes may call it concurrently.
 * Throws if the sources cannot be built or the first page is too large.
 */
export async function ensureBundle(): Promise<'built' | 'unchanged'> {
  const name = hashSources();
  const isCurrent = (await readlink(CURRENT).catch(() => '')) === join('builds', name);
  if (isCurrent && existsSync(join(CURRENT, 'index.html'))) return 'unchanged';
  const finished = join(BUILDS, name);
  if (!existsSync(finished)) {
    const unfinished = join(BUILDS, `unfinished-${name}-${process.pid}`);
    mkdirSync(BUILDS, { recursive: true });
    try {
      await buildApart(unfinished);
      renameUnlessExists(unfinished, finished);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  const link = `${CURRENT}-${process.pid}`;
  rmSync(link, { force: true });
  symlinkSync(join('builds', name), link);
  renameSync(link, CURRENT);
  removeOld(name);
  return 'built';
}

/** Builds in a separate process, because the build sets NODE_ENV. */
async function buildApart(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [MAIN, folder]);
}

function renameUnlessExists(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another process has already produced the same build.
    if (!existsSync(to)) throw error;
  }
}

function removeOld(current: string): void {
  const others = readdirSync(BUILDS, { withFileTypes: true })
    .filter(({ name }) => name !== current && !name.startsWith('unfinished-'))
    .map(({ name }) => name);
  for (const name of others.slice(0, Math.max(0, others.length - KEPT + 1))) {
    rmSync(join(BUILDS, name), { recursive: true, force: true });
  }
}
