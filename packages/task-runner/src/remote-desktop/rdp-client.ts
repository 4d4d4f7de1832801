import { rm } from 'node:fs/promises';
import type { WorkerSchemas } from '@errand/api-types';
import { findProgram } from '@errand/desktop';
import type { Display } from '@errand/desktop';
import { startProcess } from '@errand/desktop';
import type { RdpHost } from './find-rdp-host.ts';
import { type ClientEnd, explainEnd } from './explain-end.ts';
import type { RdpConfig } from './rdp-settings.ts';
import { RemoteDesktopUnavailableError } from './remote-desktop-errors.ts';

const PROGRAM = 'xfreerdp';

export type RdpParameter = WorkerSchemas['RdpParameter'];

interface ClientOptions {
  readonly host: RdpHost;
  readonly login: Pick<RdpParameter, 'username' | 'password'>;
  readonly display: Display;
  /** Pixels of the display. */
  readonly width: number;
  readonly height: number;
  readonly config: RdpConfig;
}

/** A remote desktop on a display. Disposing ends it within a second. */
export interface RdpClient extends AsyncDisposable {
  /** Resolves when the client has ended, for whatever reason. */
  readonly ended: Promise<ClientEnd>;
}

/**
 * Shows a remote desktop full-screen. Clipboard, files, printers and sound are not redirected in
 * either direction. The password goes through a pipe. Throws RemoteDesktopUnavailableError.
 */
export async function startRdpClient(options: ClientOptions): Promise<RdpClient> {
  const { display, config, login } = options;
  const program = await findProgram(PROGRAM, display.environment['PATH']);
  if (program === undefined) throw new RemoteDesktopUnavailableError();
  const client = startProcess(program, argumentsFor(options), {
    environment: {
      ...display.environment,
      // xfreerdp keeps certificates in HOME, which is removed with the session.
      HOME: display.directory,
      ...(config.authorityFile !== undefined && { SSL_CERT_FILE: config.authorityFile }),
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const { stdin, stderr } = client.child;
  // The client may have ended before it read the password.
  stdin?.on('error', () => undefined);
  stdin?.end(`${login.password ?? ''}\n`);
  let said = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_SAID);
  });
  const ended = client.exited.then(() => explainEnd(client.child.exitCode, said));
  return {
    ended,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      if (client.child.pid !== undefined)
        await rm(sharedMemoryOf(client.child.pid), { force: true });
    },
  };
}

/** The shared memory that xfreerdp creates for its process and never removes. */
export function sharedMemoryOf(processId: number): string {
  const number = processId.toString(16).toUpperCase().padStart(16, '0');
  return `/dev/shm/com.freerdp.xfreerdp.tsmf_${number}`;
}

const MAX_SAID = 10_000;

function argumentsFor({ host, login, config, width, height }: ClientOptions): string[] {
  return [
    `/v:${host.address}`,
    `/cert:${certificatesOf(config, host)}`,
    // RDP's own encryption does not authenticate the server.
    ...(config.certificates === 'verify' ? ['-sec-rdp'] : []),
    ...(login.username === undefined ? [] : [`/u:${login.username}`]),
    ...(login.password === undefined ? [] : ['/from-stdin:force']),
    '/f',
    `/size:${width}x${height}`,
    '/bpp:24',
    '/kbd:0x00000409',
    '/client-hostname:errand',
    '/audio-mode:2',
    '-clipboard',
    '-drives',
    '-home-drive',
    '-toggle-fullscreen',
    '-wallpaper',
    '-menu-anims',
    '-auto-reconnect',
    '/log-level:ERROR',
  ];
}

function certificatesOf({ certificates, fingerprints }: RdpConfig, { name }: RdpHost): string {
  if (certificates === 'ignore') return 'ignore';
  const known = fingerprints.map((fingerprint) => `fingerprint:sha256:${fingerprint}`);
  return ['deny', `name:${name}`, ...known].join(',');
}
