/** A string literal or pattern is invalid. The caller adds its position. */
export class PythonLiteralError extends Error {
  override readonly name = 'PythonLiteralError';
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const LITERAL_PATTERN = /^(?<prefix>[a-zA-Z]*)(?<quote>"""|'''|"|')(?<body>[^]*)\k<quote>$/;
const ESCAPE_PATTERN =
  /\\(?:(?<octal>[0-7]{1,3})|x(?<hex>[\da-fA-F]{2})|u(?<unicode>[\da-fA-F]{4})|U(?<wide>[\da-fA-F]{8})|(?<other>[^]))/g;

/**
 * Returns the value of one Python string literal, including quotes and prefix. Throws
 * `PythonLiteralError`.
 */
export function decodePythonString(literal: string): string {
  const { prefix, body } = LITERAL_PATTERN.exec(literal)?.groups ?? {};
  if (prefix === undefined || body === undefined) {
    throw new PythonLiteralError('This string has no closing quote.');
  }
  const flags = prefix.toLowerCase();
  if (flags.includes('b'))
    throw new PythonLiteralError('A bytes literal is not text: remove the b.');
  if (flags.includes('f') || flags.includes('t')) {
    throw new PythonLiteralError(
      'F-strings are not supported: write a plain string with placeholders such as {name[0]}.',
    );
  }
  const text = body.replaceAll(/\r\n?/g, '\n');
  return flags.includes('r') ? text : text.replaceAll(ESCAPE_PATTERN, decodeEscape);
}

function decodeEscape(escape: string, ...match: unknown[]): string {
  const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
  if (groups['octal'] !== undefined) {
    return String.fromCodePoint(Number.parseInt(groups['octal'], 8));
  }
  const hexadecimal = groups['hex'] ?? groups['unicode'] ?? groups['wide'];
  if (hexadecimal !== undefined) return decodeCodePoint(escape, hexadecimal);
  const other = groups['other'] ?? '';
  if (other === 'N') {
    throw new PythonLiteralError(
      String.raw`The escape \N{...} is not supported: write the character itself or \uXXXX.`,
    );
  }
  if (['x', 'u', 'U'].includes(other)) {
    throw new PythonLiteralError(`The escape ${escape} has too few hexadecimal digits.`);
  }
  // As in Python, an unknown escape keeps its backslash.
  return simpleEscapes.get(other) ?? escape;
}

function decodeCodePoint(escape: string, hexadecimal: string): string {
  const codePoint = Number.parseInt(hexadecimal, 16);
  if (codePoint > 0x10_ff_ff) {
    throw new PythonLiteralError(`The escape ${escape} is beyond the last Unicode character.`);
  }
  return String.fromCodePoint(codePoint);
}
