import type { JsonValue } from '@errand/foundation';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A body as a value: JSON if it is JSON, else text; undefined if it is neither. */
export function bodyValue(content: Uint8Array): JsonValue | undefined {
  const text = decode(content);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function decode(content: Uint8Array): string | undefined {
  try {
    return decoder.decode(content);
  } catch (error) {
    // In tests the error comes from another realm, so `instanceof` does not work.
    if (Error.isError(error) && error.name === 'TypeError') return undefined;
    throw error;
  }
}
