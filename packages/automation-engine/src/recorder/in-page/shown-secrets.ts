import { SECRET_KINDS } from '@errand/locators/secret-kinds';
import { onTrusted, innermost } from './report.ts';
import { isInput, isSecretField, markSecret, namesOf } from './secret-marks.ts';
import { fieldOf } from '../../page/in-page/text-field.ts';

/** Shorter text may occur in other fields by chance. */
const SHORTEST_SECRET = 4;
/** A quoted text, with the step of a command that it begins. */
const QUOTED = /(get_by_role\(|locator\()?("(?:[^"\\]|\\.)*")/g;

/** A secret field as it was last. */
interface Secret {
  readonly value: string;
  readonly names: readonly string[];
  /** Its surroundings, which stay when the page replaces it. */
  readonly place: Element | null;
}

const secrets = new Map<Element, Secret>();

/** Remembers the secret fields: to show what was typed, pages put it into another field. */
export function followShownSecrets(): void {
  for (const name of ['pointerdown', 'keydown', 'keyup', 'input'] as const) {
    onTrusted(name, (event) => {
      // A browser or a page may have filled in the others.
      document.querySelectorAll(SECRET_KINDS).forEach(remember);
      const field = fieldOf(innermost(event));
      if (field) remember(field);
    });
  }
}

function remember(field: Element): void {
  if (!isSecretField(field)) return;
  const place = field.parentElement?.parentElement ?? field.parentElement;
  const text = asLine(isInput(field) ? field.value : (field.textContent ?? ''));
  // A page may clear the field and show elsewhere what was in it.
  const value = text === '' ? (secrets.get(field)?.value ?? '') : text;
  secrets.set(field, { value, names: namesUsed(field), place });
}

/** Marks a field as secret if it shows the text of a secret field, or has taken its place. */
export function markIfShown(field: Element): void {
  if (!isInput(field) || secrets.has(field)) return;
  const names = namesUsed(field);
  const shows = ([other, { value, ...secret }]: [Element, Secret]): boolean =>
    (value.length >= SHORTEST_SECRET && asLine(field.value).startsWith(value)) ||
    (isGone(other) && isSuccessor(field, names, secret));
  if ([...secrets].some(shows)) markSecret(field);
}

/** Returns a function that says whether a text contains the value of a secret field. */
export function secretFinder(): (text: string) => boolean {
  document.querySelectorAll(SECRET_KINDS).forEach(remember);
  for (const field of secrets.keys()) if (field.isConnected) remember(field);
  const values = [...secrets.values()].map(({ value }) => value);
  const known = values.filter(({ length }) => length >= SHORTEST_SECRET);
  return (text) => {
    const line = asLine(text);
    return known.some((value) => line.includes(value));
  };
}

/**
 * Returns a function that says whether a command searches for the value of a secret field. The names
 * of steps, roles, elements and attributes do not count: a password may be the same word.
 */
export function searchedSecretFinder(): (command: string) => boolean {
  const isShown = secretFinder();
  return (command) => searchedTexts(command).some(isShown);
}

function searchedTexts(command: string): string[] {
  return [...command.matchAll(QUOTED)].flatMap(([, step, quoted = '']) => {
    if (step === 'get_by_role(') return [];
    const text = quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1');
    return step === 'locator(' ? searchedTexts(text) : [text];
  });
}

function asLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function isGone(field: Element): boolean {
  return !field.checkVisibility({ visibilityProperty: true });
}

function isSuccessor(
  field: Element,
  own: readonly string[],
  { names, place }: Omit<Secret, 'value'>,
): boolean {
  if (place?.isConnected !== true || !place.contains(field)) return false;
  return own.some((name) => names.includes(name)) || own.length + names.length === 0;
}

function namesUsed(field: Element): readonly string[] {
  return namesOf(field).filter((name) => name.trim() !== '');
}
