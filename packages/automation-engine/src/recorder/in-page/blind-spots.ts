import { innermost, onTrusted, report } from './report.ts';
import { isSecretField } from './secret-marks.ts';
import { fieldOf } from './text-field.ts';

/** Of the elements of HTML, only these can have a shadow root of the page. */
const POSSIBLE_HOSTS = `article, aside, blockquote, div, footer, h1, h2, h3, h4, h5, h6, header, main,
  nav, p, section, span`;
/** Elements that contain fields which the recorder cannot see. */
const hosts = new WeakSet<Element>();
const reported = new WeakSet<Element>();

/** Learns which elements hide a field in a closed shadow root: text changes, and no field is seen. */
export function followBlindSpots(): void {
  onTrusted('beforeinput', learnHost);
  onTrusted('input', learnHost);
}

function learnHost(event: Event): void {
  const element = innermost(event);
  const isSeen = element?.matches('input, select, textarea') ?? true;
  if (element && !isSeen && !fieldOf(element)) hosts.add(element);
}

/** Whether letters typed there may be a secret. The recording reports each such element once. */
export function isBlindSpot(element: Element): boolean {
  const reason = isHost(element)
    ? 'it may hide a secret field in a closed shadow root'
    : isSecretField(element) && 'it is named like a secret, but is not a field';
  if (!reason) return false;
  if (!reported.has(element)) {
    const id = element.id === '' ? '' : ` id="${element.id}"`;
    const message = `What was typed into <${element.localName}${id}> was left out: ${reason}.`;
    report({ kind: 'fault', message });
  }
  reported.add(element);
  return true;
}

/** A closed shadow root cannot be asked for. Its events seem to come from its host. */
function isHost(element: Element): boolean {
  const isCustom = element.localName.includes('-');
  const canBe = isCustom || element.matches(POSSIBLE_HOSTS);
  if (!canBe || element.shadowRoot !== null) return false;
  return isCustom || hosts.has(element) || !element.hasAttribute('tabindex') || isTyping();
}

/** Whether a letter would change a text. Browsers also see the fields in closed shadow roots. */
function isTyping(): boolean {
  return document.queryCommandEnabled('insertText');
}
