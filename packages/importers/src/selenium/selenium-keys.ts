import type { NodeDocument } from '../draft/mapping.ts';
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

/** Reads `abc${KEY_ENTER}` as typing and key presses; undefined for an unknown key. */
export function readKeys(
  value: string,
  command: string,
  type: (text: string) => string,
): NodeDocument[] | undefined {
  const nodes: NodeDocument[] = [];
  const held: string[] = [];
  for (const part of value.split(/(\$\{KEY_\w+\})/)) {
    const key = /^\$\{KEY_(\w+)\}$/.exec(part)?.[1];
    if (key !== undefined) {
      const name =
        ownValue(names, key) ??
        (/^(?:F\d{1,2}|N\d)$/.test(key) ? key.replace('N', 'num') : undefined);
      if (name === undefined) return undefined;
      if (modifiers.has(name)) held.push(name);
      else nodes.push(interact('key_press', { command, type: [...held.splice(0), name] }));
    } else if (held.length > 0 && part !== '') {
      const [first = '', ...rest] = part;
      nodes.push(interact('key_press', { command, type: [...held.splice(0), first] }));
      if (rest.length > 0) nodes.push(typing(rest.join(''), command, type));
    } else if (part !== '') {
      nodes.push(typing(part, command, type));
    }
  }
  return nodes;
}

const typing = (text: string, command: string, type: (text: string) => string): NodeDocument =>
  interact('input_text', { command, input_text: type(text), fill_or_type: 'type' });
