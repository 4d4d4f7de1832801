import type { Desktop, ScreenPoint } from '@errand/desktop';
import type { ClickOptions, InputOptions, TargetElement } from '../page/acting/element-acts.ts';
import { PageMissingError } from '../errors.ts';
import type { ScreenRun } from './screen-run.ts';
import type { TypedText } from '../secrets/typed-text.ts';
import { desktopKeys } from './desktop-keys.ts';
import { typeOnScreen } from './type-on-screen.ts';

export interface ScreenTarget {
  readonly desktop: Desktop;
  /** Waits for the place. `isForced` skips the check that it is the right place. */
  readonly find: (options: { readonly isForced: boolean }) => Promise<ScreenPoint>;
  /** Called right before every action that must not be repeated. */
  readonly onAct?: () => void;
}

/**
 * Creates the methods that act on a place on the screen. The place is found once, before the first
 * action.
 */
export function createScreenElement(run: ScreenRun, target: ScreenTarget): TargetElement {
  const { signal } = run;
  const { desktop, onAct } = target;
  let found: Promise<ScreenPoint> | undefined;
  const find = (options = { isForced: false }) => (found ??= target.find(options));
  const clickFirst = async () => {
    const point = await find();
    onAct?.();
    await desktop.click(point, { button: 'left', count: 1 }, signal);
  };
  const focus = async ({ isClickedFirst = true }: InputOptions = {}) => {
    if (isClickedFirst) await clickFirst();
    onAct?.();
  };
  return {
    async click(options: ClickOptions = {}) {
      const { button = 'left', count = 1, force = false, offset = { x: 0, y: 0 } } = options;
      const { x, y } = await find({ isForced: force });
      onAct?.();
      await desktop.click({ x: x + offset.x, y: y + offset.y }, { button, count }, signal);
    },
    async hover() {
      await desktop.movePointer(await find(), signal);
    },
    focus,
    async fill(text, options) {
      await focus(options);
      await desktop.pressTogether(['Control', 'a'], signal);
      await replaceSelection(run, desktop, text);
    },
    async type(text, options) {
      await focus(options);
      await typeOnScreen(run, desktop, text);
    },
    /** Presses without a click: focus is where the step has put it. */
    press: (key) => desktop.pressTogether([key], signal),
    async pressTogether(keys) {
      await clickFirst();
      await desktop.pressTogether(desktopKeys(keys), signal);
    },
    ...onPagesOnly,
  };
}

async function replaceSelection(run: ScreenRun, desktop: Desktop, text: TypedText): Promise<void> {
  if (text === '') await desktop.pressTogether(['Delete'], run.signal);
  else await typeOnScreen(run, desktop, text);
}

const refuse = () => Promise.reject(new PageMissingError());
/** Actions that need an element find it on its page, even in a run that acts on the screen. */
const onPagesOnly = {
  scrollIntoView: refuse,
  slide: refuse,
  selectOptions: refuse,
  readOptions: refuse,
  setChecked: refuse,
  setValue: refuse,
  dragTo: refuse,
  upload: refuse,
};
