import type { Note } from '../notes.ts';

declare global {
  /** Exists only in the recorder's isolated world. */
  var errandRecord: ((note: string) => void) | undefined;
}

/** Sends a note to the recorder. */
export function report(note: Note): void {
  globalThis.errandRecord?.(JSON.stringify(note));
}

/**
 * Listens before every script of the page, and only to what a person does: the browser marks those
 * events as trusted.
 */
export function onTrusted<Name extends keyof WindowEventMap>(
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
): void {
  const guarded = (event: WindowEventMap[Name]) => {
    if (!event.isTrusted) return;
    try {
      listener(event);
    } catch (error) {
      // The page continues; the recording's report says what is missing.
      report({ kind: 'fault', message: `${name}: ${String(error)}` });
    }
  };
  window.addEventListener(name, guarded, { capture: true });
}

/** The innermost element of an event, in open shadow roots too. */
export function innermost(event: Event): Element | undefined {
  return event.composedPath().find((one) => one instanceof Element);
}
