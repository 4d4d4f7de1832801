import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { runCommand } from './run-command.ts';
import { S3ServerError } from './s3-server-errors.ts';

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const programs = ['proxy', 'account', 'container', 'object'].map(
  (server) => `/usr/bin/swift-${server}-server`,
);
const installCommand = `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`;

// Another process may be installing; apt then waits for its lock.
const aptOptions = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3'];

// In run level 1, package scripts start no daemons.
const aptEnvironment = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

interface InstallOptions {
  /** Aborts a running apt. Default: a deadline of five minutes. */
  readonly signal?: AbortSignal;
}

/**
 * Installs OpenStack Swift from Debian packages if it is missing; idempotent. Throws S3ServerError
 * with the command to run when this user or system cannot install packages.
 */
export async function installS3Server({
  signal = AbortSignal.timeout(300_000),
}: InstallOptions = {}): Promise<void> {
  if (isInstalled()) return;
  assertCanInstall();
  if (!(await hasPackageLists())) await runApt(['update'], signal);
  await installPackages(signal);
  if (!isInstalled()) throw new S3ServerError(`apt-get succeeded, but ${programs[0]} is missing.`);
}

function isInstalled(): boolean {
  return programs.every((program) => existsSync(program));
}

function assertCanInstall(): void {
  const isDebian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  if (!isDebian) {
    throw new S3ServerError(
      'The S3 tests need OpenStack Swift (proxy, account, container and object server with s3api) ' +
        'in /usr/bin. This system is not Debian or Ubuntu: install it with your package manager.',
    );
  }
  if (process.getuid?.() !== 0) {
    throw new S3ServerError(
      `The S3 tests need OpenStack Swift, and only root can install it. Type: sudo sh -c '${installCommand}'`,
    );
  }
}

async function hasPackageLists(): Promise<boolean> {
  const files = await readdir('/var/lib/apt/lists');
  return files.some((file) => file.includes('_Packages'));
}

/**
 * Package lists can be outdated and name versions that the mirror no longer has: update them and
 * retry once.
 */
async function installPackages(signal: AbortSignal): Promise<void> {
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  try {
    await runApt(install, signal);
  } catch (error) {
    if (!(error instanceof S3ServerError)) throw error;
    await runApt(['update'], signal);
    await runApt(install, signal);
  }
}

async function runApt(aptArguments: readonly string[], signal: AbortSignal): Promise<void> {
  await runCommand('/usr/bin/apt-get', [...aptOptions, ...aptArguments], {
    signal,
    environment: aptEnvironment,
  });
}
