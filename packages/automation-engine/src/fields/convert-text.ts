import type { ExtractionType } from '@errand/expressions';

/** A type that text on a page can be converted to. */
export type TextType = 'any' | 'bool' | 'float' | 'int' | 'str';

export type ConvertedText =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'mismatch'; readonly type: TextType };

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** The type within `Optional`, or undefined if no single text can have it. */
export function textTypeOf(type: ExtractionType): TextType | undefined {
  if (type.kind === 'optional') return textTypeOf(type.type);
  return type.kind === 'list' || type.kind === 'dict' || type.kind === 'record'
    ? undefined
    : type.kind;
}

/** Converts text to a type. Blank text is null, except that `str` and `Any` keep it unchanged. */
export function convertText(text: string, declared: ExtractionType): ConvertedText {
  const type = textTypeOf(declared) ?? 'any';
  const isText = type === 'str' || type === 'any';
  const trimmed = text.trim();
  if (trimmed === '' && (!isText || declared.kind === 'optional')) {
    return { kind: 'value', value: null };
  }
  if (isText) return { kind: 'value', value: text };
  const value = type === 'bool' ? booleans.get(trimmed.toLowerCase()) : readNumber(trimmed, type);
  return value === undefined ? { kind: 'mismatch', type } : { kind: 'value', value };
}

function readNumber(text: string, type: 'float' | 'int'): number | undefined {
  const pattern = type === 'int' ? /^[+-]?\d+$/ : /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
  const number = Number(text);
  const isExact = type === 'int' ? Number.isSafeInteger(number) : Number.isFinite(number);
  return pattern.test(text) && isExact ? number : undefined;
}
