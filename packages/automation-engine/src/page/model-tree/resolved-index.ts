import type { ElementHandle } from 'puppeteer';

/** What the index of a line leads to now. `stale`: that element is gone, or is something else than it was. */
export type ResolvedIndex =
  | { readonly state: 'found'; readonly handle: ElementHandle }
  | { readonly state: 'stale'; readonly problem: string }
  | { readonly state: 'unknown' };
