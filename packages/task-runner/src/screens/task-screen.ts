import type { Logger } from '@errand/app-runtime';
import type { Socket } from 'node:net';
import { cut } from './join-sockets.ts';
import { type Display, parkPointer, releaseInput } from '@errand/desktop';
import { SharedVncServer } from './shared-vnc-server.ts';
import { startVncServer, type ScreenMode } from './vnc-server.ts';

export interface ShownSession {
  readonly display: Display;
  /** Finds out whether a person may use the browser on it. */
  readonly isFenced: () => Promise<boolean>;
  /** Page of the browser; undefined when there is no browser. */
  readonly page?: object | undefined;
}

/**
 * One attempt's display as viewers see it. Disposing disconnects viewers and leaves the display
 * alone.
 */
export class TaskScreen implements AsyncDisposable {
  readonly #isFenced: ShownSession['isFenced'];
  readonly #display: Display;
  readonly #isBrowser: boolean;
  readonly #logger: Logger;
  readonly #servers: Readonly<Record<ScreenMode, SharedVncServer>>;
  readonly #viewers = new Set<Socket>();
  #isControllable = false;
  /** Control may be turned off again before the fence has been checked. */
  #isControlWanted = false;
  /** Resolves once it is known whether the browser is fenced in. */
  #checked = Promise.resolve();
  /** A viewer may have left a key or button pressed. */
  #wasControlled = false;
  #isOver = false;

  constructor({ display, isFenced, page }: ShownSession, logger: Logger) {
    this.#isFenced = isFenced;
    this.#display = display;
    this.#isBrowser = page !== undefined;
    this.#logger = logger;
    const serverOf = (mode: ScreenMode) => new SharedVncServer(() => startVncServer(display, mode));
    this.#servers = { view: serverOf('view'), control: serverOf('control') };
  }

  /** Returns whether a viewer of this mode is admitted, as soon as that is known. */
  async accepts(mode: ScreenMode): Promise<boolean> {
    if (mode === 'control') await this.#checked;
    return !this.#isOver && (mode === 'view' || this.#isControllable);
  }

  /**
   * Allows control by viewers, or disconnects controlling viewers and releases what they hold
   * pressed. Returns false if the browser is not fenced in, so that nobody may control it.
   */
  async setControl(isOn: boolean): Promise<boolean> {
    this.#isControlWanted = isOn;
    if (!isOn) {
      await this.#endControl();
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#checked = promise;
    try {
      const isFenced = await this.#isFenced();
      this.#isControllable = isFenced && this.#isControlWanted && !this.#isOver;
      return isFenced;
    } finally {
      resolve();
    }
  }

  /** Serves the screen until the viewer is disconnected. Throws when it cannot be shown. */
  async show(mode: ScreenMode, viewer: Socket): Promise<void> {
    if (!(await this.accepts(mode))) return cut(viewer);
    this.#viewers.add(viewer);
    if (mode === 'control') this.#wasControlled = true;
    try {
      await this.#servers[mode].serve(viewer);
    } finally {
      this.#viewers.delete(viewer);
      cut(viewer);
      // Other viewers may be in control; their clients press held keys again.
      if (mode === 'control' && this.#isControllable) await this.#release();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#viewers.forEach((viewer) => cut(viewer));
    await Promise.all([this.#servers.view.stop(), this.#endControl()]);
  }

  async #endControl(): Promise<void> {
    this.#isControllable = false;
    await this.#servers.control.stop();
    if (!this.#wasControlled) return;
    this.#wasControlled = false;
    await this.#release();
    if (this.#isBrowser) await this.#clean('the pointer may disturb the page', parkPointer);
  }

  #release(): Promise<void> {
    return this.#clean('keys may stay pressed', releaseInput);
  }

  async #clean(risk: string, work: (display: Display) => Promise<void>): Promise<void> {
    try {
      await work(this.#display);
    } catch (error) {
      this.#logger.warn(`${risk}, unless the display is gone`, { error });
    }
  }
}
