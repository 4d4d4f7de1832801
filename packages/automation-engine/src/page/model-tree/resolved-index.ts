import type { ElementHandle } from 'puppeteer';

/**
 * What the index of a line refers to now. `stale`: the element is gone, or is no longer what it
 * was.
 */
export type ResolvedIndex =
  | { readonly state: 'found'; readonly handle: ElementHandle }
  | { readonly state: 'stale'; readonly problem: string }
  | { readonly state: 'unknown' };
