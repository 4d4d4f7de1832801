import { pollUntil } from '@errand/test-kit';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ServeScreen } from './start-screen-port.ts';

export interface TestVnc extends AsyncDisposable {
  /** Connects a socket to the VNC server. */
  readonly serve: ServeScreen;
  /** Sends SIGKILL to the VNC server. */
  readonly kill: () => void;
}

/**
 * Starts a white screen of 320 x 240 pixels and a VNC server without input on a Unix socket, as a
 * worker does.
 */
export async function startVnc(): Promise<TestVnc> {
  await using owned = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'errand-vnc-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const flags = ['-displayfd', '3', '-screen', '0', '320x240x24', '-nolisten', 'tcp', '-wr'];
  const display = spawn('Xvfb', flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  owned.defer(() => end(display));
  const [number] = await once(display.stdio[3] as Readable, 'data');
  const path = join(directory, 'vnc.sock');
  const server = spawn('X0tigervnc', serverFlags(String(number).trim(), path), { stdio: 'ignore' });
  owned.defer(() => end(server));
  await pollUntil('the VNC server listens', () => existsSync(path));
  const resources = owned.move();
  return {
    serve: (socket) => void pipeToVnc(socket, path),
    kill: () => server.kill('SIGKILL'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function pipeToVnc(socket: Socket, path: string): Promise<void> {
  const screen = await pollUntil('the VNC server has room', () => tryConnect(path));
  screen.on('error', () => socket.destroy());
  socket.once('close', () => screen.destroy());
  screen.pipe(socket).pipe(screen);
}

/** Undefined when too many others are connecting: the kernel then returns EAGAIN. */
async function tryConnect(path: string): Promise<Socket | undefined> {
  const screen = connect(path);
  try {
    await once(screen, 'connect');
    return screen;
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}

function serverFlags(display: string, path: string): string[] {
  const input = ['-AcceptPointerEvents=0', '-AcceptKeyEvents=0', '-AcceptSetDesktopSize=0'];
  const access = ['-SecurityTypes', 'None', '-AlwaysShared', '-UseBlacklist=0', ...input];
  return ['-display', `:${display}`, '-rfbport', '-1', '-rfbunixpath', path, ...access];
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
