import type { JsonValue } from '@errand/foundation';

/**
 * A page's record of its change. Times are in milliseconds since 1970, on the same clock as step
 * records.
 */
export interface ChangeRecord {
  /** When the first event of the action arrived. Missing when there was none. */
  readonly actedAt?: number;
  /** The text at that time. */
  readonly before?: string;
  /** The text now. */
  readonly text: string;
  /** When the text last changed. */
  readonly changedAt: number;
}

/**
 * Script for a page's head that records changes to the element's text. Does not affect the page and
 * uses no timer.
 */
export function writeRecorder(selector: string): string {
  return `window.readChange = (${recordChange.toString()})(${JSON.stringify(selector)});`;
}

export function parseRecord(reading: JsonValue | undefined): ChangeRecord | undefined {
  const isRecord = typeof reading === 'object' && reading !== null && 'changedAt' in reading;
  return isRecord ? (reading as unknown as ChangeRecord) : undefined;
}

/** Runs in the page, before its scripts. Saves the action for the next document. */
function recordChange(selector: string): () => object {
  const key = location.pathname.split('/')[1] ?? '';
  const seen = { text: '', changedAt: Date.now() };
  const read = (): string => document.querySelector(selector)?.textContent.trim() ?? '';
  const noteAction = (): void => {
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, JSON.stringify({ actedAt: Date.now(), before: read() }));
  };
  for (const type of ['click', 'input', 'change'])
    addEventListener(type, noteAction, { capture: true });
  new MutationObserver(() => {
    const text = read();
    if (text !== seen.text) Object.assign(seen, { text, changedAt: Date.now() });
  }).observe(document, { subtree: true, childList: true, characterData: true });
  return () => ({ ...JSON.parse(sessionStorage.getItem(key) ?? '{}'), ...seen });
}
