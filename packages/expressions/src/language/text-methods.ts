import type { Budget } from './budget.ts';
import type { Signature } from './call-arguments.ts';
import { iterate, sliceText } from './sequences.ts';
import { OperationError } from './operation-error.ts';
import { charactersOf, describeType, isList, lengthOf, toCount, type Value } from './value.ts';

type Given = readonly (Value | undefined)[];

export interface TextMethod {
  readonly signature: Signature;
  readonly run: (text: string, given: Given, budget: Budget) => Value;
}

const space = String.raw`[\t-\r\x1C-\x20\x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]`;
const spacePattern = new RegExp(space);
const wordPattern = new RegExp(`(?:(?!${space})[^])+`, 'g');
const nothing: Signature = { parameters: [], required: 0 };
const search: Signature = { parameters: ['text', 'start', 'stop'], required: 1 };

/** The methods of strings, with Python's results. */
export const textMethods: ReadonlyMap<string, TextMethod> = new Map([
  ['strip', { signature: { parameters: ['characters'], required: 0 }, run: strip }],
  ['upper', { signature: nothing, run: (text) => text.toUpperCase() }],
  ['lower', { signature: nothing, run: (text) => text.toLowerCase() }],
  ['title', { signature: nothing, run: title }],
  [
    'split',
    {
      signature: { parameters: ['separator', 'maxsplit'], required: 0, named: ['maxsplit'] },
      run: split,
    },
  ],
  ['join', { signature: { parameters: ['list'], required: 1 }, run: join }],
  ['replace', { signature: { parameters: ['old', 'new', 'count'], required: 2 }, run: replace }],
  ['find', { signature: search, run: (text, given, budget) => BigInt(find(text, given, budget)) }],
  ['index', { signature: search, run: index }],
  ['count', { signature: search, run: count }],
  [
    'startswith',
    {
      signature: { parameters: ['text'], required: 1 },
      run: (text, [start = null]) => text.startsWith(toText(start)),
    },
  ],
  [
    'endswith',
    {
      signature: { parameters: ['text'], required: 1 },
      run: (text, [end = null]) => text.endsWith(toText(end)),
    },
  ],
  [
    'isdigit',
    { signature: nothing, run: (text) => /^[\p{Nd}\u00B2\u00B3\u00B9\u2070-\u2089]+$/u.test(text) },
  ],
  ['zfill', { signature: { parameters: ['width'], required: 1 }, run: zfill }],
]);

function strip(text: string, [wanted = null]: Given): string {
  const characters = charactersOf(text);
  const unwanted = wanted === null ? undefined : new Set(charactersOf(toText(wanted)));
  const isKept = (character: string) =>
    unwanted ? !unwanted.has(character) : !spacePattern.test(character);
  const first = characters.findIndex(isKept);
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isKept) + 1).join('');
}

function title(text: string): string {
  return text.replaceAll(/[\p{L}\p{M}]+/gu, (word) => {
    const [first = '', ...rest] = charactersOf(word);
    return first.toUpperCase() + rest.join('').toLowerCase();
  });
}

function split(text: string, [separator = null, most = -1n]: Given, budget: Budget): Value {
  const limit = toCount(most, 'maxsplit');
  const parts =
    separator === null ? splitAtSpaces(text, limit) : splitAt(text, toText(separator), limit);
  budget.spend(parts.length);
  return parts;
}

function splitAt(text: string, separator: string, limit: number): string[] {
  if (separator === '') throw new OperationError('The separator must not be empty.');
  const parts = text.split(separator);
  if (limit < 0 || parts.length <= limit + 1) return parts;
  return [...parts.slice(0, limit), parts.slice(limit).join(separator)];
}

function splitAtSpaces(text: string, limit: number): string[] {
  const words = Array.from(text.matchAll(wordPattern));
  const first = words[limit];
  if (limit < 0 || !first) return words.map(([word]) => word);
  return [...words.slice(0, limit).map(([word]) => word), text.slice(first.index)];
}

function join(separator: string, [list = null]: Given, budget: Budget): Value {
  const parts = iterate(list, budget).map((part) => toText(part));
  const length = parts.reduce((total, part) => total + part.length + separator.length, 0);
  budget.spendOnText(length);
  return parts.join(separator);
}

function replace(text: string, given: Given, budget: Budget): Value {
  const [old, replacement] = given.map((argument) => argument ?? null);
  const wanted = toText(old ?? null);
  const inserted = toText(replacement ?? null);
  const most = toCount(given[2] ?? -1n, 'The number of replacements');
  const pieces = wanted === '' ? ['', ...charactersOf(text), ''] : text.split(wanted);
  budget.spend(pieces.length);
  const replacements = most < 0 ? pieces.length - 1 : Math.min(most, pieces.length - 1);
  budget.spendOnText(text.length + replacements * inserted.length);
  const replaced = pieces.slice(0, replacements + 1).join(inserted);
  const rest = pieces.slice(replacements + 1).map((piece) => wanted + piece);
  return replaced + rest.join('');
}

/** Returns the position of the first match, in characters, or -1. */
function find(text: string, given: Given, budget: Budget): number {
  const [wanted, offset, part] = searched(text, given, budget);
  const place = part.indexOf(wanted);
  return place === -1 ? -1 : offset + lengthOf(part.slice(0, place), budget);
}

function index(text: string, given: Given, budget: Budget): Value {
  const place = find(text, given, budget);
  if (place === -1)
    throw new OperationError('.index() did not find the text. Use .find(), which returns -1 then.');
  return BigInt(place);
}

function count(text: string, given: Given, budget: Budget): Value {
  const [wanted, , part] = searched(text, given, budget);
  if (wanted !== '') return BigInt(part.split(wanted).length - 1);
  return BigInt(lengthOf(part, budget) + 1);
}

/** Returns the text to find, the start of the searched part, and that part. */
function searched(text: string, given: Given, budget: Budget): [string, number, string] {
  const [wanted, start, stop] = given.map((argument) => argument ?? null);
  const part = sliceText(text, [start ?? null, stop ?? null, null], budget);
  const first = start === null || start === undefined ? 0 : toCount(start, 'A position');
  const length = lengthOf(text, budget);
  return [toText(wanted ?? null), first < 0 ? Math.max(0, first + length) : first, part];
}

function zfill(text: string, [width = null]: Given, budget: Budget): Value {
  const missing = Math.max(0, toCount(width, 'A width') - lengthOf(text, budget));
  budget.spendOnText(missing + text.length);
  const [mark = ''] = /^[+-]/.exec(text) ?? [];
  return mark + '0'.repeat(missing) + text.slice(mark.length);
}

function toText(value: Value): string {
  if (typeof value === 'string') return value;
  const hint = isList(value) ? '' : ' Convert with str().';
  throw new OperationError(`A text is needed here, not ${describeType(value)}.${hint}`);
}
