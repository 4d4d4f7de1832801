import { mapped, type Mapping, type NodeDocument, skipped } from '../draft/mapping.ts';
import { interact } from '../draft/nodes.ts';
import { ownValue } from '../draft/own-value.ts';

const names: Readonly<Record<string, string>> = {
  ALT: 'Alt',
  BACKSPACE: 'Backspace',
  BACK_SPACE: 'Backspace',
  BKSP: 'Backspace',
  COMMAND: 'Meta',
  CONTROL: 'Control',
  CTRL: 'Control',
  DEL: 'Delete',
  DELETE: 'Delete',
  DOWN: 'ArrowDown',
  END: 'End',
  ENTER: 'Enter',
  ESC: 'Escape',
  ESCAPE: 'Escape',
  HOME: 'Home',
  INSERT: 'Insert',
  LEFT: 'ArrowLeft',
  META: 'Meta',
  PAGE_DOWN: 'PageDown',
  PAGE_UP: 'PageUp',
  PGDN: 'PageDown',
  PGUP: 'PageUp',
  RETURN: 'Enter',
  RIGHT: 'ArrowRight',
  SHIFT: 'Shift',
  SPACE: 'Space',
  TAB: 'Tab',
  UP: 'ArrowUp',
};
const modifiers = new Set(['Alt', 'Control', 'Meta', 'Shift']);

interface Typing {
  readonly command: string;
  /** Whether the text is part of a secret. */
  readonly isSecret: boolean;
  /** Returns the text for a node. */
  readonly type: (text: string) => string;
}

/** Reads `abc${KEY_ENTER}` as typing and key presses. A modifier is held until the end. */
export function readKeys(value: string, typing: Typing): Mapping {
  const { command, type } = typing;
  const nodes: NodeDocument[] = [];
  let held: string[] = [];
  let isUsed = true;
  const press = (...keys: string[]): void => {
    nodes.push(interact('key_press', { command, type: keys }));
    isUsed = true;
  };
  for (const part of value.split(/(\$\{KEY_\w+\})/)) {
    const key = /^\$\{KEY_(\w+)\}$/.exec(part)?.[1];
    const name = key === undefined ? undefined : keyOf(key);
    if (key === 'NULL') {
      if (!isUsed) press(...held);
      held = [];
    } else if (key !== undefined && name === undefined) {
      return skipped('It presses a key that Errand does not have.');
    } else if (name !== undefined && modifiers.has(name)) {
      held.push(name);
      isUsed = false;
    } else if (name !== undefined) {
      press(...held, name);
    } else if (part !== '' && held.length > 0) {
      const problem = problemOfHeld(part, held, typing);
      if (problem !== undefined) return skipped(problem);
      for (const character of part) press(...held, character);
    } else if (part !== '') {
      const text = type(part);
      nodes.push(interact('input_text', { command, input_text: text, fill_or_type: 'type' }));
    }
  }
  if (!isUsed) press(...held);
  return mapped(...nodes);
}

const keyOf = (key: string): string | undefined =>
  ownValue(names, key) ??
  (/^(?:F\d{1,2}|N\d|NUMPAD\d)$/.test(key) ? key.replace(/^N(?:UMPAD)?/, 'num') : undefined);

/** Text that is typed while a modifier is held becomes single keys. */
function problemOfHeld(
  text: string,
  held: readonly string[],
  { isSecret }: Typing,
): string | undefined {
  if (text.includes('${')) return 'It types the value of a variable while a key is held.';
  const isTyped = held.every((name) => name === 'Shift');
  return isSecret && isTyped ? 'It types part of a secret while a key is held.' : undefined;
}
