/**
 * Keysyms of keys with DOM names that are not characters. Keypad keys are those without NumLock, as
 * on a page.
 */
const namedKeysyms = new Map(
  readPairs(`
    Backspace ff08  Tab ff09  Clear ff0b  Enter ff0d  Escape ff1b  Pause ff13  ScrollLock ff14
    Delete ffff  Space 20  Home ff50  ArrowLeft ff51  ArrowUp ff52  ArrowRight ff53
    ArrowDown ff54  PageUp ff55  PageDown ff56  End ff57  Select ff60  Print ff61
    PrintScreen ff61  Execute ff62  Insert ff63  ContextMenu ff67  Props ff67  Cancel ff69
    Help ff6a  Abort ff6b  ModeChange ff7e  NumLock ff7f  CapsLock ffe5  AltGraph fe03  Shift ffe1
    ShiftLeft ffe1  ShiftRight ffe2  Control ffe3  ControlLeft ffe3  ControlRight ffe4  Alt ffe9
    AltLeft ffe9  AltRight ffea  Meta ffeb  MetaLeft ffeb  MetaRight ffec  KanjiMode ff21
    NonConvert ff22  Convert ff23  KanaMode ff2d  HangulMode ff31  HanjaMode ff34  Accept ff0d
    Open 1008ff6b  Power 1008ff2a  Standby 1008ff2f  Eject 1008ff2c  AudioVolumeDown 1008ff11
    AudioVolumeMute 1008ff12  AudioVolumeUp 1008ff13  MediaPlayPause 1008ff14  MediaStop 1008ff15
    MediaTrackPrevious 1008ff16  MediaTrackNext 1008ff17  BrowserHome 1008ff18
    BrowserSearch 1008ff1b  BrowserBack 1008ff26  BrowserForward 1008ff27  BrowserStop 1008ff28
    BrowserRefresh 1008ff29  BrowserFavorites 1008ff30  LaunchMail 1008ff19
    LaunchMediaPlayer 1008ff32  LaunchApplication1 1008ff33  LaunchApplication2 1008ff1d
    NumpadEnter ff8d  NumpadMultiply ffaa  NumpadAdd ffab  NumpadSubtract ffad  NumpadDivide ffaf
    NumpadEqual ffbd  NumpadDecimal ff9f  Numpad0 ff9e  Numpad1 ff9c  Numpad2 ff99  Numpad3 ff9b
    Numpad4 ff96  Numpad5 ff9d  Numpad6 ff98  Numpad7 ff95  Numpad8 ff97  Numpad9 ff9a`).map(
    ([name, keysym]) => [name, Number.parseInt(keysym, 16)],
  ),
);

/** Characters by the DOM names of their keys on a US keyboard. */
const characterKeys = new Map(
  readPairs(`Semicolon ; Equal = Comma , Minus - Period . Slash / Backquote \` BracketLeft [
    Backslash \\ BracketRight ] Quote '`),
);

const allNamed: ReadonlySet<number> = new Set(namedKeysyms.values());

const FIRST_FUNCTION_KEY = 0xffbe;
const UNICODE = 0x100_0000;

/**
 * Returns the keysym for a DOM key name (`Enter`, `F5`, `KeyA`, `Numpad4`) or a single character;
 * undefined when there is none.
 */
export function findKeysym(key: string): number | undefined {
  const named = namedKeysyms.get(key);
  if (named !== undefined) return named;
  const functionKey = /^F([1-9]|1\d|2[0-4])$/.exec(key)?.[1];
  if (functionKey !== undefined) return FIRST_FUNCTION_KEY + Number(functionKey) - 1;
  return findCharacterKeysym(characterOf(key));
}

/** Whether `findKeysym` finds the keysym by the name of a key that is not a character. */
export function isNamedKeysym(keysym: number): boolean {
  return allNamed.has(keysym);
}

function characterOf(key: string): string {
  const lettered = /^(?:Key|Digit)([A-Z\d])$/.exec(key)?.[1];
  return characterKeys.get(key) ?? lettered?.toLowerCase() ?? key;
}

/**
 * Returns the keysym that types a character; a newline is Return. Undefined for control characters
 * and for anything but a single character.
 */
export function findCharacterKeysym(character: string): number | undefined {
  if (character === '\n' || character === '\r') return namedKeysyms.get('Enter');
  if (character === '\t') return namedKeysyms.get('Tab');
  const code = character.codePointAt(0) ?? 0;
  const isOne = character.length === String.fromCodePoint(code).length;
  if (!isOne || /^[\p{Cc}\p{Cs}]$/v.test(character)) return undefined;
  return code < 0x100 ? code : UNICODE + code;
}

function readPairs(table: string): [string, string][] {
  return [...table.matchAll(/(\S+) +(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
}
