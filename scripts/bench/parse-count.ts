/** Reads the value of a flag that counts something. Throws an error that names the flag. */
export function parseCount(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`--${flag} is "${text}": specify a whole number from 1.`);
}
