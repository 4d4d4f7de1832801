import type { Note } from '../notes.ts';

declare global {
  /** Exists only in the recorder's isolated world. */
  var errandRecord: ((note: string) => void) | undefined;
}

/** Sends a note to the recorder. */
export function report(note: Note): void {
  globalThis.errandRecord?.(JSON.stringify(note));
}

const listening: (() => void)[] = [];

/** Listens before every script of the page, and also after `document.open`. */
export function listen<Name extends keyof WindowEventMap>(
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
): void {
  const add = (): void => window.addEventListener(name, listener, { capture: true });
  listening.push(add);
  add();
}

/**
 * Adds the listeners again after `document.open`, which removes those of the window but leaves
 * observers of the document. Scripts in the new text may have added theirs before.
 */
export function followRewriting(): void {
  const observer = new MutationObserver(() => listening.forEach((add) => add()));
  observer.observe(document, { childList: true });
}

/** Listens only to what a person does: the browser marks those events as trusted. */
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
  listen(name, guarded);
}

/** The innermost element of an event, in open shadow roots too. */
export function innermost(event: Event): Element | undefined {
  return event.composedPath().find((one) => one instanceof Element);
}
