import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProcess, type OwnedProcess } from './start-process.ts';

const START_DEADLINE_MS = 15_000;
const DISPLAY_FD = 3;
/** No menus, and no keys that start programs: a person may sit at the display. */
const WINDOW_RULES = fileURLToPath(new URL('openbox.xml', import.meta.url));

export interface Display extends AsyncDisposable {
  /** `:7` */
  readonly name: string;
  /** What belongs to it lies here; nobody else may read it. */
  readonly directory: string;
  /** DISPLAY and XAUTHORITY: what a program needs to draw on it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Resolves when the X server has ended, for whatever reason. */
  readonly exited: Promise<void>;
}

export interface DisplayOptions {
  /** Holds the cookie file; removed by its owner. */
  readonly directory: string;
  readonly width: number;
  readonly height: number;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Starts an X server that only holders of a fresh cookie may use, and a window manager on it.
 * It takes the first free display number and listens on no TCP port.
 */
export async function openDisplay(options: DisplayOptions): Promise<Display> {
  const cookieFile = join(options.directory, 'xauthority');
  const environment = { ...options.environment, XAUTHORITY: cookieFile };
  const cookie = randomBytes(16).toString('hex');
  // The server takes every cookie of the file, clients only those of their display.
  await addCookie(cookieFile, ':0', cookie);
  const xServer = startProcess('Xvfb', serverArguments(options, cookieFile), {
    environment,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    const name = `:${await readDisplayNumber(xServer)}`;
    const displayEnvironment = { ...environment, DISPLAY: name };
    await addCookie(cookieFile, name, cookie);
    const windowManager = startProcess('openbox', ['--sm-disable', '--config-file', WINDOW_RULES], {
      environment: displayEnvironment,
      stdio: 'ignore',
    });
    return {
      name,
      directory: options.directory,
      environment: displayEnvironment,
      exited: xServer.exited,
      async [Symbol.asyncDispose]() {
        await windowManager[Symbol.asyncDispose]();
        await xServer[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await xServer[Symbol.asyncDispose]();
    throw error;
  }
}

function serverArguments({ width, height }: DisplayOptions, cookieFile: string): string[] {
  return [
    '-displayfd',
    String(DISPLAY_FD),
    '-screen',
    '0',
    `${width}x${height}x24`,
    '-auth',
    cookieFile,
    '-nolisten',
    'tcp',
    '-noreset',
  ];
}

async function readDisplayNumber(xServer: OwnedProcess): Promise<number> {
  const pipe = xServer.child.stdio[DISPLAY_FD] as Readable;
  const failure = xServer.exited.then(() => {
    throw new DisplayUnavailableError(
      'it ended while it started; is the package "xvfb" installed?',
    );
  });
  const number = once(pipe, 'data', { signal: AbortSignal.timeout(START_DEADLINE_MS) });
  const [data] = await Promise.race([number, failure]);
  return Number(String(data).trim());
}

async function addCookie(file: string, display: string, cookie: string): Promise<void> {
  const options = { timeout: START_DEADLINE_MS };
  await promisify(execFile)('xauth', ['-q', '-f', file, 'add', display, '.', cookie], options);
}

/** The X server did not come up. The task is not at fault: another attempt may succeed. */
export class DisplayUnavailableError extends Error {
  readonly code = 'display_unavailable';

  constructor(reason: string) {
    super(`The X server Xvfb did not start: ${reason}`);
    this.name = new.target.name;
  }
}
