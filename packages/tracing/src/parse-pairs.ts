/** The message does not quote the text, which may contain a secret. */
export class InvalidPairsError extends Error {
  constructor(index: number, problem: string, options?: ErrorOptions) {
    super(
      `must be comma-separated name=value, percent-encoded, but pair ${index + 1} ${problem}`,
      options,
    );
    this.name = new.target.name;
  }
}

/** Parses `name=value,name=value`, where values are percent-encoded. Throws InvalidPairsError. */
export function parsePairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(pairs.map(parsePair));
}

function parsePair(pair: string, index: number): readonly [name: string, value: string] {
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  if (name === '') throw new InvalidPairsError(index, 'has no name and "="');
  try {
    return [decodeURIComponent(name), decodeURIComponent(pair.slice(at + 1).trim())];
  } catch (cause) {
    throw new InvalidPairsError(index, 'has a "%" that does not begin an encoded character', {
      cause,
    });
  }
}
