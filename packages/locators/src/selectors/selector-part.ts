/**
 * One part of a selector in the format of the page's engine: plain data, so that no value is parsed
 * twice.
 */
export type SelectorPart =
  /** Parsed by the engine's own CSS parser. With `isLight`, shadow roots are not searched. */
  | { readonly kind: 'css'; readonly css: string; readonly isLight: boolean }
  | { readonly kind: 'engine'; readonly name: string; readonly body: string }
  | { readonly kind: 'nested'; readonly name: NestedEngine; readonly parts: Selector };

export type NestedEngine =
  | 'internal:has'
  | 'internal:has-not'
  | 'internal:and'
  | 'internal:or'
  | 'internal:chain';

/** Parts applied in order, each to the results of the previous one. */
export type Selector = readonly SelectorPart[];

/** How text is matched: contained, equal (`isExact`), or searched for by a pattern. */
export interface TextMatch {
  readonly text: string | RegExp;
  readonly isExact?: boolean | undefined;
}

export function enginePart(name: string, body: string): SelectorPart {
  return { kind: 'engine', name, body };
}

/** Returns the body for the text engines: `"Save"i`, `"Save"s` or `/save/i`. */
export function textBody({ text, isExact = false }: TextMatch): string {
  if (text instanceof RegExp) return String(text);
  return `${JSON.stringify(text)}${isExact ? 's' : 'i'}`;
}

/**
 * Writes a value in an attribute list, as in `[name="Save"i]`. Unlike JSON, escapes only
 * backslashes and quotes.
 */
export function attributeValue({ text, isExact = false }: TextMatch): string {
  if (text instanceof RegExp) return String(text);
  return `${quoteAttribute(text)}${isExact ? 's' : 'i'}`;
}

function quoteAttribute(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
