const secretWords = /passw|passphrase|passcode|\bpwd\b|\bpin\b|\bsecret\b|\bcvc\b|\bcvv\b/i;
const secretKinds = new Set(['current-password', 'new-password', 'cc-csc']);

/** Fields that were password fields once: a page may show what was typed. */
const marked = new WeakSet<Element>();

/** Whether the value of a field must not be read. Once a secret, always a secret. */
export function isSecretField(field: Element): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  const kinds = field.autocomplete.split(/\s+/);
  const names = [field.name, field.id, field.getAttribute('aria-label'), field.placeholder];
  const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent);
  const isSecret =
    field.type === 'password' ||
    kinds.some((kind) => secretKinds.has(kind)) ||
    [...names, ...labels].some((text) => secretWords.test(spread(text ?? ''))) ||
    getComputedStyle(field).getPropertyValue('-webkit-text-security') === 'disc';
  if (isSecret) marked.add(field);
  return isSecret || marked.has(field);
}

/** Marks the password fields of a root, and those that stop being one. */
export function followSecrets(root: Document | ShadowRoot): void {
  const observer = new MutationObserver((mutations) => {
    for (const { target, oldValue } of mutations) {
      if (oldValue?.toLowerCase() === 'password' && target instanceof Element) marked.add(target);
    }
  });
  observer.observe(root, { subtree: true, attributeFilter: ['type'], attributeOldValue: true });
}

/** `userPin` has the word pin. */
function spread(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
}
