import { isSecretKind } from '@errand/locators/secret-kinds';
import { controlOf } from './element-facts.ts';

/** Names that the trace viewer reads. */
const names = {
  bounds: '__playwright_bounding_rect__',
  checked: '__playwright_checked_',
  currentSrc: '__playwright_current_src__',
  frame: '__playwright_src__',
  scrollLeft: '__playwright_scroll_left_',
  scrollTop: '__playwright_scroll_top_',
  selected: '__playwright_selected_',
  target: '__playwright_target__',
  value: '__playwright_value_',
};

/** Browsers ignore white space before `javascript:`. */
const SCRIPT_ADDRESS = /^[\s\p{Cc}]*javascript:/iu;
const LONGEST_ATTRIBUTE = 50_000;
/** Elements that the viewer draws by their position on the page, not by their attributes. */
const placed: ReadonlySet<string> = new Set(['CANVAS', 'IFRAME', 'FRAME']);
const framed: ReadonlySet<string> = new Set(['IFRAME', 'FRAME']);
/** The only elements with state that their attributes do not show. */
const withState: ReadonlySet<string> = new Set(['input', 'textarea', 'option', 'img']);
/** Fields that have ever been secret by their kind; a page may show their content as text. */
const secrets = new WeakSet<Element>();

/** Facts about the elements of a document that their attributes do not show. */
export interface ElementNotes {
  readonly secretFields: ReadonlySet<Element>;
  readonly target: { readonly element: Element; readonly callId: string } | undefined;
  /** Id of the frame that an element shows. */
  readonly frameOf: (element: Element) => string | undefined;
  /** Where an element is scrolled to. */
  readonly scrollOf: (element: Element) => ScrollPosition;
}

export interface ScrollPosition {
  readonly left: number;
  readonly top: number;
}

/** Whether the content of the element must not be in a trace. */
export function isSecret(element: Element, { secretFields }: ElementNotes): boolean {
  if (isSecretKind(element)) secrets.add(element);
  return secrets.has(element) || secretFields.has(element);
}

/** Returns the attributes of an element in a snapshot. */
export function describeForTrace(element: Element, notes: ElementNotes): Record<string, string> {
  const attributes: Record<string, string> = {};
  const isHidden = isSecret(element, notes);
  for (const { name, value } of element.attributes) {
    const isScript = value.includes(':') && isScriptAddress(value);
    if (isKept(element, name) && !isScript && !(isHidden && name === 'value')) {
      attributes[name] = value.length > LONGEST_ATTRIBUTE ? '' : value;
    }
  }
  addState(attributes, element, isHidden);
  addScroll(attributes, notes.scrollOf(element));
  addPlace(attributes, element, notes);
  if (notes.target && controlOf(notes.target.element) === element) {
    attributes[names.target] = notes.target.callId;
  }
  return attributes;
}

function isScriptAddress(value: string): boolean {
  return SCRIPT_ADDRESS.test(value.replaceAll(/[\t\n\r]/g, ''));
}

/** Handlers would only fail in the viewer; an integrity hash does not match a redacted file. */
function isKept(element: Element, name: string): boolean {
  if (/^on/i.test(name) || name === 'integrity' || name === 'nonce') return false;
  return !(framed.has(element.nodeName) && (name === 'src' || name === 'srcdoc'));
}

function addState(attributes: Record<string, string>, element: Element, isHidden: boolean): void {
  if (!withState.has(element.localName)) return;
  if (element instanceof HTMLInputElement) {
    if (element.type === 'checkbox' || element.type === 'radio') {
      attributes[names.checked] = String(element.checked);
    } else if (element.type !== 'file') {
      attributes[names.value] = isHidden ? '' : element.value;
    }
  } else if (element instanceof HTMLTextAreaElement) {
    attributes[names.value] = isHidden ? '' : element.value;
  } else if (element instanceof HTMLOptionElement) {
    attributes[names.selected] = String(element.selected);
  } else if (element instanceof HTMLImageElement && element.currentSrc) {
    attributes[names.currentSrc] = element.currentSrc.slice(0, LONGEST_ATTRIBUTE);
  }
}

function addScroll(attributes: Record<string, string>, { left, top }: ScrollPosition): void {
  if (top) attributes[names.scrollTop] = String(top);
  if (left) attributes[names.scrollLeft] = String(left);
}

function addPlace(
  attributes: Record<string, string>,
  element: Element,
  { frameOf }: ElementNotes,
): void {
  if (!placed.has(element.nodeName)) return;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  attributes[names.bounds] = JSON.stringify({ left, top, right, bottom });
  const frame = frameOf(element);
  if (frame !== undefined) attributes[names.frame] = `/snapshot/${frame}`;
}

/** Returns a string that changes with the state of a control that its attributes do not show. */
export function stateOf(element: Element, notes: ElementNotes): string {
  const attributes: Record<string, string> = {};
  addState(attributes, element, isSecret(element, notes));
  return JSON.stringify(attributes);
}
