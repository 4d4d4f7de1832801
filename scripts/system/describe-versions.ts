import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from './find-command.ts';
import type { Packages } from './system-packages.ts';

const run = promisify(execFile);
/** The programs of Debian's packages; one that lies elsewhere did not come from there. */
const PACKAGED = new Set(['/usr/bin', '/bin', '/usr/sbin', '/sbin']);
/** A program that does not report its version in this time is killed. */
const LIMIT_MS = 5_000;
/** All of a program's package counts: `0.9.21.1-1+deb12u3` is not what `0.9.21.1-1+deb12u2` was. */
const DPKG_FORMAT = '${db:Status-Status} ${Package} ${Version}\n';

/**
 * A line for each program with its version: of its Debian package, else what it reports itself. A program that is not
 * installed is named as missing. Never throws, and ends within ten seconds.
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

/** What a program reports as its version, with its path. */
export async function describeProgram(path: string): Promise<string> {
  const printed = await print(path, ['--version']);
  const line = printed.split('\n').find((text) => /\d+\.\d/.test(text));
  return `${line?.trim() ?? 'of unknown version'} (${path})`;
}

/** Versions of the packages that are installed. */
export async function readPackageVersions(
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const printed = await print('dpkg-query', ['-W', '-f', DPKG_FORMAT, ...names]);
  const words = printed.split('\n').map((line) => line.split(' '));
  const installed = words.filter(([status]) => status === 'installed');
  return new Map(installed.map(([, name = '', version = '']) => [name, version]));
}

/** What a program prints, also when it ends with an error; empty when it cannot be run. */
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
