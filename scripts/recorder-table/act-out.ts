import type { Recorder } from '@errand/automation-engine';
import type { Eyes, Person } from '@errand/automation-engine/person';
import { setTimeout as delay } from 'node:timers/promises';

/** Pause between two acts, for delayed changes to the page. */
const LOOK_MS = 250;
const PIXELS_PER_TURN = 100;

/** A simulated person at the screen of a page being recorded. */
export interface Scene {
  readonly person: Person;
  readonly eyes: Eyes;
  readonly recorder: Recorder;
}

type Params = Readonly<Record<string, unknown>> & { readonly command?: string };
type Act = (scene: Scene, params: Params) => Promise<void>;

/** The keys of a keyboard by the names that automations use. */
const KEYS: Readonly<Record<string, string>> = {
  alt: 'Alt',
  backspace: 'Backspace',
  ctrl: 'Control',
  del: 'Delete',
  delete: 'Delete',
  down: 'ArrowDown',
  end: 'End',
  enter: 'Enter',
  esc: 'Escape',
  escape: 'Escape',
  home: 'Home',
  left: 'ArrowLeft',
  pagedown: 'PageDown',
  pageup: 'PageUp',
  right: 'ArrowRight',
  shift: 'Shift',
  space: ' ',
  tab: 'Tab',
  up: 'ArrowUp',
};

/** How a person carries out a node with only mouse and keyboard. */
const ACTS: Readonly<Record<string, Act>> = {
  async click_element({ person, eyes }, { command = '', button = 'left', double_click: isDouble }) {
    await person.click(eyes.see(command), {
      button: button as 'left',
      isDouble: isDouble === true,
    });
  },
  hover: ({ person, eyes }, { command = '' }) => person.hover(eyes.see(command)),
  async key_press(scene, { command, type }) {
    if (command !== undefined) await focus(scene, command);
    const names = [type as string | readonly string[]].flat();
    await scene.person.press(...names.map((name) => KEYS[name.toLowerCase()] ?? name));
  },
  async input_text(scene, { command, input_text: text, fill_or_type: way, press_enter: hasEnter }) {
    const { person } = scene;
    if (command !== undefined && way === undefined) await fill(scene, command, String(text));
    else {
      if (command !== undefined) await focus(scene, command);
      await person.type(String(text));
    }
    if (hasEnter === true) await person.press('Enter');
  },
  check: (scene, params) => tick(scene, params, true),
  uncheck: (scene, params) => tick(scene, params, false),
  async select_option({ person, eyes }, { command = '', select_values: wanted }) {
    const select = eyes.see(command);
    const [value = ''] = wanted as readonly string[];
    const label = await labelOf(select, value);
    await person.click(select);
    await person.type(label);
    await person.press('Enter');
  },
  /** The recorder passes the file to the file chooser. */
  upload_file: ({ person, eyes }, { command = '' }) => person.click(eyes.see(command)),
  async drag_and_drop({ person, eyes }, { command = '', destination, offset }) {
    const to = destination as { readonly command: string } | undefined;
    await person.drag(
      eyes.see(command),
      to ? eyes.see(to.command) : (offset as { readonly x: number; readonly y: number }),
    );
  },
  scroll: ({ person, eyes }, { amount }) =>
    person.wheel(eyes.see('locator("body")'), Math.ceil(Number(amount) / PIXELS_PER_TURN)),
  /** Points at the element to extract. */
  async locator({ person, eyes, recorder }, { command = '' }) {
    await recorder.pointAt('extract');
    await person.click(eyes.see(command));
  },
};

/** Carries out the nodes of an automation. Throws for a kind that a person cannot perform. */
export async function actOut(scene: Scene, nodes: readonly object[]): Promise<void> {
  for (const node of nodes) {
    await delay(LOOK_MS);
    const [action] = Object.entries(node)
      .filter(([name]) => name.endsWith('_action'))
      .map(([, value]) => value as Readonly<Record<string, Params>>);
    const [[kind, params] = ['', {}]] = Object.entries(action ?? {});
    // Waits and counts leave no trace in the page.
    if (kind === 'sleep_time' || kind === 'count_locator') continue;
    const act = ACTS[kind];
    if (!act) throw new Error(`A person cannot perform ${kind}.`);
    await act(scene, params);
  }
}

type Seen = ReturnType<Eyes['see']>;

async function focus({ person, eyes }: Scene, command: string): Promise<void> {
  const seen = eyes.see(command);
  await using handle = await seen.find();
  const hasFocus = await handle.evaluate((element) => element.matches(':focus, :focus-within'));
  if (!hasFocus) await person.click(seen);
}

async function fill({ person, eyes }: Scene, command: string, text: string): Promise<void> {
  const seen = eyes.see(command);
  await person.click(seen);
  await person.press('Control', 'a');
  if (text === '') await person.press('Backspace');
  else await person.type(text);
}

async function tick({ person, eyes }: Scene, { command = '' }: Params, wanted: boolean) {
  const seen = eyes.see(command);
  await using handle = await seen.find();
  const isTicked = await handle.evaluate(
    (element) => element.matches(':checked') || element.getAttribute('aria-checked') === 'true',
  );
  if (isTicked !== wanted) await person.click(seen);
}

async function labelOf(select: Seen, value: string): Promise<string> {
  await using handle = await select.find();
  return await handle.evaluate((element, wanted) => {
    const options = [...(element as HTMLSelectElement).options];
    return options.find((one) => [one.value, one.label].includes(wanted))?.label ?? wanted;
  }, value);
}
