import type { Logger } from '@errand/app-runtime';
import type { FencePrefix } from '@errand/browser-launch';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '@errand/desktop';

/** Where Debian's Chromium reads administrator policies; the path cannot be configured. */
const SETTINGS_DIRECTORY = '/etc/chromium';
const MANAGED = 'policies/managed';
const POLICY_FILE = fileURLToPath(new URL('policies/errand.json', import.meta.url));
const TRIAL_DEADLINE_MS = 5_000;

/**
 * Finds out how policies reach the browser: either they are installed on this machine, or a mount
 * namespace shows them to the browser alone. Logs a warning when neither works; each session then
 * checks for itself whether the fence holds.
 */
export async function prepareFence({
  environment,
  logger,
}: {
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
}): Promise<FencePrefix> {
  if (await isPolicyInstalled()) return [];
  const bwrap = (await findProgram('bwrap', environment['PATH'])) ?? 'bwrap';
  const args = ['--dev-bind', '/', '/', '--die-with-parent', ...(await mounts()), '--'];
  const options = { env: environment, timeout: TRIAL_DEADLINE_MS };
  try {
    await promisify(execFile)(bwrap, [...args, 'true'], options);
    return [bwrap, ...args];
  } catch (error) {
    logger.warn(
      `people cannot take over browsers: copy ${POLICY_FILE} to ${join(SETTINGS_DIRECTORY, MANAGED)}, or let bwrap run (Debian: bubblewrap)`,
      { error },
    );
    return [];
  }
}

async function isPolicyInstalled(): Promise<boolean> {
  const installed = join(SETTINGS_DIRECTORY, MANAGED, basename(POLICY_FILE));
  const ours = await readFile(POLICY_FILE, 'utf8');
  return (await readFile(installed, 'utf8').catch(() => undefined)) === ours;
}

/** Mounts this machine's own settings and policies with Errand's added. */
async function mounts(): Promise<string[]> {
  const others = (await list('.')).filter((name) => name !== 'policies');
  const policies = (await list('policies')).filter((name) => name !== 'managed');
  const managed = (await list(MANAGED)).filter((name) => name !== basename(POLICY_FILE));
  const kept = [
    ...others,
    ...policies.map((name) => join('policies', name)),
    ...managed.map((name) => join(MANAGED, name)),
  ].map((name) => join(SETTINGS_DIRECTORY, name));
  const ours = join(SETTINGS_DIRECTORY, MANAGED, basename(POLICY_FILE));
  return [
    '--tmpfs',
    SETTINGS_DIRECTORY,
    ...kept.flatMap((path) => ['--ro-bind', path, path]),
    '--ro-bind',
    POLICY_FILE,
    ours,
  ];
}

/** Returns the names in a folder of the browser's settings; empty when the folder is missing. */
async function list(folder: string): Promise<readonly string[]> {
  return readdir(join(SETTINGS_DIRECTORY, folder)).catch(() => []);
}
