import { isSecretKind } from '@errand/locators/secret-kinds';
import { controlOf } from './element-facts.ts';

/**
 * Fields that a secret was typed into. Replaced ones stay in the set: their successors have their
 * values.
 */
const secretFields = new Set<Element>();
/** The hidden fields, each with the function that shows it again. */
const masks = new Map<Element, () => void>();
/** The fields that `readFieldTexts` read for each screenshot being taken. */
const pictures = new Map<number, readonly HTMLElement[]>();
/** Masks the fields that the page draws while screenshots are being taken. */
const drawing = new MutationObserver(maskDrawn);
/** Hides the pictures of the page as it was before a view transition, which may show secrets. */
let hidingEarlier: CSSStyleSheet | undefined;
/** Nobody sees more of a field. */
const LONGEST_TEXT = 20_000;

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
 * Returns the texts of all fields, in document order, for the caller to find those that show a
 * secret.
 */
export function readFieldTexts(picture: number): string[] {
  const fields = controlsWithin(document);
  pictures.set(picture, fields);
  return fields.map((field) => valueOfField(field).slice(0, LONGEST_TEXT));
}

/**
 * Makes secret fields invisible in place, from now on also those at these positions
 * of `readFieldTexts`. The scripts and the layout of the page are not affected.
 */
export function maskSecretFields(picture: number, telling: readonly number[]): void {
  const fields = pictures.get(picture) ?? [];
  for (const position of telling) {
    const field = fields[position];
    if (field) secretFields.add(field);
  }
  pictures.set(picture, []);
  maskAll();
}

/** Ends the mask for a screenshot; the fields reappear after the last concurrent one. */
export function unmaskSecretFields(picture: number): void {
  pictures.delete(picture);
  if (pictures.size > 0) return;
  drawing.disconnect();
  for (const show of masks.values()) show();
  masks.clear();
  if (!hidingEarlier) return;
  const hiding = hidingEarlier;
  hidingEarlier = undefined;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hiding);
}

function maskAll(): void {
  // A transition that begins later shows the masks.
  if (document.activeViewTransition && !hidingEarlier) {
    hidingEarlier = new CSSStyleSheet();
    hidingEarlier.replaceSync('::view-transition-old(*) { opacity: 0 !important }');
    document.adoptedStyleSheets.push(hidingEarlier);
  }
  for (const field of fieldsToMask()) {
    if (!masks.has(field)) masks.set(field, hideField(field));
  }
  for (const root of rootsWithin(document)) {
    drawing.observe(root, { subtree: true, childList: true });
  }
}

/**
 * A page may draw a field again at any time, for example when a screenshot changes the size of the
 * page. Runs before the new field is painted.
 */
function maskDrawn(records: readonly MutationRecord[]): void {
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  if (added.some((node) => node instanceof Element)) maskAll();
}

/** Returns the fields whose content no trace may contain, besides those that are secret by their kind. */
export function findSecretFields(): ReadonlySet<Element> {
  return new Set(secretFields.size === 0 ? [] : fieldsToMask());
}

/** Returns the texts of the secret fields that are not empty, for the caller to find them elsewhere. */
export function readSecretTexts(): string[] {
  const texts = fieldsToMask().map((field) => valueOfField(field).slice(0, LONGEST_TEXT).trim());
  return [...new Set(texts)].filter((text) => text !== '');
}

function fieldsToMask(): HTMLElement[] {
  // Pages may replace a field, or keep a second one to show what was typed into the first.
  const typed = [...secretFields].map(valueOfField);
  const fields = controlsWithin(document).filter(
    (field) =>
      secretFields.has(field) ||
      isSecretKind(field) ||
      (valueOfField(field) !== '' && typed.includes(valueOfField(field))),
  );
  // Fields in closed shadow roots are found only by their mark.
  const hidden = [...secretFields].filter(
    (field) => field instanceof HTMLElement && field.isConnected,
  );
  return [...new Set([...fields, ...(hidden as HTMLElement[])])];
}

function controlsWithin(root: Document | ShadowRoot): HTMLElement[] {
  return rootsWithin(root).flatMap((each) => [
    ...each.querySelectorAll<HTMLElement>(
      'input, textarea, [contenteditable]:not([contenteditable=false])',
    ),
  ]);
}

/** Returns the document, or a shadow root, and all open shadow roots in it. */
function rootsWithin(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [root, ...inside.flatMap(rootsWithin)];
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
