import type { TextRange } from './text-search.ts';

/** A text without its escapes, and where in the original each of its code units stands. */
export interface FoldedText {
  readonly text: string;
  /** The range of the original that a range of the folded text stands for. */
  readonly original: (range: TextRange) => TextRange;
}

/** Escapes inside of escapes that are undone: an address in an address in an address. */
const MOST_LEVELS = 4;

/** Only these make folding change a text. */
const FOLDABLE = /[%&\\\u00ad]|[^\0-\u007e]/;

/** Characters that draw nothing and may stand anywhere in a word: without width, soft hyphens, marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Undoes what hides a text from a search and shows it to a person: percent-encoding, entities of HTML and escapes of JSON
 * and JavaScript, each within the others; characters without width; full-width and other compatibility forms (NFKC).
 * Time is linear in the text.
 */
export function foldText(text: string): FoldedText {
  let folded: Level = { text, starts: undefined, ends: undefined };
  for (let level = 0; level < MOST_LEVELS && FOLDABLE.test(folded.text); level += 1) {
    const next = foldOnce(folded.text);
    if (next === undefined) break;
    folded = compose(folded, next);
  }
  const { starts, ends } = folded;
  return {
    text: folded.text,
    original: ({ start, end }) => ({
      start: starts?.[start] ?? start,
      end: end > 0 ? (ends?.[end - 1] ?? end) : 0,
    }),
  };
}

interface Level {
  readonly text: string;
  /** By code unit: where what it stands for begins. Undefined: at the same place. */
  readonly starts: Uint32Array | undefined;
  /** By code unit: where that ends. */
  readonly ends: Uint32Array | undefined;
}

function compose(before: Level, after: Required<Level>): Level {
  const { starts, ends } = before;
  if (!starts || !ends) return after;
  return {
    text: after.text,
    starts: after.starts?.map((at) => starts[at] ?? at),
    ends: after.ends?.map((at) => ends[at - 1] ?? at),
  };
}

/** Undefined when nothing changes. */
function foldOnce(text: string): Required<Level> | undefined {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let isChanged = false;
  for (let at = 0; at < text.length;) {
    const { length, meant } = readOne(text, at);
    isChanged ||= meant.length !== length || !text.startsWith(meant, at);
    parts.push(meant);
    for (let unit = 0; unit < meant.length; unit += 1) {
      starts.push(at);
      ends.push(at + length);
    }
    at += length;
  }
  if (!isChanged) return undefined;
  return { text: parts.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

interface Reading {
  /** Code units read. */
  readonly length: number;
  readonly meant: string;
}

/** The character at a place, or what the escape there means. */
function readOne(text: string, at: number): Reading {
  const first = text[at] ?? '';
  if (first < '\u007f') {
    const escape =
      first === '%' || first === '&' || first === '\\' ? readEscape(text, at) : undefined;
    return escape ?? { length: 1, meant: first };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const meant = INVISIBLE.test(character) ? '' : character.normalize('NFKC');
  return { length: character.length, meant };
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
};
const LONGEST_ESCAPE = 36;
const ENTITY = /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|apos|gt|lt|nbsp|quot));?/;
const SLASHED = /^\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(["'/\\`]))/;
const PERCENT = /^(?:%[\da-fA-F]{2})+/;

function readEscape(text: string, at: number): Reading | undefined {
  const ahead = text.slice(at, at + LONGEST_ESCAPE);
  if (ahead.startsWith('%')) return readPercent(ahead);
  const [escape, ...groups] = (ahead.startsWith('&') ? ENTITY : SLASHED).exec(ahead) ?? [];
  if (escape === undefined) return undefined;
  const meant = ahead.startsWith('&') ? meantByEntity(groups) : meantBySlash(groups);
  return meant === undefined ? undefined : { length: escape.length, meant };
}

function meantByEntity([decimal, hex, name]: readonly (string | undefined)[]): string | undefined {
  if (name !== undefined) return NAMED[name];
  return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
}

function meantBySlash([braced, unit, byte, plain]: readonly (string | undefined)[]) {
  return plain ?? characterOf(Number.parseInt(braced ?? unit ?? byte ?? '', 16));
}

function characterOf(codePoint: number): string | undefined {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;
}

/** One character of UTF-8, or one byte that is none, as Latin 1 has it. */
function readPercent(ahead: string): Reading | undefined {
  const [escapes] = PERCENT.exec(ahead) ?? [];
  if (escapes === undefined) return undefined;
  const lead = Number.parseInt(escapes.slice(1, 3), 16);
  const bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const sequence = escapes.slice(0, bytes * 3);
  try {
    return { length: sequence.length, meant: decodeURIComponent(sequence) };
  } catch {
    // Not UTF-8: a form in an older encoding.
    return { length: 3, meant: String.fromCodePoint(lead) };
  }
}
