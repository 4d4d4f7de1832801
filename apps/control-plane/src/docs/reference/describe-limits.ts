import type { Schema } from './read-reference.ts';

/** What a value must satisfy besides its type, each as a few words of Markdown. */
export function describeLimits(schema: Schema): string[] {
  const {
    exclusiveMinimum,
    format,
    pattern,
    uniqueItems,
    contentEncoding,
    contentMediaType,
    dependentRequired = {},
  } = schema;
  return [
    ...rangeOf([schema['minLength'], schema['maxLength']], 'character'),
    ...rangeOf([schema['minimum'], schema['maximum']]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${show(exclusiveMinimum)}`]),
    ...rangeOf([schema['minItems'], schema['maxItems']], 'element'),
    ...rangeOf([schema['minProperties'], schema['maxProperties']], 'member'),
    ...(uniqueItems === true ? ['no duplicates'] : []),
    ...(format === undefined ? [] : [`format \`${show(format)}\``]),
    ...(pattern === undefined ? [] : [`matches ${codeOf(show(pattern))}`]),
    ...(contentEncoding === undefined
      ? []
      : [`${show(contentMediaType)} in ${show(contentEncoding)}`]),
    ...Object.entries(dependentRequired as Readonly<Record<string, readonly string[]>>).map(
      ([name, needed]) => `\`${name}\` requires ${needed.map((one) => `\`${one}\``).join(', ')}`,
    ),
  ];
}

function rangeOf([least, most]: readonly [unknown, unknown], unit?: string): string[] {
  const counted = (text: string, last: unknown) =>
    unit === undefined ? text : `${text} ${last === 1 ? unit : `${unit}s`}`;
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [counted(`at least ${show(least)}`, least)];
  if (least === undefined) return [counted(`at most ${show(most)}`, most)];
  if (least === most) return [counted(`exactly ${show(most)}`, most)];
  return [counted(`${show(least)} to ${show(most)}`, most)];
}

function show(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
}

/** Code that may itself contain backticks. */
function codeOf(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text}${fence}`;
}
