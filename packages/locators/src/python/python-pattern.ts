import { PythonLiteralError } from '@errand/expressions';

/** A part of a regular expression: the author's own syntax, or the value of a placeholder. */
export type PatternSegment =
  | { readonly kind: 'syntax'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string };

/** Flags of `re.compile` that JavaScript also has, or that make no difference here. */
const flagLetters: ReadonlyMap<string, string> = new Map([
  ['IGNORECASE', 'i'],
  ['I', 'i'],
  ['MULTILINE', 'm'],
  ['M', 'm'],
  ['DOTALL', 's'],
  ['S', 's'],
  ['UNICODE', ''],
  ['U', ''],
  ['ASCII', ''],
  ['A', ''],
  ['NOFLAG', ''],
]);

interface Translation {
  readonly flags: Set<string>;
  isInClass: boolean;
  isAtStart: boolean;
}

/**
 * Translates a Python pattern to JavaScript. Values match literally. Throws `PythonLiteralError`
 * for syntax that JavaScript does not support.
 */
export function translatePythonPattern(
  segments: readonly PatternSegment[],
  flagNames: readonly string[],
): RegExp {
  const translation: Translation = {
    flags: new Set(flagNames.map(flagLetter)),
    isInClass: false,
    isAtStart: true,
  };
  const source = segments
    .map(({ kind, text }) =>
      kind === 'value' ? quoteValue(text, translation) : translateSyntax(text, translation),
    )
    .join('');
  return compile(source, [...translation.flags].join(''));
}

function flagLetter(name: string): string {
  const letter = flagLetters.get(name);
  if (letter !== undefined) return letter;
  throw new PythonLiteralError(
    `The flag re.${name} is not supported: use re.IGNORECASE, re.MULTILINE, re.DOTALL.`,
  );
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split(': ').at(-1) : String(error);
    throw new PythonLiteralError(`This is not a regular expression: ${reason}.`, { cause: error });
  }
}

function quoteValue(value: string, { isInClass }: Translation): string {
  const quoted = value.replaceAll(/[-\\^$.*+?()[\]{}|/"'`]/g, String.raw`\$&`);
  // Grouped, so that a quantifier after the placeholder repeats the whole value.
  return isInClass ? quoted : `(?:${quoted})`;
}

const SYNTAX_TOKEN =
  /\\U[\da-fA-F]{8}|\\[0-7]{3}|\\0[0-7]?|\\[^]|\\$|\(\?P<|\(\?P=\w+\)|\(\?#[^)]*\)|\(\?[aiLmsux]+\)|\(\?[^:]?|\[\^?\]?|\{,\d+\}|(?:[*+?]|\{\d*,?\d*\})\+|[^]/g;
const CLASS_TOKEN = /\\U[\da-fA-F]{8}|\\[0-7]{3}|\\0[0-7]?|\\[^]|\\$|[^]/y;

function translateSyntax(text: string, translation: Translation): string {
  let result = '';
  for (let position = 0; position < text.length;) {
    const pattern = translation.isInClass ? CLASS_TOKEN : SYNTAX_TOKEN;
    pattern.lastIndex = position;
    const token = pattern.exec(text)?.[0] ?? '';
    result += translation.isInClass
      ? translateInClass(token, translation)
      : translateOutsideClass(token, translation);
    position += token.length;
    translation.isAtStart = false;
  }
  return result;
}

function translateInClass(token: string, translation: Translation): string {
  if (token === ']') translation.isInClass = false;
  if (token === '[') return String.raw`\[`;
  if (/^\\[AZz]$/.test(token)) throw unsupported(token, 'an anchor has no meaning in [...]');
  return token.startsWith('\\') ? translateEscape(token) : token;
}

function translateOutsideClass(token: string, translation: Translation): string {
  if (token.startsWith('\\')) return translateEscape(token);
  if (token.startsWith('(?')) return translateGroup(token, translation);
  if (token.startsWith('[')) {
    translation.isInClass = true;
    // In Python, a ] right after the opening bracket is literal.
    return token.replace(']', String.raw`\]`);
  }
  if (token.startsWith('{,')) return token.replace('{,', '{0,');
  if (token.length > 1 && token.endsWith('+')) {
    throw unsupported(token, 'JavaScript has no possessive quantifiers');
  }
  return token;
}

function translateEscape(token: string): string {
  if (token === '\\') throw unsupported(token, 'a placeholder or the end follows the backslash');
  if (token === String.raw`\A`) return String.raw`(?<![^])`;
  if (token === String.raw`\Z` || token === String.raw`\z`) return String.raw`(?![^])`;
  if (token === String.raw`\a`) return String.raw`\x07`;
  if (token === String.raw`\N`) throw unsupported(token, 'write the character itself');
  if (token.startsWith(String.raw`\U`)) {
    return String.fromCodePoint(Number.parseInt(token.slice(2), 16));
  }
  if (/^\\(?:[0-7]{3}|0)/.test(token)) {
    const code = Number.parseInt(token.slice(1), 8);
    return String.raw`\x${code.toString(16).padStart(2, '0').slice(-2)}`;
  }
  return token;
}

function translateGroup(token: string, translation: Translation): string {
  if (token === '(?P<') return '(?<';
  if (token.startsWith('(?P=')) return String.raw`\k<${token.slice(4, -1)}>`;
  if (token.startsWith('(?#')) return '(?:)';
  if (/^\(\?[aiLmsux]+\)$/.test(token)) return applyInlineFlags(token, translation);
  if (token === '(?>') throw unsupported(token, 'JavaScript has no atomic groups');
  if (token === '(?(') throw unsupported(token, 'JavaScript has no conditional groups');
  if (token === '(?P') throw unsupported(token, 'write (?P<name>...) or (?P=name)');
  return token;
}

function applyInlineFlags(token: string, translation: Translation): string {
  if (!translation.isAtStart) {
    throw unsupported(token, 'flags for the whole pattern must be at its start');
  }
  for (const letter of token.slice(2, -1)) {
    const flag = flagLetter(letter.toUpperCase());
    translation.flags.add(flag);
  }
  return '';
}

function unsupported(token: string, reason: string): PythonLiteralError {
  return new PythonLiteralError(`${token} cannot be used in this pattern: ${reason}.`);
}
