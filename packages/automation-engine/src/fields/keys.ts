const LOWER_CASE_LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const WHITESPACE = '\t\n\r ';

const NAMED = `
  accept add alt altleft altright apps backspace browserback browserfavorites browserforward
  browserhome browserrefresh browsersearch browserstop capslock clear command convert ctrl ctrlleft
  ctrlright decimal del delete divide down end enter esc escape execute final fn hanguel hangul hanja
  help home insert junja kana kanji launchapp1 launchapp2 launchmail launchmediaselect left
  modechange multiply nexttrack nonconvert numlock option optionleft optionright pagedown pageup
  pause pgdn pgup playpause prevtrack print printscreen prntscrn prtsc prtscr return right scrolllock
  select separator shift shiftleft shiftright sleep space stop subtract tab up volumedown volumemute
  volumeup win winleft winright yen`;

/** The key names that steps use: printable characters and named keys, all lower case. */
export const keyNames: readonly string[] = [
  ...LOWER_CASE_LETTERS.split(''),
  ...DIGITS.split(''),
  ...PUNCTUATION.split(''),
  ...WHITESPACE.split(''),
  ...NAMED.trim().split(/\s+/),
  ...numbered('f', 1, 24),
  ...numbered('num', 0, 9),
];

function numbered(prefix: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => `${prefix}${first + offset}`);
}
