import { assemble, allow, failWith, field, ifEqual, load } from '../process/bpf.ts';
import { machines } from '../process/denied-calls.ts';

const notPermitted = failWith(1);
const setHostName: Readonly<Record<string, number>> = { x64: 170, arm64: 161 };

/**
 * Environments that restrict a process the way a container does. Each is a bubblewrap command
 * line that needs no privileges; the program in it is an ordinary user.
 */
export type Surrounding = 'masked-proc' | 'host-name-fixed' | 'container' | 'no-user-namespaces';

interface SurroundingCommand {
  readonly arguments: readonly string[];
  /** Must be written to file descriptor 3, which must then be closed. */
  readonly callFilter: Buffer;
}

const asUser = '--die-with-parent --dev-bind / / --unshare-user --uid 1000 --gid 1000';
/** Any mount below /proc makes the kernel refuse a fresh /proc to the processes inside. */
const maskedProc = '--unshare-pid --proc /proc --ro-bind /proc/sys /proc/sys';
const places: Readonly<Record<Surrounding, string>> = {
  'masked-proc': maskedProc,
  'host-name-fixed': '--seccomp 3',
  container: `${maskedProc} --seccomp 3`,
  'no-user-namespaces': '--disable-userns',
};

/** Returns the arguments of bwrap that come before the program. */
export function surround(surrounding: Surrounding): SurroundingCommand {
  return {
    arguments: `${asUser} ${places[surrounding]} --`.split(' '),
    callFilter: denySetHostName(),
  };
}

function denySetHostName(): Buffer {
  const { audit } = machines[process.arch] ?? {};
  const number = setHostName[process.arch];
  if (audit === undefined || number === undefined) throw new Error(`Unknown: ${process.arch}.`);
  return assemble([
    load(field.architecture),
    ifEqual(audit, [1, 0]),
    allow,
    load(field.call),
    ifEqual(number, [0, 1]),
    notPermitted,
    allow,
  ]);
}
