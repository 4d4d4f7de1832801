/** One step of a selector as the page's engine takes it: plain data, so that no value is parsed twice. */
export type SelectorPart =
  /** Parsed by the engine's own CSS parser. `isLight` does not look into shadow roots. */
  | { readonly kind: 'css'; readonly css: string; readonly isLight: boolean }
  | { readonly kind: 'engine'; readonly name: string; readonly body: string }
  | { readonly kind: 'nested'; readonly name: NestedEngine; readonly parts: Selector };

export type NestedEngine =
  | 'internal:has'
  | 'internal:has-not'
  | 'internal:and'
  | 'internal:or'
  | 'internal:chain';

/** Steps that are applied one after the other, each to what the one before it found. */
export type Selector = readonly SelectorPart[];

/** What a text is compared with: contained in, equal to (`isExact`), or searched for by a pattern. */
export interface TextMatch {
  readonly text: string | RegExp;
  readonly isExact?: boolean | undefined;
}

export function enginePart(name: string, body: string): SelectorPart {
  return { kind: 'engine', name, body };
}

/** Body of the text engines: `"Save"i`, `"Save"s` or `/save/i`. */
export function textBody({ text, isExact = false }: TextMatch): string {
  if (text instanceof RegExp) return String(text);
  return `${JSON.stringify(text)}${isExact ? 's' : 'i'}`;
}

/** Value in an attribute list, as in `[name="Save"i]`. Unlike JSON, it only escapes backslash and quote. */
export function attributeValue({ text, isExact = false }: TextMatch): string {
  if (text instanceof RegExp) return String(text);
  return `${quoteAttribute(text)}${isExact ? 's' : 'i'}`;
}

export function quoteAttribute(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
