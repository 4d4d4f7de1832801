import type { TextRange } from './text-search.ts';

/** Text that replaces a secret. */
export const REDACTED_TEXT = '[redacted]';

type Find = (text: string) => readonly TextRange[];

/**
 * Redacts texts that people read as one, because a secret may be spread over several: the first of
 * its parts becomes `[redacted]`, and the others disappear. Ignores blank texts between them, which
 * are often only the line breaks of markup. Returns the same list if it contains no secret.
 */
export function redactParts(parts: readonly string[], find: Find): readonly string[] {
  const whole = coverParts(parts, find);
  const visible = whole.filter((part) => part.trim() !== '');
  const redacted = coverParts(visible, find);
  if (redacted === visible) return whole;
  const rest = redacted.values();
  return whole.map((part) => (part.trim() === '' ? part : (rest.next().value ?? '')));
}

/** Like `redactParts`, but blank texts count. */
export function coverParts(parts: readonly string[], find: Find): readonly string[] {
  const ranges = mergeRanges(find(parts.join('')));
  if (ranges.length === 0) return parts;
  let start = 0;
  let next = 0;
  return parts.map((part) => {
    const end = start + part.length;
    const kept: string[] = [];
    let written = start;
    for (let range = ranges[next]; range && range.start < end; range = ranges[next]) {
      kept.push(part.slice(written - start, Math.max(range.start - start, 0)));
      if (range.start >= start) kept.push(REDACTED_TEXT);
      written = Math.min(range.end, end);
      // The next part has the rest of it.
      if (range.end > end) break;
      next += 1;
    }
    kept.push(part.slice(written - start));
    start = end;
    return kept.join('');
  });
}

/** `ranges` are sorted by start. Overlapping or touching ones become one. */
function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (!last || range.start > last.end) merged.push(range);
    else merged.splice(-1, 1, { start: last.start, end: Math.max(last.end, range.end) });
  }
  return merged;
}
