import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Desktop, openDesktop } from '@errand/desktop';
import { openBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { type FinishedRun, openStage, type RunOptions, type Stage } from './run-on-page.ts';

export interface ScreenStage extends Omit<Stage, 'debug'> {
  readonly desktop: Desktop;
  /** Belongs to this stage; removed with it. */
  readonly directory: string;
}

/** A page that receives no event for this long has received all of them. */
const QUIET_MS = 400;

/** Like `openStage`, for automations that act on the browser's screen. */
export async function openScreenStage(): Promise<ScreenStage> {
  await using resources = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-screen-'));
  resources.defer(() => rm(directory, { recursive: true, force: true }));
  const browser = resources.use(await openBrowser());
  const { environment } = browser;
  const { signal } = new AbortController();
  const desktop = resources.use(await openDesktop({ environment }, signal));
  const stage = resources.use(await openStage(browser));
  const owned = resources.move();
  return {
    url: stage.url,
    desktop,
    directory,
    async run(source, nodes, options = {}) {
      const finished = await stage.run(source, nodes, onScreen(options, desktop));
      await untilHeard(finished);
      return finished;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The last input to the X server may still be on its way through the browser to the page. */
async function untilHeard({ read }: FinishedRun): Promise<void> {
  const look = () => read('typeof state === "undefined" ? "" : JSON.stringify(state)');
  let before: unknown;
  for (let now = await look(); now !== before; now = await look()) {
    before = now;
    await delay(QUIET_MS);
  }
}

function onScreen(options: RunOptions, desktop: Desktop): RunOptions {
  return {
    ...options,
    automation: { backend: 'computer-vision', ...options.automation },
    dependencies: { desktop, ...options.dependencies },
  };
}

/**
 * Converts a point of the page area to screen coordinates, consistent with the events of a real
 * mouse.
 */
export async function toScreen(page: Page, x: number, y: number): Promise<[number, number]> {
  const corner = await page.evaluate(() => [screenX, screenY + outerHeight - innerHeight]);
  return [(corner[0] ?? 0) + x, (corner[1] ?? 0) + y];
}

/** The state kept by the drawn page. */
export function stateOf({ read }: FinishedRun): Promise<unknown> {
  return read('JSON.parse(JSON.stringify(state))');
}

interface Drawn {
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

/**
 * A page that is a single canvas: its buttons and its one field are drawn, so that only a pointer
 * and a keyboard can act on them. `state.clicks` lists the labels of clicked buttons, `state.text`
 * is the text typed into the field.
 */
export function drawnPage(buttons: readonly Drawn[], more = ''): string {
  return `<style>body { margin: 0; overflow: hidden } canvas { display: block; outline: none }</style>
    <canvas id=c tabindex=0 width=1200 height=640></canvas>${more}<script>
    state = { clicks: [], text: '', keys: [], held: [], events: [] };
    buttons = ${JSON.stringify(buttons)};
    field = { x: 40, y: 560, width: 600, height: 44 };
    const draw = () => {
      const pen = c.getContext('2d');
      pen.fillStyle = 'white'; pen.fillRect(0, 0, 1200, 640);
      pen.font = '20px sans-serif'; pen.textBaseline = 'middle';
      for (const { label, x, y } of buttons) {
        pen.fillStyle = 'black'; pen.fillText(label, x + 16, y + 23);
      }
      pen.strokeRect(field.x, field.y, field.width, field.height);
      pen.fillStyle = 'black'; pen.fillText(state.text, field.x + 10, field.y + 23);
    };
    const within = (event, { x, y, width = 150, height = 44 }) =>
      event.clientX >= x && event.clientY >= y && event.clientX < x + width && event.clientY < y + height;
    c.addEventListener('mousedown', (event) => {
      const hit = buttons.find((button) => within(event, button));
      state.events.push([event.button, event.detail, event.clientX, event.clientY, event.isTrusted]);
      if (hit) state.clicks.push(hit.label);
    });
    c.addEventListener('contextmenu', (event) => event.preventDefault());
    c.addEventListener('keydown', (event) => {
      state.held = [...new Set([...state.held, event.code])];
      state.keys.push(event.key);
      if (event.key === 'a' && event.ctrlKey) { state.isSelected = true; event.preventDefault(); }
      else if (event.key === 'Enter') state.sent = state.text;
      else if (event.key === 'Delete' || event.key === 'Backspace') state.text = '';
      else if (event.key.length === 1 && !event.ctrlKey) {
        state.text = (state.isSelected ? '' : state.text) + event.key;
        state.isSelected = false;
      }
      draw();
    });
    addEventListener('keyup', (event) => { state.held = state.held.filter((code) => code !== event.code); });
    draw();
  </script>`;
}
