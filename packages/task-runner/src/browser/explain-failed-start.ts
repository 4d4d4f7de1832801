import type { FencePrefix } from '@errand/browser-launch';
import { signalGroup } from '@errand/desktop';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const DEADLINE_MS = 20_000;
const LONGEST_COMPLAINT = 300;
/** `[pid:thread:date/time:ERROR:path/file.cc:130] ` */
const LOG_PREFIX = /^\[[^\]]*\]\s*/;
const COMPLAINT = /sandbox|credentials\.cc|namespace|sys_chroot|zygote_host/i;

/** Chromium cannot start here, because the machine denies it a sandbox. */
export class BrowserSandboxError extends Error {
  readonly code = 'browser-sandbox-unavailable';

  constructor(complaint: string, options: ErrorOptions) {
    super(
      `Chromium cannot use its sandbox here. It says: "${complaint}". Allow user namespaces (sysctl user.max_user_namespaces above 0, kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0). In a container, use a seccomp profile that allows chroot, clone, unshare and setns.`,
      options,
    );
    this.name = new.target.name;
  }
}

interface FailedBrowser {
  readonly fence: FencePrefix;
  readonly executablePath: string;
  /** Scratch space. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Returns a BrowserSandboxError if the browser did not start for lack of its sandbox, otherwise the
 * error itself. As root the worker uses no sandbox.
 */
export async function explainFailedStart(
  error: unknown,
  browser: FailedBrowser,
  signal: AbortSignal,
): Promise<unknown> {
  const isTimeout = Error.isError(error) && error.name === 'TimeoutError';
  if (signal.aborted || isTimeout || process.getuid?.() === 0) return error;
  const complaint = await readComplaint(browser, signal);
  return complaint === undefined ? error : new BrowserSandboxError(complaint, { cause: error });
}

/**
 * Starts the browser alone and returns what it reports about its sandbox; undefined when it starts,
 * or ends for another reason. Puppeteer hides the output of a browser that it cannot connect to.
 */
async function readComplaint(
  browser: FailedBrowser,
  signal: AbortSignal,
): Promise<string | undefined> {
  const profile = join(browser.directory, 'trial');
  const flags = ['--headless', '--disable-gpu', `--user-data-dir=${profile}`];
  const trial = [browser.executablePath, ...flags, '--dump-dom', 'about:blank'];
  const [program = '', ...args] = [...browser.fence, ...trial];
  const child = spawn(program, args, {
    env: browser.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
    signal,
  });
  const output = text(child.stderr);
  try {
    const [code] = await once(child, 'exit');
    if (code === 0) return undefined;
  } catch {
    // The browser could not be started, or the worker is draining.
    return undefined;
  } finally {
    signalGroup(child.pid, 'SIGKILL');
  }
  return findComplaint(await output);
}

function findComplaint(output: string): string | undefined {
  const line = output.split('\n').find((candidate) => COMPLAINT.test(candidate));
  const complaint = line?.replace(LOG_PREFIX, '').trim();
  if (complaint === undefined || complaint.length <= LONGEST_COMPLAINT) return complaint;
  return `${complaint.slice(0, LONGEST_COMPLAINT)}…`;
}
