const lowerCaseLetters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const whitespace = '\t\n\r ';

const named = `
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
  ...lowerCaseLetters.split(''),
  ...digits.split(''),
  ...punctuation.split(''),
  ...whitespace.split(''),
  ...named.trim().split(/\s+/),
  ...numbered('f', 1, 24),
  ...numbered('num', 0, 9),
];

function numbered(prefix: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => `${prefix}${first + offset}`);
}
