import { findModifier, isTypingKey, KEY, type Modifier } from './keysyms.ts';

export interface KeyPress {
  readonly keysym: number;
  readonly isDown: boolean;
}

const MOVEMENT = [KEY.left, KEY.up, KEY.right, KEY.down, KEY.home, KEY.end];

/** Copy, cut, paste, select all, undo, redo, and moving by words. */
const WITH_CONTROL: ReadonlySet<number> = new Set([
  ...Buffer.from('acvxyz'),
  ...MOVEMENT,
  KEY.backspace,
  KEY.delete,
  KEY.insert,
  KEY.return,
]);

/** Ctrl+Shift with these is not a browser shortcut, unlike Ctrl+Shift+C, +V and +Delete. */
const WITH_CONTROL_AND_SHIFT: ReadonlySet<number> = new Set([...Buffer.from('zZ'), ...MOVEMENT]);

/**
 * Lets a person type into a page, but not reach the browser around it. Ctrl, Alt, Meta and Super
 * are never held down on the screen: an allowed combination with Ctrl is sent as a whole, so that
 * neither the order of presses, nor a repeating key, nor a second viewer can complete another.
 */
export class KeyFence {
  readonly #held = new Set<number>();

  /** Returns the presses to send instead; none for a dropped press. */
  translate(press: KeyPress): readonly KeyPress[] {
    const modifier = findModifier(press.keysym);
    if (modifier === undefined) return press.isDown ? this.#pressed(press) : released(press);
    if (press.isDown) this.#held.add(press.keysym);
    else this.#held.delete(press.keysym);
    return modifier === 'control' || modifier === 'barred' ? [] : [press];
  }

  #pressed(press: KeyPress): readonly KeyPress[] {
    const { keysym } = press;
    if (this.#holds('barred')) return [];
    const hasShift = this.#holds('shift');
    if (this.#holds('control')) {
      const allowed = hasShift ? WITH_CONTROL_AND_SHIFT : WITH_CONTROL;
      return allowed.has(keysym) ? combine(keysym) : [];
    }
    // Shift+Escape opens the browser's task manager.
    if (hasShift && keysym === KEY.escape) return [];
    return isTypingKey(keysym) ? [press] : [];
  }

  #holds(modifier: Modifier): boolean {
    for (const keysym of this.#held) if (findModifier(keysym) === modifier) return true;
    return false;
  }
}

/** Also applies to a key that was not pressed on the screen, where it has no effect. */
function released(press: KeyPress): readonly KeyPress[] {
  return isTypingKey(press.keysym) ? [press] : [];
}

function combine(keysym: number): readonly KeyPress[] {
  return [
    { keysym: KEY.controlLeft, isDown: true },
    { keysym, isDown: true },
    { keysym, isDown: false },
    { keysym: KEY.controlLeft, isDown: false },
  ];
}
