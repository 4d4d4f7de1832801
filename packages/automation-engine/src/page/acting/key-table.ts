/** One key of a US keyboard, as it is sent to the browser. */
export interface Key {
  /** Name of the effect, as pages see it: `Enter`, `a`. */
  readonly key: string;
  /** Name of the position on the keyboard: `KeyA`. */
  readonly code: string;
  /** Windows virtual key code. */
  readonly keyCode: number;
  /** What it types; keys without text type nothing. */
  readonly text?: string;
  /** What it types while shift is held. */
  readonly shiftedText?: string;
  /** 0 anywhere, 1 left, 2 right, 3 on the numeric keypad. */
  readonly location?: number;
}

/** Returns the key for a name of `key_press`. Throws for a name that the schema rejects. */
export function getKey(name: string): Key {
  const key = keys.get(name);
  if (key) return key;
  throw new TypeError(`The key table has no key "${name}".`);
}

/** [typed, typed with shift, code, key code] */
const printable: readonly (readonly [string, string, string, number])[] = [
  ...'abcdefghijklmnopqrstuvwxyz'.split('').map(letterKey),
  ...')!@#$%^&*('.split('').map(digitKey),
  ['`', '~', 'Backquote', 192],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
];

/** name: key code; several names of one key are separated by a space. */
const named: Readonly<Record<string, readonly [names: string, keyCode: number, code?: string]>> = {
  Accept: ['accept', 0x1e],
  Backspace: ['backspace', 8],
  BrowserBack: ['browserback', 0xa6],
  BrowserFavorites: ['browserfavorites', 0xab],
  BrowserForward: ['browserforward', 0xa7],
  BrowserHome: ['browserhome', 0xac],
  BrowserRefresh: ['browserrefresh', 0xa8],
  BrowserSearch: ['browsersearch', 0xaa],
  BrowserStop: ['browserstop', 0xa9],
  CapsLock: ['capslock', 20],
  Clear: ['clear', 12],
  ContextMenu: ['apps', 93],
  Convert: ['convert', 0x1c],
  Delete: ['del delete', 46],
  ArrowDown: ['down', 40],
  End: ['end', 35],
  Escape: ['esc escape', 27],
  Execute: ['execute', 43],
  FinalMode: ['final', 0x18],
  Fn: ['fn', 0],
  HangulMode: ['hanguel hangul', 0x15, 'Lang1'],
  HanjaMode: ['hanja', 0x19, 'Lang2'],
  Help: ['help', 47],
  Home: ['home', 36],
  Insert: ['insert', 45],
  JunjaMode: ['junja', 0x17],
  KanaMode: ['kana', 0x15],
  KanjiMode: ['kanji', 0x19],
  LaunchApplication1: ['launchapp1', 0xb6, 'LaunchApp1'],
  LaunchApplication2: ['launchapp2', 0xb7, 'LaunchApp2'],
  LaunchMail: ['launchmail', 0xb4],
  LaunchMediaPlayer: ['launchmediaselect', 0xb5, 'MediaSelect'],
  ArrowLeft: ['left', 37],
  ModeChange: ['modechange', 0x1f],
  MediaTrackNext: ['nexttrack', 0xb0],
  NonConvert: ['nonconvert', 0x1d],
  NumLock: ['numlock', 144],
  PageDown: ['pagedown pgdn', 34],
  PageUp: ['pageup pgup', 33],
  Pause: ['pause', 19],
  MediaPlayPause: ['playpause', 0xb3],
  MediaTrackPrevious: ['prevtrack', 0xb1],
  Print: ['print', 42],
  PrintScreen: ['printscreen prntscrn prtsc prtscr', 44],
  ArrowRight: ['right', 39],
  ScrollLock: ['scrolllock', 145],
  Select: ['select', 41],
  Standby: ['sleep', 95, 'Sleep'],
  MediaStop: ['stop', 0xb2],
  Tab: ['tab \t', 9],
  ArrowUp: ['up', 38],
  AudioVolumeDown: ['volumedown', 0xae],
  AudioVolumeMute: ['volumemute', 0xad],
  AudioVolumeUp: ['volumeup', 0xaf],
};

/** Modifier keys: names, key, code, key code, location. */
const modifiers: readonly (readonly [string, string, string, number, number])[] = [
  ['alt altleft option optionleft', 'Alt', 'AltLeft', 18, 1],
  ['altright optionright', 'Alt', 'AltRight', 18, 2],
  ['ctrl ctrlleft', 'Control', 'ControlLeft', 17, 1],
  ['ctrlright', 'Control', 'ControlRight', 17, 2],
  ['shift shiftleft', 'Shift', 'ShiftLeft', 16, 1],
  ['shiftright', 'Shift', 'ShiftRight', 16, 2],
  ['win winleft command', 'Meta', 'MetaLeft', 91, 1],
  ['winright', 'Meta', 'MetaRight', 92, 2],
];

/** Keys that type a character but have a name: names, text, code, key code. */
const typing: readonly (readonly [string, string, string, number])[] = [
  ['add', '+', 'NumpadAdd', 107],
  ['decimal', '.', 'NumpadDecimal', 110],
  ['divide', '/', 'NumpadDivide', 111],
  ['multiply', '*', 'NumpadMultiply', 106],
  ['separator', ',', 'NumpadComma', 108],
  ['subtract', '-', 'NumpadSubtract', 109],
  ['yen', '¥', 'IntlYen', 220],
];

const enter: Key = { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' };
const space: Key = { key: ' ', code: 'Space', keyCode: 32, text: ' ', shiftedText: ' ' };
const keys = buildTable();

function buildTable(): ReadonlyMap<string, Key> {
  const table = new Map<string, Key>();
  for (const [text, shiftedText, code, keyCode] of printable) {
    table.set(text, { key: text, code, keyCode, text, shiftedText });
    // A shifted character on its own is typed as if shift were held.
    table.set(
      shiftedText.toLowerCase(),
      table.get(shiftedText.toLowerCase()) ?? {
        key: shiftedText,
        code,
        keyCode,
        text: shiftedText,
        shiftedText,
      },
    );
  }
  for (const [key, [names, keyCode, code = key]] of Object.entries(named)) {
    for (const name of names.split(' ')) table.set(name, { key, code, keyCode });
  }
  for (const [names, key, code, keyCode, location] of modifiers) {
    for (const name of names.split(' ')) table.set(name, { key, code, keyCode, location });
  }
  for (const [name, text, code, keyCode] of typing) {
    const location = code.startsWith('Numpad') ? 3 : 0;
    table.set(name, { key: text, code, keyCode, text, shiftedText: text, location });
  }
  for (let digit = 0; digit <= 9; digit += 1) table.set(`num${digit}`, keypadDigit(digit));
  for (let number = 1; number <= 24; number += 1) table.set(`f${number}`, functionKey(number));
  for (const name of ['enter', 'return', '\n', '\r']) table.set(name, enter);
  for (const name of ['space', ' ']) table.set(name, space);
  return table;
}

function letterKey(letter: string): readonly [string, string, string, number] {
  const capital = letter.toUpperCase();
  return [letter, capital, `Key${capital}`, capital.charCodeAt(0)];
}

function digitKey(shifted: string, digit: number): readonly [string, string, string, number] {
  return [String(digit), shifted, `Digit${digit}`, 48 + digit];
}

function keypadDigit(digit: number): Key {
  const text = String(digit);
  return { key: text, code: `Numpad${digit}`, keyCode: 96 + digit, text, location: 3 };
}

function functionKey(number: number): Key {
  return { key: `F${number}`, code: `F${number}`, keyCode: 111 + number };
}
