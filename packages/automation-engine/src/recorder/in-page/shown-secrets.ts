import { onTrusted, innermost } from './report.ts';
import { isInput, isSecretField, markSecret, namesOf } from './secret-marks.ts';
import { fieldOf } from '../../page/in-page/text-field.ts';

/** Shorter text may occur in other fields by chance, and in names other than as a word. */
const SHORTEST_SECRET = 4;
/** May be secret fields; those that are not are left out. */
const SECRET_INPUTS = 'input[type=password], input[autocomplete]';

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
      document.querySelectorAll(SECRET_INPUTS).forEach(remember);
      const field = fieldOf(innermost(event));
      if (field) remember(field);
    });
  }
}

function remember(field: Element): void {
  if (!isInput(field) || !isSecretField(field)) return;
  const place = field.parentElement?.parentElement ?? field.parentElement;
  secrets.set(field, { value: field.value, names: namesUsed(field), place });
}

/** Marks a field as secret if it shows the text of a secret field, or has taken its place. */
export function markIfShown(field: Element): void {
  if (!isInput(field) || secrets.has(field)) return;
  const names = namesUsed(field);
  const shows = ([other, { value, ...secret }]: [Element, Secret]): boolean =>
    (value.length >= SHORTEST_SECRET && field.value.startsWith(value)) ||
    (isGone(other) && isSuccessor(field, names, secret));
  if ([...secrets].some(shows)) markSecret(field);
}

/**
 * Returns whether a text or a command contains the value of a secret field, which the accessible
 * names of its surroundings do. A short value counts only where it is a word of a name.
 */
export function secretFinder(): (text: string) => boolean {
  document.querySelectorAll(SECRET_INPUTS).forEach(remember);
  const values = [...secrets.values()].map(({ value }) => value.trim());
  const known = values.filter(({ length }) => length >= SHORTEST_SECRET);
  const quoted = known.map((value) => JSON.stringify(value).slice(1, -1));
  const short = values.filter(({ length }) => length < SHORTEST_SECRET).map(asWords);
  const words = short.filter((value) => value.trim() !== '');
  return (text) =>
    [...known, ...quoted].some((value) => text.includes(value)) ||
    words.some((value) => asWords(text).includes(value));
}

/** A text between spaces, with spaces for the quotes of a command. */
function asWords(text: string): string {
  return ` ${text.replaceAll(/["'\\\s]+/g, ' ').trim()} `;
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
