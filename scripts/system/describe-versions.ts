import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from './find-command.ts';
import type { Packages } from './system-packages.ts';

const run = promisify(execFile);
/** Where Debian's packages install programs. A program elsewhere is not from a package. */
const PACKAGED = new Set(['/usr/bin', '/bin', '/usr/sbin', '/sbin']);
/** A program that has not reported its version by then is killed. */
const LIMIT_MS = 5_000;
/**
 * Includes the full package revision: `0.9.21.1-1+deb12u3` can behave unlike `0.9.21.1-1+deb12u2`.
 */
const DPKG_FORMAT = '${db:Status-Status} ${Package} ${Version}\n';

/**
 * Returns one line per program with its Debian package's version, or else the version it reports. A
 * program that is not installed is listed as missing. Never throws; takes at most ten seconds.
 */
export async function describeVersions(programs: Packages): Promise<readonly string[]> {
  const packaged = await readPackageVersions(Object.values(programs));
  const lines = Object.entries(programs).map(async ([command, name]) => {
    const path = findCommand(command);
    if (path === undefined) return `${command} missing`;
    const version = packaged.get(name);
    if (version !== undefined && PACKAGED.has(dirname(path))) {
      return `${command} ${version} (${name})`;
    }
    return `${command} ${await describeProgram(path)}`;
  });
  return Promise.all(lines);
}

/** Returns the version that a program reports, with its path. */
export async function describeProgram(path: string): Promise<string> {
  const printed = await print(path, ['--version']);
  const line = printed.split('\n').find((text) => /\d+\.\d/.test(text));
  return `${line?.trim() ?? 'of unknown version'} (${path})`;
}

/** Returns the versions of the installed packages. */
export async function readPackageVersions(
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const printed = await print('dpkg-query', ['-W', '-f', DPKG_FORMAT, ...names]);
  const words = printed.split('\n').map((line) => line.split(' '));
  const installed = words.filter(([status]) => status === 'installed');
  return new Map(installed.map(([, name = '', version = '']) => [name, version]));
}

/** Returns a program's output, even if it ends with an error. Empty if it cannot be run. */
async function print(program: string, args: readonly string[]): Promise<string> {
  const options = { timeout: LIMIT_MS, killSignal: 'SIGKILL', encoding: 'utf8' } as const;
  const running = run(program, [...args], options);
  running.child.stdin?.end();
  const { stdout, stderr } = await running.catch((error: Printed) => error);
  return `${stdout ?? ''}\n${stderr ?? ''}`;
}

interface Printed {
  readonly stdout?: string;
  readonly stderr?: string;
}
