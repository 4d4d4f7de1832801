import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from '@errand/desktop';
import { pollUntil } from '@errand/test-kit';
import type { ElementHandle, Frame, Page } from 'puppeteer';
import { openRfbInput, type RfbInput } from './rfb-input.ts';
import { waitForReaction, waitUntilDrawn } from './wait-for-reaction.ts';

/** Pauses of a quick person: between two movements, and at least this long after an act. */
const paceMs = 12;
const reactionMs = 120;
const buttonMasks = { left: 1, middle: 2, right: 4, back: 128 } as const;
const keysyms: Readonly<Record<string, number>> = {
  Alt: 0xffe9,
  ArrowDown: 0xff54,
  ArrowLeft: 0xff51,
  ArrowRight: 0xff53,
  ArrowUp: 0xff52,
  Backspace: 0xff08,
  Control: 0xffe3,
  Delete: 0xffff,
  End: 0xff57,
  Enter: 0xff0d,
  Escape: 0xff1b,
  Home: 0xff50,
  PageDown: 0xff56,
  PageUp: 0xff55,
  Shift: 0xffe1,
  Tab: 0xff09,
};

/** An element as a person finds it, which may take a while. */
export interface Seen {
  readonly page: Page;
  /** The frame that contains the element. Default: the page itself. */
  readonly frame?: Frame;
  readonly find: () => Promise<ElementHandle>;
}

/** The first match of a CSS selector in a page or a frame, once it is visible. */
export function see(where: Page | Frame, selector: string): Seen {
  return {
    ...('page' in where ? { page: where.page(), frame: where } : { page: where }),
    async find() {
      const found = await where.waitForSelector(selector, { visible: true, timeout: 10_000 });
      if (!found) throw new Error(`Nobody sees ${selector}.`);
      return found;
    },
  };
}

interface ClickOptions {
  readonly button?: keyof typeof buttonMasks;
  readonly isDouble?: boolean;
  readonly held?: readonly string[];
}

/** Someone at the screen, who sees elements and acts only with the mouse and the keyboard. */
export interface Person extends AsyncDisposable {
  readonly click: (seen: Seen, options?: ClickOptions) => Promise<void>;
  /** Clicks into the field and replaces its text. */
  readonly fill: (seen: Seen, text: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Presses keys together. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Holds a key down, so that the X server repeats it. */
  readonly hold: (key: string, until: () => Promise<unknown>) => Promise<void>;
  readonly hover: (seen: Seen) => Promise<void>;
  readonly drag: (
    seen: Seen,
    to: Seen | { readonly x: number; readonly y: number },
  ) => Promise<void>;
  /** Turns the wheel over an element; negative values scroll up. */
  readonly wheel: (seen: Seen, turns: number) => Promise<void>;
  readonly clickAt: (page: Page, x: number, y: number) => Promise<void>;
}

/** Opens a VNC server on a display, and simulates a person who uses it. */
export async function openPerson(environment: NodeJS.ProcessEnv): Promise<Person> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'person-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const socket = join(directory, 'rfb');
  const flags = ['-rfbport', '-1', '-rfbunixpath', socket, '-SecurityTypes', 'None'];
  const display = environment['DISPLAY'] ?? '';
  owned.use(
    startProcess('X0tigervnc', ['-display', display, ...flags], { environment, stdio: 'ignore' }),
  );
  const input = owned.use(
    await pollUntil('the VNC server listens', () => openRfbInput(socket).catch(ignoreUnready)),
  );
  const resources = owned.move();
  return { ...createPerson(input), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** The socket is created some time after the start, and before the server listens. */
function ignoreUnready(error: unknown): undefined {
  const code = Error.isError(error) && 'code' in error ? error.code : undefined;
  if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error;
}

function createPerson(input: RfbInput): Omit<Person, typeof Symbol.asyncDispose> {
  let last: Pick<Seen, 'frame' | 'page'> | undefined;
  const look = async (seen: Seen): Promise<Point> => {
    last = seen;
    await waitUntilDrawn(seen.page);
    return pointOf(seen);
  };
  /** Waits like a person who looks at the effect of an act. */
  const react = async () => {
    await Promise.all([delay(reactionMs), input.flush()]);
    if (!last || last.page.isClosed()) return;
    await waitForReaction(last.page, last.frame ?? last.page.mainFrame());
  };
  const move = async (x: number, y: number, mask = 0) => {
    input.pointer(mask, x, y);
    await delay(paceMs);
  };
  const put = async (keys: readonly string[], isDown: boolean) => {
    for (const name of keys) input.key(keysymOf(name), isDown);
    await delay(paceMs);
  };
  const clickPoint = async (
    [x, y]: Point,
    { button = 'left', isDouble, held = [] }: ClickOptions,
  ) => {
    await move(x - 3, y);
    await move(x, y);
    await put(held, true);
    for (let clicks = isDouble ? 2 : 1; clicks > 0; clicks -= 1) {
      await move(x, y, buttonMasks[button]);
      await move(x, y);
    }
    await put(held.toReversed(), false);
    await react();
  };
  const press = async (...keys: readonly string[]) => {
    await put(keys, true);
    await put(keys.toReversed(), false);
    await react();
  };
  const type = async (text: string) => {
    for (const character of text) {
      const isShifted = /[A-Z~!@#$%^&*()_+{}|:"<>?]/.test(character);
      if (isShifted) input.key(keysymOf('Shift'), true);
      input.key(keysymOf(character), true);
      input.key(keysymOf(character), false);
      if (isShifted) input.key(keysymOf('Shift'), false);
      await delay(paceMs);
    }
    await react();
  };
  const click: Person['click'] = async (seen, options = {}) =>
    clickPoint(await look(seen), options);
  return {
    click,
    press,
    type,
    async clickAt(page, x, y) {
      const [left, top] = await cornerOf(page);
      await clickPoint([left + x, top + y], {});
    },
    async fill(seen, text) {
      await click(seen);
      await press('Control', 'a');
      await type(text);
    },
    async hold(key, until) {
      await put([key], true);
      try {
        await until();
      } finally {
        await put([key], false);
      }
      await react();
    },
    async hover(seen) {
      await move(...(await look(seen)));
      await react();
    },
    async drag(seen, to) {
      const [x, y] = await look(seen);
      const end: Point = 'find' in to ? await look(to) : [x + to.x, y + to.y];
      await move(x, y);
      await move(x, y, 1);
      const steps = 12;
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        await move(x + (end[0] - x) * part, y + (end[1] - y) * part, 1);
        // A person sees that the drag has begun.
        if (step === 3) await react();
      }
      await react();
      await move(...end, 1);
      await move(...end);
      await react();
    },
    async wheel(seen, turns) {
      const [x, y] = await look(seen);
      const mask = turns > 0 ? 16 : 8;
      await move(x, y);
      for (let turn = Math.abs(turns); turn > 0; turn -= 1) {
        await move(x, y, mask);
        await move(x, y);
      }
      await react();
    },
  };
}

type Point = readonly [x: number, y: number];

function keysymOf(name: string): number {
  return keysyms[name] ?? name.codePointAt(0) ?? 0;
}

/** Scrolls to the element and finds where it is on the screen. */
async function pointOf({ page, find }: Seen): Promise<Point> {
  await using handle = await find();
  await handle.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  const point = await steadyPoint(handle);
  const [left, top] = await cornerOf(page);
  return [left + point[0], top + point[1]];
}

/** A moving element is hard to hit. */
async function steadyPoint(handle: ElementHandle): Promise<Point> {
  let before: Point | undefined;
  for (;;) {
    const { x, y } = await handle.clickablePoint();
    if (before && before[0] === x && before[1] === y) return before;
    before = [x, y];
    await delay(paceMs * 2);
  }
}

/** Where the page starts on the screen. */
async function cornerOf(page: Page): Promise<Point> {
  return page.evaluate((): Point => [screenX, screenY + outerHeight - innerHeight]);
}
