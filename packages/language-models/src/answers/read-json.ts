import type { JsonValue } from '@errand/foundation';

/** No output format of an automation is nearly as deep. */
const DEEPEST = 100;

/**
 * Returns the JSON object in a model's answer: the whole text, or a fenced block, or the first
 * balanced braces that are valid JSON.
 */
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

/**
 * Yields balanced braces, ignoring those in quoted text and those that never close. Linear in the
 * text.
 */
function* balancedBraces(text: string): Generator<string> {
  let start = text.indexOf('{');
  while (start >= 0) {
    const end = endOfObject(text, start);
    if (end === undefined) return;
    yield text.slice(start, end);
    start = text.indexOf('{', end);
  }
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') at = endOfQuoted(text, at);
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

function parse(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    const isRecord = typeof value === 'object' && value !== null;
    return isRecord && !isTooDeep(value) ? value : undefined;
  } catch {
    return undefined; // Not JSON: try the next candidate.
  }
}

/** Returns whether the value is too deep for recursive code. */
function isTooDeep(value: JsonValue): boolean {
  let level: readonly JsonValue[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
