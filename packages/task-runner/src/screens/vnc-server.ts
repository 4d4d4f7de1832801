import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type Display, type OwnedProcess, startProcess } from '@errand/desktop';

const START_DEADLINE_MS = 10_000;
const CONNECT_DEADLINE_MS = 3_000;
const RETRY_MS = 10;

/** VNC server for a display that another program draws. */
export const VNC_PROGRAM = 'X0tigervnc';

/** Whether a viewer may use mouse and keyboard. */
export type ScreenMode = 'view' | 'control';

export interface VncServer extends AsyncDisposable {
  /** Opens a connection that speaks RFB. */
  readonly connect: () => Promise<Socket>;
  /** Resolves when the server has ended, for whatever reason. */
  readonly exited: Promise<void>;
}

/**
 * Serves a display on a Unix socket that only this user can open, and on no port. Disposing ends
 * the server, which closes its connections, and removes the socket.
 */
export async function startVncServer(display: Display, mode: ScreenMode): Promise<VncServer> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(display.directory, 'vnc-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const path = join(directory, 'rfb');
  const server = owned.use(
    startProcess(VNC_PROGRAM, argumentsFor(display, mode, path), {
      environment: display.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  await listening(server);
  const resources = owned.move();
  return {
    exited: server.exited,
    connect: () => openSocket(path),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function argumentsFor(display: Display, mode: ScreenMode, path: string): string[] {
  const input = mode === 'control' ? '1' : '0';
  const options = {
    display: display.name,
    rfbport: '-1',
    rfbunixpath: path,
    rfbunixmode: '0600',
    // Access is checked earlier: at the port, by a one-time token.
    SecurityTypes: 'None',
    UseBlacklist: '0',
    AlwaysShared: '1',
    AcceptSetDesktopSize: '0',
    AcceptPointerEvents: input,
    AcceptKeyEvents: input,
    // Makes the server log when it is listening.
    Log: 'Main:stderr:30',
  };
  return Object.entries(options).map(([name, value]) => `-${name}=${value}`);
}

async function listening(server: OwnedProcess): Promise<void> {
  const { stderr } = server.child;
  const said = isSaid(stderr as Readable, 'Listening on');
  const timeUp = AbortSignal.timeout(START_DEADLINE_MS);
  const late = once(timeUp, 'abort').then(() => false);
  const isListening = await Promise.race([said, late, server.exited.then(() => false)]);
  if (!isListening) throw new ScreenUnavailableError();
  // Drain the rest of the server's output, so that the pipe does not fill up.
  stderr?.resume();
}

async function isSaid(output: Readable, words: string): Promise<boolean> {
  for await (const line of createInterface({ input: output })) {
    if (line.includes(words)) return true;
  }
  return false;
}

async function openSocket(path: string): Promise<Socket> {
  const signal = AbortSignal.timeout(CONNECT_DEADLINE_MS);
  for (;;) {
    const socket = await tryToConnect(path, signal);
    if (socket) return socket;
    await delay(RETRY_MS, undefined, { signal });
  }
}

/** Returns undefined when the server's accept backlog is full. */
async function tryToConnect(path: string, signal: AbortSignal): Promise<Socket | undefined> {
  const socket = connect({ path });
  // A broken connection also emits `close`, which is handled.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'EAGAIN') return undefined;
    socket.destroy();
    throw error;
  }
}

/** The VNC server did not start, for example because the display has just ended. */
class ScreenUnavailableError extends Error {
  readonly code = 'screen_unavailable';

  constructor() {
    super(`${VNC_PROGRAM} did not start, or not within ${START_DEADLINE_MS} ms.`);
    this.name = new.target.name;
  }
}
