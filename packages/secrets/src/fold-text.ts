import type { TextRange } from './text-search.ts';

/** Text with escapes decoded, and the original position of each code unit. */
export interface FoldedText {
  readonly text: string;
  /** Returns the original range of a range of the folded text. */
  readonly original: (range: TextRange) => TextRange;
}

/** Levels of nested escapes that are decoded, as in a URL within a URL within a URL. */
const MOST_LEVELS = 4;

/** Folding changes only strings that contain one of these. */
const FOLDABLE = /[%&\\\u00ad]|[^\0-\u007e]/;

/**
 * Invisible characters that may appear within a word: zero-width, soft hyphens, direction marks.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Decodes what hides text from a search but not from a person: percent-encoding, HTML entities,
 * JSON and JavaScript escapes, each possibly nested; zero-width characters; full-width and other
 * compatibility forms (NFKC). Runs in time linear in the text.
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
  /** For each code unit, where its original starts. Undefined: at the same position. */
  readonly starts: Uint32Array | undefined;
  /** For each code unit, where its original ends. */
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

/** Returns undefined when nothing changes. */
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
  /** Number of code units read. */
  readonly length: number;
  readonly meant: string;
}

/** Returns the character at a position, or the meaning of the escape there. */
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

/** Decodes one UTF-8 character, or one invalid byte as Latin-1. */
function readPercent(ahead: string): Reading | undefined {
  const [escapes] = PERCENT.exec(ahead) ?? [];
  if (escapes === undefined) return undefined;
  const lead = Number.parseInt(escapes.slice(1, 3), 16);
  const bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const sequence = escapes.slice(0, bytes * 3);
  try {
    return { length: sequence.length, meant: decodeURIComponent(sequence) };
  } catch {
    // Not UTF-8, so an older encoding.
    return { length: 3, meant: String.fromCodePoint(lead) };
  }
}
