import { CodedError } from '@errand/foundation';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chooseDisplayNumber, findOwner, removeDeadDisplay, socketOf } from './display-number.ts';
import { prepareForBrowsers } from './prepare-for-browsers.ts';
import { startProcess, type OwnedProcess } from './start-process.ts';
import { withUtf8 } from './with-utf8.ts';
import { writeCookie } from './write-cookie.ts';

const START_DEADLINE_MS = 15_000;
const POLL_MS = 20;
/**
 * How long a key is held before the server repeats it; by default, 0.66 seconds. A release that
 * arrives late, as over a slow connection, must not type a character several times. The server
 * still repeats keys, because it ignores the presses with which viewers repeat them.
 */
const REPEAT_AFTER_MS = 3_000;
/** Occupied numbers to try before assuming another fault. */
const MOST_NUMBERS = 5;
/** No menus and no key bindings that start programs: a person may use the display. */
const WINDOW_RULES = fileURLToPath(new URL('openbox.xml', import.meta.url));

export interface Display extends AsyncDisposable {
  /** `:7` */
  readonly name: string;
  /** Holds the files of the display; readable by its owner only. */
  readonly directory: string;
  /** DISPLAY and XAUTHORITY, which a program needs to draw on it. */
  readonly environment: NodeJS.ProcessEnv;
  /**
   * Which key gives which characters, if browsers use the display: see `clearDisplay`. Typing on the
   * screen may add some.
   */
  readonly keyboard?: string | undefined;
  /** Resolves when the X server or the window manager has ended, for whatever reason. */
  readonly exited: Promise<void>;
}

export interface DisplayOptions {
  /** Accessible to its owner only, who removes it. Holds the cookie file. */
  readonly directory: string;
  readonly width: number;
  readonly height: number;
  /**
   * Whether browsers use it: its pointer is parked outside their windows, so that pages keep the
   * mouse position set over a browser's protocol, and its keyboard has more characters than a US
   * one (see `extendKeyboard`). Default: false, as a remote desktop needs.
   */
  readonly isForBrowsers?: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Starts an X server that requires a fresh cookie, with a window manager. It uses a free display
 * number and listens only on its socket in /tmp/.X11-unix.
 */
export async function openDisplay(options: DisplayOptions): Promise<Display> {
  const cookieFile = join(options.directory, 'xauthority');
  const environment = { ...withUtf8(options.environment), XAUTHORITY: cookieFile };
  await writeCookie(cookieFile);
  await using owned = new AsyncDisposableStack();
  const xServer = owned.use(await startServer({ ...options, environment }, cookieFile));
  const displayEnvironment = { ...environment, DISPLAY: xServer.name };
  const keyboard = options.isForBrowsers ? await prepareForBrowsers(displayEnvironment) : undefined;
  const windowManager = owned.use(
    startProcess('openbox', ['--sm-disable', '--config-file', WINDOW_RULES], {
      environment: displayEnvironment,
      stdio: 'ignore',
    }),
  );
  const resources = owned.move();
  return {
    name: xServer.name,
    directory: options.directory,
    environment: displayEnvironment,
    keyboard,
    exited: Promise.race([xServer.exited, windowManager.exited]),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

interface Server extends AsyncDisposable {
  readonly name: string;
  readonly exited: Promise<void>;
}

/** Starts the server. If another server has the number, it exits and the next number is tried. */
async function startServer(options: DisplayOptions, cookieFile: string): Promise<Server> {
  const inTime = AbortSignal.timeout(START_DEADLINE_MS);
  for (let attempt = 0; attempt < MOST_NUMBERS; attempt += 1) {
    const number = chooseDisplayNumber();
    const server = startProcess('Xvfb', serverArguments(options, { number, cookieFile }), {
      environment: options.environment,
      stdio: 'ignore',
    });
    const end = async (): Promise<void> => {
      await server[Symbol.asyncDispose]();
      // A killed server leaves its socket behind.
      await removeDeadDisplay(number);
    };
    if (await listens(number, server, inTime)) {
      return { name: `:${number}`, exited: server.exited, [Symbol.asyncDispose]: end };
    }
    await end();
  }
  const reason = inTime.aborted ? 'it timed out' : 'it exited while starting';
  throw new DisplayUnavailableError(`${reason}; is the package "xvfb" installed?`);
}

function serverArguments(
  { width, height }: DisplayOptions,
  { number, cookieFile }: { readonly number: number; readonly cookieFile: string },
): string[] {
  return [
    `:${number}`,
    '-screen',
    '0',
    `${width}x${height}x24`,
    '-auth',
    cookieFile,
    '-nolisten',
    'tcp',
    // No abstract socket, because file permissions do not protect one.
    '-nolisten',
    'local',
    '-noreset',
    '-ardelay',
    String(REPEAT_AFTER_MS),
  ];
}

/**
 * Returns whether the server accepts connections; false when it has exited or the deadline has
 * passed.
 */
async function listens(
  number: number,
  { child, exited }: OwnedProcess,
  inTime: AbortSignal,
): Promise<boolean> {
  let hasEnded = false;
  void exited.then(() => (hasEnded = true));
  while (!inTime.aborted) {
    if (hasEnded || child.pid === undefined) return false;
    // The socket alone proves nothing: another server may have this number.
    const isOwner = (await findOwner(number)) === child.pid;
    if (isOwner && (await canConnect(socketOf(number)))) return true;
    await Promise.race([exited, delay(POLL_MS)]);
  }
  return false;
}

async function canConnect(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // The socket is missing, or was left by a killed server.
    return false;
  } finally {
    socket.destroy();
  }
}

/** The X server did not start. The task is not at fault: another attempt may succeed. */
export class DisplayUnavailableError extends CodedError {
  readonly code = 'display_unavailable';
  override readonly retry = 'infrastructure';

  constructor(reason: string) {
    super(`The X server Xvfb did not start: ${reason}`);
  }
}
