import type { JsonValue } from '../json-value.ts';

/** The JSON object in a model's answer: the whole text, else a fenced block, else the first balanced braces that are JSON. */
export function readJson(text: string): JsonValue | undefined {
  for (const candidate of candidates(text)) {
    const value = parse(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

function* candidates(text: string): Generator<string> {
  yield text.trim();
  for (const [, block = ''] of text.matchAll(/```\w*\n([^]*?)```/gu)) yield block;
  yield* balancedBraces(text);
}

/** Braces inside of quoted text do not count. What never closes is no candidate. Linear in the text. */
function* balancedBraces(text: string): Generator<string> {
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gu)) {
    if (token === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (token === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) yield text.slice(start, index + 1);
    }
  }
}

function parse(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // Not JSON: the next candidate may be.
  }
}
