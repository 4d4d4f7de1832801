/** The beginning of a text. */
export interface TextStart {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The first characters of a text, up to the end of a line where one is near. */
export function startOfText(text: string, length: number): TextStart {
  if (text.length <= length) return { text, isWhole: true };
  const lineEnd = text.lastIndexOf('\n', length);
  if (lineEnd > length / 2) return { text: text.slice(0, lineEnd), isWhole: false };
  // A pair of code units is one character.
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return { text: text.slice(0, isPair ? length - 1 : length), isWhole: false };
}

/** The same for indented JSON, of which no more is written than is returned. */
export function startOfJson(value: unknown, length: number): TextStart {
  let text = '';
  for (const piece of writeJson(value, '')) {
    text += piece;
    if (text.length > length) return startOfText(text, length);
  }
  return { text, isWhole: true };
}

/** Writes JSON piece by piece, as `JSON.stringify(value, undefined, 2)` writes it at once. */
function* writeJson(value: unknown, indent: string): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  let isEmpty = true;
  for (const key in value) {
    yield `${isEmpty ? open : ','}\n${inner}`;
    isEmpty = false;
    if (open === '{') yield `${JSON.stringify(key)}: `;
    yield* writeJson((value as Record<string, unknown>)[key], inner);
  }
  yield isEmpty ? `${open}${close}` : `\n${indent}${close}`;
}
