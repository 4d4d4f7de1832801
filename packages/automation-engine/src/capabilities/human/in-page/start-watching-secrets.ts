import type { SecretNote } from '../secret-note.ts';
import { fieldOf, valueOf } from '../../../page/in-page/text-field.ts';
import { boxesOf, type Field, isSecretField } from './secret-fields.ts';

// This file runs in an isolated world of every document that a person can use.

declare global {
  /** Exists only in this isolated world. */
  var errandSecret: ((note: string) => void) | undefined;
  var errandReadSecrets: (() => void) | undefined;
}

interface Seen {
  readonly id: number;
  readonly value: string;
  readonly isComplete: boolean;
}

/** Fields that are, or ever were, secret. */
const fields = new Map<Field, Seen>();

/** Before the page's own listeners, which may use the value. */
function listen(name: keyof WindowEventMap, endsTyping: (event: Event) => boolean): void {
  const onEvent = (event: Event): void => {
    // Scripts of the page also cause events.
    if (!event.isTrusted) return;
    findFields(event);
    report(endsTyping(event));
  };
  window.addEventListener(name, onEvent, { capture: true });
}

function findFields(event: Event): void {
  const path = event.composedPath();
  const roots = path.filter((one) => one instanceof Document || one instanceof ShadowRoot);
  // A browser or a page may have filled in the others.
  for (const root of roots) root.querySelectorAll('input[type=password]').forEach(add);
  const [target] = path;
  const field = fieldOf(target instanceof Element ? target : undefined);
  if (field && boxesOf(field).some(isSecretField)) add(field);
  if (!field && event.type === 'input' && isClosed(target)) tell({ kind: 'unseen' });
}

function add(element: Element): void {
  const [first] = boxesOf(element as Field);
  if (!first || fields.has(first)) return;
  fields.set(first, { id: fields.size, value: '', isComplete: true });
}

/** An event from within a closed shadow root has its host as the target. */
function isClosed(target: EventTarget | undefined): boolean {
  const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return target instanceof Element && !isControl && target.shadowRoot === null;
}

function report(isComplete: boolean): void {
  for (const [field, seen] of fields) {
    const value = boxesOf(field).map(valueOf).join('');
    if (value === seen.value && (seen.isComplete || !isComplete)) continue;
    fields.set(field, { ...seen, value, isComplete });
    tell({ kind: 'typed', field: seen.id, value, isComplete });
  }
}

function tell(note: SecretNote): void {
  globalThis.errandSecret?.(JSON.stringify(note));
}

if (!Object.hasOwn(globalThis, 'errandReadSecrets')) {
  globalThis.errandReadSecrets = () => report(true);
  for (const name of ['input', 'keyup', 'pointerdown'] as const) listen(name, () => false);
  for (const name of ['change', 'focusout', 'submit', 'pagehide'] as const) {
    listen(name, () => true);
  }
  listen('keydown', (event) => event instanceof KeyboardEvent && event.key === 'Enter');
}
