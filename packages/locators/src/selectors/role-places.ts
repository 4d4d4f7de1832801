import { type PlaceReader, SelectorError } from './place-values.ts';

/** Reads `role=button[name="..."]` and determines how a value must be written in it. */
export function createRolePlaceReader(): PlaceReader {
  let delimiter: string | undefined;
  let isEscaped = false;
  let previous = '';
  let isInAttribute = false;
  return {
    read(character) {
      if (isEscaped) isEscaped = false;
      else if (character === '\\') isEscaped = true;
      else if (delimiter === character) delimiter = undefined;
      else if (!delimiter) {
        const opensPattern = character === '/' && previous === '=';
        if (character === '"' || character === "'" || opensPattern) delimiter = character;
        if (character === '[') isInAttribute = true;
        if (character === ']') isInAttribute = false;
      }
      if (character.trim() !== '') previous = character;
    },
    write(value) {
      if (isEscaped) throw new SelectorError('a backslash precedes it');
      if (delimiter === '/') return value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      if (delimiter) return escapeQuoted(value, delimiter);
      if (isInAttribute && previous === '=') {
        return /^(?:true|false|\d+)$/.test(value) ? value : `"${escapeQuoted(value, '"')}"`;
      }
      if (!isInAttribute && /^[\w-]+$/.test(value)) return value;
      throw new SelectorError('only a role or the value of an attribute can be used there');
    },
  };
}

function escapeQuoted(value: string, quote: string): string {
  return value.replaceAll('\\', String.raw`\\`).replaceAll(quote, `\\${quote}`);
}
