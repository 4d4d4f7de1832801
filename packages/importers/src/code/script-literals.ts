import type { Code } from './code.ts';

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
};

/** Returns the text of a quoted JavaScript string or of a piece of a template, which has LF line ends. */
export function decodeScriptString(literal: string): string {
  return literal
    .slice(1, -1)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /\\(?:u\{(?<point>[\da-f]{1,6})\}|u(?<unit>[\da-f]{4})|x(?<byte>[\da-f]{2})|(?<line>\n)|(?<other>[^]))/gi,
      (...match) => {
        const {
          point,
          unit,
          byte,
          line,
          other = '',
        } = match.at(-1) as Record<string, string | undefined>;
        const code = point ?? unit ?? byte;
        if (line !== undefined) return '';
        if (code === undefined)
          return Object.hasOwn(escapes, other) ? (escapes[other] ?? '') : other;
        const value = Number.parseInt(code, 16);
        if (point === undefined) return String.fromCharCode(value);
        return value <= 0x10_ff_ff ? String.fromCodePoint(value) : '';
      },
    );
}

const flagNames: Readonly<Record<string, string>> = {
  i: 'IGNORECASE',
  m: 'MULTILINE',
  s: 'DOTALL',
};

/** Converts `/x/i` to a Python pattern. */
export function readScriptPattern(literal: string): Code {
  const end = literal.lastIndexOf('/');
  const flags = literal
    .slice(end + 1)
    .split('')
    .flatMap((flag) => flagNames[flag] ?? []);
  return { kind: 'pattern', source: literal.slice(1, end).replaceAll(String.raw`\/`, '/'), flags };
}
