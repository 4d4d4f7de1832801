import { Ivya } from 'ivya';
import { SelectorError } from './place-values.ts';
import { readSelector } from './read-selector.ts';
import type { Selector } from './selector-part.ts';

const engine = Ivya.create({ browser: 'chromium' });

/**
 * Throws `SelectorError` if the engine's CSS parser rejects a selector. A selector that contains
 * values must not be shown.
 */
export function assertReadable(selector: Selector, { mayShow }: { mayShow: boolean }): void {
  try {
    readSelector(selector, engine);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!mayShow)
      throw new SelectorError('after its placeholders are filled in, it is not valid CSS');
    throw new SelectorError(error.message, { cause: error });
  }
}
