import { controlOf, describeElement, whyNotTextField } from './element-facts.ts';
import { type Needs, nextFrame, type Readiness, waitUntilReady } from './wait-until-ready.ts';

export async function fieldReadiness(element: Element, needs: Needs): Promise<Readiness> {
  const refusal = needs.isEditable ? whyNotTextField(element) : undefined;
  if (refusal !== undefined) return { state: 'refused', problem: refusal };
  return waitUntilReady(element, needs);
}

/**
 * Waits for the element and focuses it. A field must accept focus, or keys would go to another one.
 */
export async function focusWhenReady(element: Element, needs: Needs): Promise<Readiness> {
  const end = performance.now() + needs.timeoutMs;
  for (;;) {
    const timeoutMs = Math.max(0, end - performance.now());
    const readiness = await fieldReadiness(element, { ...needs, timeoutMs });
    const control = controlOf(element);
    if (readiness.state !== 'ready' || !(control instanceof HTMLElement)) return readiness;
    const problem = whyNotFocused(control);
    if (problem === undefined && control.isContentEditable) placeCaret(control);
    if (problem === undefined || !needs.isEditable) return readiness;
    if (performance.now() >= end) return { state: 'blocked', problem };
    await nextFrame();
  }
}

/**
 * Focuses the element and returns why that failed. A field that immediately passes focus on counts
 * as focused.
 */
function whyNotFocused(control: HTMLElement): string | undefined {
  const owner = editingHostOf(control);
  const root = owner.getRootNode();
  const isActive = () => 'activeElement' in root && root.activeElement === owner;
  // A frame keeps its active element while another frame of the page has focus.
  if ((isActive() && document.hasFocus()) || document.designMode === 'on') return undefined;
  let hasHadFocus = false;
  const note = () => {
    hasHadFocus = true;
  };
  owner.addEventListener('focus', note, { once: true });
  owner.focus();
  owner.removeEventListener('focus', note);
  return isActive() || hasHadFocus
    ? undefined
    : `is ${describeElement(owner)}, which cannot be given the focus: it is inert, or behind a modal dialog`;
}

/**
 * Returns the element that gets focus: the outermost one being edited in place, or else the element
 * itself.
 */
export function editingHostOf(control: HTMLElement): HTMLElement {
  let host = control;
  while (host.isContentEditable && host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** Places the caret after the text of the element, unless a click has put it somewhere inside. */
function placeCaret(control: HTMLElement): void {
  const selection = document.getSelection();
  const isInside = selection?.anchorNode && control.contains(selection.anchorNode);
  if (control === editingHostOf(control) || isInside) return;
  selection?.selectAllChildren(control);
  selection?.collapseToEnd();
}
