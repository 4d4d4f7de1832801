import { findNearestNames } from '@errand/foundation';
import { keyNames } from './keys.ts';

/**
 * Names of `KeyboardEvent.key` and `code` that no rule maps to a key. Playwright accepts them too.
 */
const OTHER_SPELLINGS = `
  arrowdown=down arrowleft=left arrowright=right arrowup=up audiovolumedown=volumedown
  audiovolumemute=volumemute audiovolumeup=volumeup backquote=\` backslash=\\ bracketleft=[
  bracketright=] cmd=command comma=, contextmenu=apps control=ctrl controlleft=ctrlleft
  controlormeta=ctrl controlright=ctrlright equal== finalmode=final hangulmode=hangul hanjamode=hanja
  ins=insert junjamode=junja kanamode=kana kanjimode=kanji launchapplication1=launchapp1
  launchapplication2=launchapp2 launchmediaplayer=launchmediaselect mediaplaypause=playpause
  mediaselect=launchmediaselect mediastop=stop mediatracknext=nexttrack mediatrackprevious=prevtrack
  meta=win metaleft=winleft metaright=winright minus=- numpadadd=add numpadcomma=separator
  numpaddecimal=decimal numpaddivide=divide numpadmultiply=multiply numpadsubtract=subtract period=.
  plus=+ quote=' semicolon=; slash=/ spacebar=space standby=sleep windows=win`;

const known: ReadonlyMap<string, string> = new Map([
  ...OTHER_SPELLINGS.trim()
    .split(/\s+/)
    .map((pair): [string, string] => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ]),
  ...'abcdefghijklmnopqrstuvwxyz'
    .split('')
    .map((letter): [string, string] => [`key${letter}`, letter]),
  ...'0123456789'.split('').flatMap((digit): [string, string][] => [
    [`digit${digit}`, digit],
    [`numpad${digit}`, `num${digit}`],
  ]),
  ...keyNames.map((name): [string, string] => [name, name]),
]);

type ReadKeys =
  | { readonly keys: readonly string[] }
  /** `index`: position of the list entry that contains the unknown name. */
  | { readonly unknown: string; readonly index: number; readonly nearest: readonly string[] };

/**
 * Returns the `key_press` names of a key or combination in any spelling: `enter`, `Enter`,
 * `arrow_down`, `ArrowDown`, `KeyA`, `Control+A`. A capital letter alone is the letter with shift;
 * in a combination it is the key of that letter.
 */
export function readKeys(given: string | readonly string[]): ReadKeys {
  const parts = [given]
    .flat()
    .flatMap((text, index) => splitCombination(text).map((part) => ({ part, index })));
  const keys: string[] = [];
  for (const { part, index } of parts) {
    const key = findKey(part);
    if (key === undefined) {
      const name = fold(part);
      const nearest = name === '' ? [] : findNearestNames(name, [...known.keys()]);
      return { unknown: part, index, nearest };
    }
    if (parts.length === 1 && /^[A-Z]$/.test(part)) keys.push('shift');
    keys.push(key);
  }
  return { keys };
}

/** Splits at each plus sign between two keys; a trailing plus sign is a key itself. */
function splitCombination(text: string): string[] {
  return keyNames.includes(text) ? [text] : text.split(/(?<=[^+])\+/);
}

function findKey(part: string): string | undefined {
  return known.get(part) ?? known.get(fold(part));
}

/** No two keys differ only in case, spaces, underscores or hyphens. */
function fold(part: string): string {
  return part.length === 1 ? part.toLowerCase() : part.toLowerCase().replaceAll(/[\s_-]/g, '');
}
