import { type Desktop, type Display, openDesktop, openDisplay } from '@errand/desktop';
import type { EgressGuard } from '@errand/egress-guard';
import type { SessionOptions } from '../browser/session-options.ts';
import type { Session } from '../browser/session.ts';
import { openSessionDirectory } from '../browser/session-directory.ts';
import { awaitDesktop } from './await-desktop.ts';
import { type ClientEnd, errorOfEnd } from './explain-end.ts';
import { findRdpHost } from './find-rdp-host.ts';
import { type RdpParameter, startRdpClient } from './rdp-client.ts';
import type { RdpConfig } from './rdp-settings.ts';
import { RemoteDesktopLoggedOffError, RemoteDesktopLostError } from './remote-desktop-errors.ts';
import { watchInputs } from './watch-inputs.ts';

type DisplayOptions = Pick<SessionOptions, 'workDirectory' | 'width' | 'height' | 'environment'>;

interface RemoteSessionOptions extends DisplayOptions {
  readonly parameter: RdpParameter;
  readonly config: RdpConfig;
  /** Decides which hosts are allowed when the settings name none. */
  readonly egress: Pick<EgressGuard, 'resolve'>;
}

/**
 * Opens a display for a remote desktop. It connects only when the task asks for its desktop, so
 * that errors become the task's failure. Disposing ends the connection within a second and removes
 * everything written here.
 */
export async function openRemoteSession(options: RemoteSessionOptions): Promise<Session> {
  await using owned = new AsyncDisposableStack();
  const directory = owned.use(await openSessionDirectory(options.workDirectory));
  const environment = { ...options.environment, TMPDIR: directory.temporary };
  const display = owned.use(
    await openDisplay({ ...options, directory: directory.path, environment }),
  );
  const resources = owned.move();
  const ended = new AbortController();
  let connection: Connection | undefined;
  let leaving: Promise<void> | undefined;
  const leave = (): Promise<void> =>
    (leaving ??= Promise.resolve(connection?.[Symbol.asyncDispose]()));
  let ending: Promise<void> | undefined;
  const noteEnd = async (opened: Connection): Promise<void> => {
    const { kind, reason } = await opened.ended;
    // The session is being ended on purpose.
    if (leaving || ending || kind === 'logoff') return;
    ended.abort(new RemoteDesktopLostError(options.parameter.host, reason));
  };
  return {
    channel: 'remote-desktop',
    page: undefined,
    display,
    // The desktop is the task's own; nothing from this machine is on it.
    isFenced: async () => true,
    isBehindProxy: false,
    problemOf: () => undefined,
    downloadsDirectory: directory.downloads,
    inputsDirectory: directory.inputs,
    isAlive: () => !ended.signal.aborted,
    // A remote session is never kept for another task.
    answers: async () => false,
    tidy: async () => false,
    async openDesktop(signal) {
      connection = resources.use(await connect(options, display, signal));
      void noteEnd(connection);
      return connection.desktop;
    },
    leave,
    ended: ended.signal,
    [Symbol.asyncDispose]: () => (ending ??= resources.disposeAsync()),
  };
}

interface Connection extends AsyncDisposable {
  readonly desktop: Desktop;
  readonly ended: Promise<ClientEnd>;
}

/**
 * Resolves when the user's desktop is visible. Throws what awaitDesktop throws, or why the client
 * ended.
 */
async function connect(
  { parameter, config, egress, width, height }: RemoteSessionOptions,
  display: Display,
  signal: AbortSignal,
): Promise<Connection> {
  const host = await findRdpHost(parameter.host, config.allowedHosts ?? egress, signal);
  await using owned = new AsyncDisposableStack();
  const { environment } = display;
  const desktop = owned.use(await openDesktop({ environment, canTypeAnyCharacter: false }, signal));
  const client = owned.use(
    await startRdpClient({ host, login: parameter, display, width, height, config }),
  );
  let isLoggedOff = false;
  const ended = client.ended.then((end) => {
    isLoggedOff = end.kind === 'logoff';
    return end;
  });
  const over = new AbortController();
  const waiting = AbortSignal.any([signal, over.signal]);
  const failed = ended.then((end) => {
    throw errorOfEnd(host, end);
  });
  try {
    const { loginMs } = config;
    await Promise.race([awaitDesktop({ desktop, host, loginMs }, waiting), failed]);
  } finally {
    over.abort();
  }
  const resources = owned.move();
  return {
    desktop: watchInputs(desktop, () => {
      if (isLoggedOff) throw new RemoteDesktopLoggedOffError(host.text);
    }),
    ended,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
