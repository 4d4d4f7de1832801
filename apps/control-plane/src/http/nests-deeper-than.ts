const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether UTF-8 JSON text nests more than `levels` lists and objects. A single pass that stops at
 * the first excess level, so it is cheap for any text, valid or not.
 */
export function nestsDeeperThan(json: Uint8Array, levels: number): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) index = endOfString(json, index);
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > levels) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

/**
 * Returns the end of the string that starts at `start`. Files in base64 are long, so the native
 * search finds the quote.
 */
export function endOfString(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
