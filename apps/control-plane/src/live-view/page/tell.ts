import type { PageElements } from './page-elements.ts';

const KEPT_EVENTS = 100;

/** Updates the text only if it differs: screen readers announce every change. */
export function show(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a sentence above the screen and appends it, with the time, to the list of events. */
export function tellConnection({ connection, events }: PageElements, words: string): void {
  if (connection.textContent === words) return;
  connection.textContent = words;
  const entry = document.createElement('li');
  entry.textContent = `${new Date().toLocaleTimeString()} ${words}`;
  events.append(entry);
  while (events.childElementCount > KEPT_EVENTS) events.firstElementChild?.remove();
}
