import type { Logger } from '@errand/app-runtime';
import { openScreenToken } from '@errand/stream-ticket/screens';
import { randomBytes } from 'node:crypto';
import { createNonces } from './nonces.ts';
import { openScreenPort } from './screen-port.ts';
import { type ShownSession, TaskScreen } from './task-screen.ts';
import type { ScreenMode } from './vnc-server.ts';

const KEY_BYTES = 32;

export interface ScreenSettings {
  /** Address to listen on for gateways. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** `host:port` for gateways, if different. */
  readonly address: string | undefined;
}

/** Where gateways reach the screens of this worker, and the key that signs its tokens. */
export interface ScreenAnnouncement {
  readonly address: string;
  /** Base64. */
  readonly key: string;
}

/** Live view of the tasks of this worker. */
export interface Screens extends AsyncDisposable {
  /** Undefined when live view is unavailable. */
  readonly announcement: ScreenAnnouncement | undefined;
  /** Local port that the live view listens on. */
  readonly port: number | undefined;
  /** Shows the session's display to viewers of the attempt; disposing disconnects them. */
  readonly show: (attempt: AttemptKey, session: ShownSession) => AsyncDisposable;
  /**
   * Turns control (mouse and keyboard) on or off for viewers of a shown attempt; turning it off
   * disconnects controlling viewers. An unfenced browser never accepts control. No-op for an
   * attempt that is not shown. Initially off.
   */
  readonly setControl: (taskId: string, leaseEpoch: number, isOn: boolean) => Promise<void>;
}

export interface AttemptKey {
  readonly taskId: string;
  readonly leaseEpoch: number;
}

interface ScreenDependencies extends ScreenSettings {
  readonly logger: Logger;
}

/**
 * Opens the screen port, the only TCP port on which others reach this worker. A connection sends a
 * one-time token line issued by the control plane, then speaks RFB with the display of that task.
 * Throws PortInUseError.
 */
export async function openScreens(dependencies: ScreenDependencies): Promise<Screens> {
  const { logger, host } = dependencies;
  const key = randomBytes(KEY_BYTES);
  const shown = new Map<string, TaskScreen>();
  const find = createGuard(key, shown);
  const port = await openScreenPort({
    ...dependencies,
    async onViewer(token, viewer) {
      try {
        const { screen, mode } = await find(token);
        await screen.show(mode, viewer);
      } catch (error) {
        logger.warn('viewer turned away', { error });
      }
    },
  });
  return {
    announcement: {
      address: dependencies.address ?? joinHostAndPort(host, port.port),
      key: key.toString('base64'),
    },
    port: port.port,
    show(attempt, session) {
      const screen = new TaskScreen(session, logger);
      shown.set(nameOf(attempt), screen);
      return {
        async [Symbol.asyncDispose]() {
          shown.delete(nameOf(attempt));
          await screen[Symbol.asyncDispose]();
        },
      };
    },
    async setControl(taskId, leaseEpoch, isOn) {
      const screen = shown.get(nameOf({ taskId, leaseEpoch }));
      if ((await screen?.setControl(isOn)) === false) {
        logger.warn('nobody can take over the browser, because it is not fenced in', { taskId });
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...shown.values()].map((screen) => screen[Symbol.asyncDispose]()));
      await port[Symbol.asyncDispose]();
    },
  };
}

/** Used when live view is unavailable. */
export const noScreens: Screens = {
  announcement: undefined,
  port: undefined,
  show: () => ({ [Symbol.asyncDispose]: async () => undefined }),
  setControl: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};

/** Returns a function that returns what a token grants, or throws when it grants nothing. */
function createGuard(key: Uint8Array, shown: ReadonlyMap<string, TaskScreen>) {
  const nonces = createNonces();
  return async (
    token: string,
  ): Promise<{ readonly screen: TaskScreen; readonly mode: ScreenMode }> => {
    const opened = openScreenToken(key, token);
    if (!nonces.take(opened.nonce, opened.expiresAt)) throw new ScreenRefusedError('used');
    const screen = shown.get(nameOf(opened));
    if (!screen) throw new ScreenRefusedError('not-shown');
    if (!(await screen.accepts(opened.mode))) throw new ScreenRefusedError('not-waiting');
    return { screen, mode: opened.mode };
  };
}

const REFUSALS = {
  used: 'The screen token was used before.',
  'not-shown': 'The attempt of the screen token is not running here, or no longer.',
  'not-waiting': 'The attempt of the screen token is not waiting for a person.',
} as const;

class ScreenRefusedError extends Error {
  readonly code: keyof typeof REFUSALS;

  constructor(code: keyof typeof REFUSALS) {
    super(REFUSALS[code]);
    this.name = new.target.name;
    this.code = code;
  }
}

function nameOf({ taskId, leaseEpoch }: AttemptKey): string {
  return `${taskId}/${leaseEpoch}`;
}

function joinHostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
