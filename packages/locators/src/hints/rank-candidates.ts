import type { LocatorFacts } from '../injected/locator-facts.ts';

/** A locator that matches an element, with an estimate of its stability. */
export interface LocatorCandidate {
  readonly command: string;
  /** The attribute or property used: `test_id`, `id`, `role` ... */
  readonly kind: string;
  /** Estimated stability, from 0 to 100. */
  readonly score: number;
}

const LONGEST_TEXT = 60;
const LONGEST_COMMAND = 500;
const SHORT_TEXT = 30;
const MOST_CLASSES = 3;
const FRAMEWORK_PREFIXES =
  /^(?:react-|ember|radix-|headlessui-|jss|sc-|css-|emotion-|mui-|:r|_r_|ng-|svelte-)/i;
/** Classes that come and go while the element is used. */
const STATE_CLASS =
  /^(?:is|has|was)[-_]|(?:^|[-_])(?:focus(?:ed|[-_]?(?:visible|within))?|hover(?:ed|ing)?|active|pressed|selected|checked|highlighted|open(?:ed)?|closed|expanded|collapsed|disabled|visible|hidden|loading|touched|dirty|pristine|valid|invalid|filled|dragging|animating|entering|leaving)$/i;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;

export interface NamedFacts extends LocatorFacts {
  readonly role: string;
  readonly accessibleName: string;
}

/**
 * Returns locators for the element, the most stable first. They may also match other elements; that
 * is not checked yet.
 */
export function rankCandidates(facts: NamedFacts): LocatorCandidate[] {
  const { tag, testId, id, name, ariaLabel, placeholder, title, text, xpath } = facts;
  const label = roleName(facts);
  const candidates = [
    candidate('test_id', 100, [testId, `get_by_test_id(${quote(testId)})`]),
    ...facts.testAttributes.map(([attribute, value]) =>
      candidate('test_attribute', 98, [value, byAttribute('', attribute, value)]),
    ),
    candidate('id', 92, [id, byAttribute('', 'id', id)]),
    candidate('name', 84, [name, byAttribute(tag, 'name', name)]),
    candidate('aria_label', 76, [ariaLabel, byText('label', ariaLabel)]),
    candidate('role', 72, [label, byRole(facts.role, label)]),
    candidate('label', 68, [label, byText('label', label)]),
    candidate('placeholder', 64, [placeholder, byText('placeholder', placeholder)]),
    byClasses(facts),
    candidate('title', 45, [title, byText('title', title)]),
    candidate('text', 38, [asText(text), byText('text', text)]),
    {
      kind: 'xpath',
      score: 10,
      command: xpath === '' ? '' : `locator(${quote(`xpath=${xpath}`)})`,
    },
  ];
  return candidates
    .filter(({ command }) => command !== '' && command.length <= LONGEST_COMMAND)
    .toSorted((a, b) => b.score - a.score);
}

/** Returns a candidate whose command contains the value; none if the value is not stable. */
function candidate(
  kind: string,
  score: number,
  [value, command]: readonly [value: string, command: string],
): LocatorCandidate {
  return { kind, score, command: isUsable(value) ? command : '' };
}

function byText(by: string, text: string): string {
  return `get_by_${by}(${quote(text)}, exact=True)`;
}

/**
 * Returns locators by names and text that look like this page's data, such as an order number; used
 * when nothing more stable is available.
 */
export function rankData(facts: NamedFacts): LocatorCandidate[] {
  const [label, text] = [roleName(facts), asText(facts.text)];
  return [
    { kind: 'role', score: 36, value: label, command: byRole(facts.role, label) },
    { kind: 'text', score: 35, value: text, command: byText('text', text) },
  ].flatMap(({ value, ...one }) => (isWritable(value) ? [one] : []));
}

function isUsable(value: string): boolean {
  return isWritable(value) && !looksGenerated(value);
}

/** Rejects braces too, which would be read as a placeholder. */
function isWritable(value: string): boolean {
  return value !== '' && value.length <= LONGEST_TEXT && !/[{}\n]/.test(value);
}

/** Returns whether another build or another day would change the value. */
function looksGenerated(value: string): boolean {
  if (UUID.test(value) || FRAMEWORK_PREFIXES.test(value) || /\d{4}/.test(value)) return true;
  return value.split(/[\s_\-.:/]+/).some((part) => {
    const isCoded = part.length >= 5 && (part.match(/\d/g)?.length ?? 0) >= 2;
    return isCoded || /^[b-df-hj-np-tv-xz]{6,}$/i.test(part);
  });
}

function roleName({ role, accessibleName }: NamedFacts): string {
  const isRole = /^[a-z]+$/.test(role) && role !== 'generic' && role !== 'none';
  return isRole ? accessibleName : '';
}

function byRole(role: string, name: string): string {
  return `get_by_role(${quote(role)}, name=${quote(name)}, exact=True)`;
}

function byAttribute(tag: string, attribute: string, value: string): string {
  return `locator(${quote(`${tag}[${attribute}=${JSON.stringify(value)}]`)})`;
}

function byClasses({ tag, classes, text }: NamedFacts): LocatorCandidate {
  const stable = classes.filter(isStableClass).slice(0, MOST_CLASSES);
  const short = asText(text).length <= SHORT_TEXT && isUsable(text) ? asText(text) : '';
  const score = 50 + 3 * stable.length + (short === '' ? 0 : 6);
  const selector = quote([tag, ...stable].join('.'));
  const filter = short === '' ? '' : `, has_text=${quote(short)}`;
  return {
    kind: 'classes',
    score,
    command: stable.length === 0 ? '' : `locator(${selector}${filter})`,
  };
}

export function isStableClass(name: string): boolean {
  const isWritten = /^[\w-]+$/.test(name) && !/^\d/.test(name);
  return isWritten && !looksGenerated(name) && !STATE_CLASS.test(name);
}

function asText(text: string): string {
  return text.length > LONGEST_TEXT ? '' : text;
}

/** Quotes as a Python literal; Python supports all of JSON's escapes. */
function quote(text: string): string {
  return JSON.stringify(text);
}
