import type { SeleniumCommand } from './selenium-command.ts';

/**
 * What JavaScript sees in a variable. `numeric`: a text that is a number. `any`: it depends on the
 * run.
 */
export type ValueKind = 'any' | 'number' | 'numeric' | 'text';

export interface StoredValues {
  /** Whether a command of the file writes the variable. */
  readonly has: (name: string) => boolean;
  readonly kindOf: (name: string) => ValueKind;
  /** The values that the file gives the variable; undefined if it has others, too. */
  readonly textsOf: (name: string) => readonly string[] | undefined;
}

interface Write {
  readonly name: string;
  readonly kind: ValueKind;
  readonly text?: string;
}

/** Finds what the commands of a file store in variables, wherever they stand. */
export function findStoredValues(commands: readonly SeleniumCommand[]): StoredValues {
  const writes = Map.groupBy(commands.flatMap(readWrite), ({ name }) => name);
  return {
    has: (name) => writes.has(name),
    kindOf(name) {
      const kinds = new Set(writes.get(name)?.map(({ kind }) => kind));
      if (kinds.size === 0) return 'text';
      if (kinds.has('numeric') && kinds.has('text')) kinds.delete('numeric');
      const [kind = 'any', ...others] = kinds;
      return others.length === 0 ? kind : 'any';
    },
    textsOf(name) {
      const texts = writes.get(name)?.map(({ text }) => text) ?? [undefined];
      return texts.includes(undefined) ? undefined : texts.flatMap((text) => text ?? []);
    },
  };
}

const texts = new Set(['storeAttribute', 'storeText', 'storeValue']);
const counts = new Set(['storeElementCount', 'storeXpathCount']);
const others = new Set(['executeAsyncScript', 'executeScript', 'forEach', 'storeJson']);

function readWrite({ name: command, target, value }: SeleniumCommand): Write[] {
  const name = value.trim();
  if (command === 'store') {
    if (target.includes('${')) return [{ name, kind: 'text' }];
    const isNumber = /^-?\d+(?:\.\d+)?$/.test(target);
    return [{ name, kind: isNumber ? 'numeric' : 'text', text: target }];
  }
  if (texts.has(command)) return [{ name, kind: 'text' }];
  if (counts.has(command)) return [{ name, kind: 'number' }];
  if (others.has(command)) return [{ name, kind: 'any' }];
  if (command === 'storeTitle') return [{ name: name === '' ? target.trim() : name, kind: 'text' }];
  return [];
}
