import type { Ivya, ParsedSelector, ParsedSelectorPart } from 'ivya';
import type { Selector, SelectorPart } from './selector-part.ts';

/**
 * Converts a selector to the engine's own format. Runs in the page, and in Node to check a selector
 * in advance.
 */
export function readSelector(selector: Selector, engine: Ivya): ParsedSelector {
  return { parts: selector.flatMap((part) => readPart(part, engine)) };
}

function readPart(part: SelectorPart, engine: Ivya): ParsedSelectorPart[] {
  switch (part.kind) {
    case 'css':
      return engine.parseSelector(`${part.isLight ? 'css:light' : 'css'}=${part.css}`).parts;
    case 'engine':
      return [{ name: part.name, body: part.body, source: part.body }];
    case 'nested': {
      const parsed = readSelector(part.parts, engine);
      return [{ name: part.name, body: { parsed }, source: '' }];
    }
    default:
      throw new Error(`Unknown selector part ${JSON.stringify(part satisfies never)}.`);
  }
}
