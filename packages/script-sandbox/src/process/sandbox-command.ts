import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { createCallFilter } from './call-filter.ts';
import { prlimitArguments, type ProcessLimits } from './process-limits.ts';

/** Nobody, inside and outside: the kernel does not count the processes of root, and root may write to /proc/sys. */
const nobody = 65534;
const callFilter = createCallFilter(process.arch);

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly limits: ProcessLimits;
  /** Directories of the host that it sees besides /usr, read-only. */
  readonly directories?: readonly string[];
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** What takes everything along when it is killed: the only child, first process of the sandbox, or the process group. */
  readonly root: 'child' | 'group';
  /** Has to be written to descriptor 4, which has to end after it. */
  readonly callFilter?: Buffer | undefined;
}

/**
 * The program in bubblewrap: no network, no process and no file of the host but a read-only /usr, a private /tmp, and only
 * system calls that the filter lets pass. It gets descriptor 3 and the three standard ones.
 */
export function sandboxedCommand({ file, args, limits, directories = [] }: Program): Command {
  const inside = ['prlimit', ...prlimitArguments(limits, { countsProcesses: true }), '--'];
  const bwrap = [
    // As the first process: one of bubblewrap's own beside it would have no filter, and could be written to.
    'bwrap --unshare-all --unshare-user --disable-userns --die-with-parent --new-session --as-pid-1',
    `--cap-drop ALL --uid ${nobody} --gid ${nobody} --hostname sandbox`,
    '--clearenv --setenv PATH /usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8',
    '--setenv TERM dumb',
    ...systemDirectories(),
    '--proc /proc --dev /dev --remount-ro /dev',
    ...hiddenFiles(),
    `--size ${limits.filesMb * 1024 ** 2} --tmpfs /tmp --chdir /tmp`,
  ].flatMap((part) => part.split(' '));
  const bound = directories.flatMap((directory) => ['--ro-bind', directory, directory]);
  // Last: until then the root is a file system in memory that is written to.
  const closed = [...(callFilter ? ['--seccomp', '4'] : []), '--remount-ro', '/', '--'];
  const command = [...asNobody(), ...bwrap, ...bound, ...closed, ...inside, file, ...args];
  return { ...split(command, 'child'), callFilter };
}

/** The program as it is, with what limits a single process. The caller has been allowed to do that. */
export function unsandboxedCommand({ file, args, limits }: Program): Command {
  const bound = ['prlimit', ...prlimitArguments(limits, { countsProcesses: false }), '--'];
  return split(['setpriv', '--pdeathsig', 'KILL', '--', ...bound, file, ...args], 'group');
}

function split([file = '', ...args]: readonly string[], root: Command['root']): Command {
  return { file, args, root };
}

function asNobody(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  return ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
}

/** What the kernel tells of the machine, and nobody needs to know. */
function hiddenFiles(): readonly string[] {
  return ['cmdline', 'kallsyms', 'kcore', 'key-users', 'keys', 'sched_debug', 'timer_list']
    .map((name) => `/proc/${name}`)
    .filter((path) => existsSync(path))
    .map((path) => `--ro-bind /dev/null ${path}`);
}

/** /usr, and /bin, /lib, /lib64 as the system has them: links into it, or directories. */
function systemDirectories(): readonly string[] {
  const merged = ['/bin', '/sbin', '/lib', '/lib64'].flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return found.isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path];
  });
  const configuration = ['/etc/alternatives', '/etc/ld.so.cache'];
  const bound = configuration.flatMap((path) => ['--ro-bind-try', path, path]);
  return ['--ro-bind', '/usr', '/usr', ...merged, ...bound];
}
