/** Autofill field names of the HTML Standard that announce a secret. */
const secretNames = new Set(['cc-csc', 'current-password', 'new-password', 'one-time-code']);

/** Selector that matches all fields that `isSecretKind` accepts, and perhaps other elements. */
export const SECRET_KINDS = [
  'input[type=password]',
  ...[...secretNames].map((name) => `[autocomplete~="${name}" i]`),
].join();

/** Whether the value of a field is a secret by its type or its `autocomplete`. Runs in the page. */
export function isSecretKind(field: Element): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  return field.type === 'password' || announcesSecret(field.autocomplete);
}

/** Whether a value of `autocomplete` announces a secret. */
export function announcesSecret(autocomplete: string): boolean {
  return autocomplete
    .toLowerCase()
    .split(/\s+/)
    .some((name) => secretNames.has(name));
}
