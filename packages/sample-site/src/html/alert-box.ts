import { html, type Html } from '@errand/foundation';

/** Returns an alert with a close button; undefined for an empty string. */
export function alertBox(text: string): Html | undefined {
  if (text === '') return undefined;
  return html`<div class="alert" role="alert">
    <span>${text}</span>
    <button type="button" class="plain" data-dismiss>Dismiss</button>
  </div>`;
}
