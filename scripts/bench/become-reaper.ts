import { spawn } from 'node:child_process';
import { once } from 'node:events';

const MARK = '--reaps-orphans';
/** PR_SET_CHILD_SUBREAPER, which survives exec. Node has no function for it. */
const PROGRAM = `
import ctypes, os, sys
if ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0) != 0:
    sys.exit('This system does not let a process adopt orphans.')
os.execv(sys.argv[1], sys.argv[1:])`;

/**
 * Returns the arguments if this process adopts orphaned descendants. Otherwise, runs itself again
 * as such a process, which does the work, and returns undefined.
 */
export async function becomeReaper(
  args: readonly string[],
): Promise<readonly string[] | undefined> {
  if (args.includes(MARK)) return args.filter((arg) => arg !== MARK);
  const [, main = ''] = process.argv;
  const command = [process.execPath, ...process.execArgv, main, 'fleet', ...args, MARK];
  const child = spawn('python3', ['-c', PROGRAM, ...command], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
  return undefined;
}
