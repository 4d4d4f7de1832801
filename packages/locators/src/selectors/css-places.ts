import { type PlaceReader, SelectorError } from './place-values.ts';

const textFunctions = new Set(['has-text', 'text', 'text-is', 'text-matches']);
const NUMBER_FUNCTIONS = /^(?:nth-|near$|left-of$|right-of$|above$|below$)/;

/** Reads just enough CSS to know whether a value is in a string, an attribute or a function. */
export function createCssPlaceReader(): PlaceReader {
  let quote: string | undefined;
  let isEscaped = false;
  let word = '';
  let previous = '';
  const open: string[] = [];

  const readUnquoted = (character: string) => {
    if (character === '"' || character === "'") quote = character;
    else if (character === '(') open.push(word);
    else if (character === '[') open.push('[');
    else if (character === ')' || character === ']') open.pop();
    word = /[\w-]/.test(character) ? word + character : '';
  };

  return {
    read(character) {
      if (isEscaped) isEscaped = false;
      else if (character === '\\') isEscaped = true;
      else if (!quote) readUnquoted(character);
      else if (character === quote) quote = undefined;
      if (character.trim() !== '') previous = character;
    },
    write(value) {
      if (isEscaped) throw new SelectorError('a backslash precedes it');
      if (quote) return insideString(value, quote, open.at(-1));
      // A value that continues a name may be any text, even empty.
      if (word !== '') return escapeName(value);
      return unquoted(value, previous, open.at(-1));
    },
  };
}

function insideString(value: string, quote: string, place: string | undefined): string {
  const text = place === 'text-matches' ? quotePattern(value) : value;
  return escapeString(text, quote);
}

function unquoted(value: string, previous: string, place: string | undefined): string {
  if (place !== undefined && textFunctions.has(place)) {
    return `"${insideString(value, '"', place)}"`;
  }
  const isNumberPlace = place !== undefined && NUMBER_FUNCTIONS.test(place);
  if (isNumberPlace && /[(,+-]/.test(previous) && /^-?\d+$/.test(value)) return value;
  if (isNumberPlace && place !== 'nth-match' && place.startsWith('nth-')) {
    throw new SelectorError(`a whole number belongs in :${place}(...)`);
  }
  if (place === '[' && previous === '=') return `"${escapeString(value, '"')}"`;
  if (value === '') throw new SelectorError('its value is empty, which is not a CSS name');
  if (value === '-') throw new SelectorError('its value is a hyphen, which is not a CSS name');
  return escapeName(value);
}

/** Escapes for a pattern inside a CSS string. */
function quotePattern(value: string): string {
  return value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function escapeString(value: string, quote: string): string {
  return value.replaceAll(/[\p{Cc}\\"']/gu, (character) => {
    if (character === '\\' || character === quote) return `\\${character}`;
    return character === '"' || character === "'" ? character : escapeCodePoint(character);
  });
}

/** Equivalent to the browsers' `CSS.escape`. */
function escapeName(value: string): string {
  return Array.from(value)
    .map((character, index) => {
      const isAtStart = index === 0 || (index === 1 && value.startsWith('-'));
      if (/\p{Cc}/u.test(character) || (isAtStart && /\d/.test(character))) {
        return escapeCodePoint(character);
      }
      return /[\w\u0080-\u{10FFFF}-]/u.test(character) ? character : `\\${character}`;
    })
    .join('');
}

function escapeCodePoint(character: string): string {
  return character === '\0' ? '\uFFFD' : `\\${character.charCodeAt(0).toString(16)} `;
}
