import { spawnSync } from 'node:child_process';
import { findCommand } from './find-command.ts';
import { AUTHORITY_PACKAGES, COMPANIONS, RUN_PACKAGES, TEST_PACKAGES } from './system-packages.ts';

/**
 * Ensures that the programs Errand needs, and optionally those its tests need, are installed. As
 * root on Debian or Ubuntu, installs missing ones; otherwise throws an error that names the
 * command.
 */
export function ensureCommands(use: 'run' | 'test', report: (line: string) => void): void {
  const wanted = {
    ...RUN_PACKAGES,
    ...(process.env['NODE_EXTRA_CA_CERTS'] ? AUTHORITY_PACKAGES : {}),
    ...(use === 'test' ? TEST_PACKAGES : {}),
  };
  const missing = Object.entries(wanted).filter(([command]) => !isOnPath(command));
  if (missing.length === 0) return;
  const packages = missing.flatMap(([command, name]) => {
    const companion = COMPANIONS[command];
    return companion === undefined ? [name] : [name, companion];
  });
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const names = missing.map(([command]) => command).join(', ');
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    throw new Error(
      `These programs are missing: ${names}. Install them and start again; on Debian or Ubuntu:\n  sudo ${install}`,
    );
  }
  report(`Installing ${packages.join(', ')} through apt (once)...`);
  installPackages(packages);
}

function installPackages(packages: readonly string[]): void {
  // Old package lists may name versions that are gone. Without a network they may still work.
  aptGet(['update']);
  const arguments_ = ['install', '-y', '--no-install-recommends', ...packages];
  if (aptGet(arguments_) === 0) return;
  throw new Error(`"apt-get ${arguments_.join(' ')}" did not succeed; its messages are above.`);
}

function aptGet(args: readonly string[]): number | null {
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=120'];
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync('apt-get', [...options, ...args], { stdio: ['ignore', 2, 2], env: environment })
    .status;
}

function isOnPath(command: string): boolean {
  return findCommand(command) !== undefined;
}
