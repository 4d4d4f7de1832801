import { drawnEditor, isMultiLine } from './drawn-editor.ts';
import { innermost, onTrusted, report } from './report.ts';
import { isSecretField } from './secret-marks.ts';
import { fieldOf } from '../../page/in-page/text-field.ts';

/** The only built-in elements to which pages can attach a shadow root. */
const POSSIBLE_HOSTS = `article, aside, blockquote, div, footer, h1, h2, h3, h4, h5, h6, header, main,
  nav, p, section, span`;
/** Elements that contain fields that the recorder cannot see. */
const hosts = new WeakSet<Element>();
const reported = new WeakSet<Element>();

/**
 * Detects elements that hide a field in a closed shadow root: text changes without a visible field.
 */
export function followBlindSpots(): void {
  onTrusted('beforeinput', learnHost);
  onTrusted('input', learnHost);
}

function learnHost(event: Event): void {
  const element = innermost(event);
  const isSeen = element?.matches('input, select, textarea') ?? true;
  if (element && !isSeen && !fieldOf(element)) hosts.add(element);
}

/** Whether letters typed into it may be a secret. The recording reports each such element once. */
export function isBlindSpot(element: Element): boolean {
  const reason = reasonToDoubt(element);
  if (reason === undefined) return false;
  if (!reported.has(element)) {
    const id = element.id === '' ? '' : ` id="${element.id}"`;
    const message = `What was typed into <${element.localName}${id}> was left out: ${reason}.`;
    report({ kind: 'fault', message });
  }
  reported.add(element);
  return true;
}

function reasonToDoubt(element: Element): string | undefined {
  const drawn = drawnEditor(element);
  if (drawn && !isMultiLine(drawn)) return 'the page draws the text itself, so it may be a secret';
  if (!drawn && mayHideField(element)) return 'it may hide a secret field in a closed shadow root';
  const isSecret = isSecretField(element) || (drawn !== undefined && isSecretField(drawn));
  return isSecret
    ? 'it is named like a secret or covers what is typed, but is not a field'
    : undefined;
}

/** Scripts cannot detect a closed shadow root. Its events appear to come from its host. */
function mayHideField(element: Element): boolean {
  const isCustom = element.localName.includes('-');
  const canBe = isCustom || element.matches(POSSIBLE_HOSTS);
  if (!canBe || element.shadowRoot !== null) return false;
  return isCustom || hosts.has(element) || !element.hasAttribute('tabindex') || isTyping();
}

/** Whether typing would change text. Browsers also see the fields in closed shadow roots. */
function isTyping(): boolean {
  return document.queryCommandEnabled('insertText');
}
