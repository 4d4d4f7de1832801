import { controlOf } from './element-facts.ts';

/**
 * Fields that a secret was typed into. Replaced ones stay in the set: their successors have their
 * values.
 */
const secretFields = new Set<Element>();
/** The hidden fields, each with the function that shows it again. */
const masks = new Map<Element, () => void>();
/** Numbers of the screenshots being taken. */
const pictures = new Set<number>();

/** Marks the field to be masked in screenshots, and returns the origin of its document. */
export function markSecretField(element: Element): string {
  secretFields.add(controlOf(element));
  return globalThis.origin;
}

/**
 * Returns what has focus in this document, including shadow roots; the frame element if focus is in
 * a frame.
 */
export function focusedElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/**
 * Makes password and secret fields invisible in place. The scripts and the layout of the page are
 * not affected.
 */
export function maskSecretFields(picture: number): void {
  pictures.add(picture);
  for (const field of fieldsToMask()) {
    if (!masks.has(field)) masks.set(field, hideField(field));
  }
}

/** Ends the mask for a screenshot; the fields reappear after the last concurrent one. */
export function unmaskSecretFields(picture: number): void {
  pictures.delete(picture);
  if (pictures.size > 0) return;
  for (const show of masks.values()) show();
  masks.clear();
}

/** Returns the fields whose content no trace may contain; password fields are found by type. */
export function findSecretFields(): ReadonlySet<Element> {
  return new Set(secretFields.size === 0 ? [] : fieldsToMask());
}

function fieldsToMask(): HTMLElement[] {
  // Pages may replace a field, or keep a second one to show what was typed into the first.
  const typed = [...secretFields].map(valueOfField);
  const fields = controlsWithin(document).filter(
    (field) =>
      secretFields.has(field) ||
      (field instanceof HTMLInputElement && field.type === 'password') ||
      (valueOfField(field) !== '' && typed.includes(valueOfField(field))),
  );
  // Fields in closed shadow roots are found only by their mark.
  const hidden = [...secretFields].filter(
    (field) => field instanceof HTMLElement && field.isConnected,
  );
  return [...new Set([...fields, ...(hidden as HTMLElement[])])];
}

function controlsWithin(root: Document | ShadowRoot): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      found.push(element);
    }
    if (element.shadowRoot) found.push(...controlsWithin(element.shadowRoot));
  }
  return found;
}

function valueOfField(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.textContent ?? '';
}

/**
 * An animation changes what is drawn but no attribute, so no observer sees it. If an `!important`
 * style of the page prevails, an inline style overrides it.
 */
function hideField(field: HTMLElement): () => void {
  const animation = field.animate([{ opacity: 0 }, { opacity: 0 }], {
    duration: 1,
    fill: 'both',
  });
  animation.pause();
  if (getComputedStyle(field).opacity === '0') return () => animation.cancel();
  const value = field.style.getPropertyValue('opacity');
  const priority = field.style.getPropertyPriority('opacity');
  field.style.setProperty('opacity', '0', 'important');
  return () => {
    animation.cancel();
    field.style.setProperty('opacity', value, priority);
  };
}
