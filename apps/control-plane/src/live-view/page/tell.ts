import type { PageElements } from './page-elements.ts';

const KEPT_EVENTS = 100;

/** Shows a text where it is not shown already: screen readers speak what changes. */
export function show(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a sentence above the screen and keeps it, with the time, in the list of what happened. */
export function tellConnection({ connection, events }: PageElements, words: string): void {
  if (connection.textContent === words) return;
  connection.textContent = words;
  const entry = document.createElement('li');
  entry.textContent = `${new Date().toLocaleTimeString()} ${words}`;
  events.append(entry);
  while (events.childElementCount > KEPT_EVENTS) events.firstElementChild?.remove();
}
