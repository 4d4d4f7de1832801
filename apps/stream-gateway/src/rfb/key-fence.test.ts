import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { KeyFence, type KeyPress } from './key-fence.ts';

const SHIFT = 0xffe1;
const CONTROL = 0xffe3;
const CONTROL_RIGHT = 0xffe4;
const ALT = 0xffe9;
const ALT_RIGHT = 0xffea;
const META = 0xffe7;
const SUPER = 0xffeb;
const ALT_GR = 0xfe03;
const F11 = 0xffc8;
const F12 = 0xffc9;

const symbols = (text: string): number[] => [...Buffer.from(text)];

/** Returns what reaches the screen: `+` down, `-` up. */
function send(presses: readonly KeyPress[]): string[] {
  const fence = new KeyFence();
  return presses
    .flatMap((press) => fence.translate(press))
    .map(({ keysym, isDown }) => `${isDown ? '+' : '-'}${keysym.toString(16)}`);
}

/** Presses and releases a key while holding others. */
function hold(held: readonly number[], keysym: number): string[] {
  return send([
    ...held.map((modifier) => ({ keysym: modifier, isDown: true })),
    { keysym, isDown: true },
    { keysym, isDown: false },
    ...held.map((modifier) => ({ keysym: modifier, isDown: false })),
  ]);
}

test.each([
  ['letters', 0x61],
  ['capitals', 0x41],
  ['é', 0xe9],
  ['€', 0x20ac],
  ['ж of Unicode', 0x0100_0436],
  ['Return', 0xff0d],
  ['Tab', 0xff09],
  ['Page Down', 0xff56],
  ['a keypad digit', 0xffb5],
  ['F5', 0xffc2],
])('passes %s alone', (_name, keysym) => {
  const hex = keysym.toString(16);
  expect(hold([], keysym)).toEqual([`+${hex}`, `-${hex}`]);
});

test.each([
  ['Shift', SHIFT],
  ['AltGr', ALT_GR],
])('holds %s at the screen while something is typed', (_name, modifier) => {
  const hex = modifier.toString(16);
  expect(hold([modifier], 0x40)).toEqual([`+${hex}`, '+40', '-40', `-${hex}`]);
});

test.each([...symbols('acvxyz'), 0xff51, 0xff57, 0xff08, 0xffff, 0xff0d])(
  'sends Ctrl with %p as a whole',
  (keysym) => {
    const hex = keysym.toString(16);
    expect(hold([CONTROL], keysym).slice(0, 4)).toEqual(['+ffe3', `+${hex}`, `-${hex}`, '-ffe3']);
  },
);

test.each([
  ...symbols('oslptnujhwdefkrbgiqm0123456789+-/'),
  ...symbols('OSLPTNUJHWC'),
  F11,
  F12,
  0xff09,
  0xff55,
  0xff56,
  0xffc1,
  0xffab,
])('presses nothing for Ctrl with %p', (keysym) => {
  for (const control of [CONTROL, CONTROL_RIGHT]) {
    expect(hold([control], keysym).filter((event) => event.startsWith('+'))).toEqual([]);
  }
});

test.each([...symbols('ijcnoptvwbCIJNT'), 0xffff, 0xff1b])(
  'presses nothing for Ctrl+Shift with %p',
  (keysym) => {
    const pressed = hold([CONTROL, SHIFT], keysym).filter((event) => event.startsWith('+'));
    expect(pressed).toEqual(['+ffe1']);
  },
);

test.each([
  ['F1', 0xffbe],
  ['F6', 0xffc3],
  ['F10', 0xffc7],
  ['F11', F11],
  ['F12', F12],
  ['Menu', 0xff67],
  ['Home on a media keyboard', 0x1008_ff18],
  ['Print', 0xff61],
  ['Open on a Sun keyboard', 0x1005_ff73],
])('never passes %s', (_name, keysym) => {
  expect(hold([], keysym)).toEqual([]);
  expect(hold([SHIFT], keysym)).toEqual(['+ffe1', '-ffe1']);
});

test.each([ALT, ALT_RIGHT, META, SUPER])(
  'passes %p neither alone nor with other keys',
  (modifier) => {
    for (const keysym of [0x64, 0xff50, 0xff51, 0xffc1, 0xff09, 0x20]) {
      expect(hold([modifier], keysym).filter((event) => event.startsWith('+'))).toEqual([]);
    }
    expect(hold([CONTROL, modifier], 0x63).filter((event) => event.startsWith('+'))).toEqual([]);
  },
);

test("does not open the browser's task manager for Shift+Escape", () => {
  expect(hold([SHIFT], 0xff1b)).toEqual(['+ffe1', '-ff1b', '-ffe1']);
});

test('does not form a combination when a key held before Ctrl repeats', () => {
  expect(
    send([
      { keysym: 0x6c, isDown: true },
      { keysym: CONTROL, isDown: true },
      { keysym: 0x6c, isDown: true },
    ]),
  ).toEqual(['+6c']);
});

test('holds Ctrl on the screen only around an allowed key, and never Alt or Meta, whatever is pressed', () => {
  const press = fc.record({
    keysym: fc.oneof(
      fc.constantFrom(SHIFT, CONTROL, CONTROL_RIGHT, ALT, ALT_RIGHT, META, SUPER, ALT_GR, F12),
      fc.integer({ min: 0xff00, max: 0xffff }),
      fc.integer({ min: 0x20, max: 0x7e }),
    ),
    isDown: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(press, { maxLength: 200 }), (presses) => {
      const sent = send(presses);
      for (const [index, event] of sent.entries()) {
        expect(event).not.toMatch(/^.(ffe[789a-e]|ffe4|ffc[789]|ff67)$/);
        if (event !== '+ffe3') continue;
        expect(sent[index + 1]).toMatch(/^\+(61|63|76|78|79|7a|5a|ff5[0-47]|ff08|ff63|ff0d|ffff)$/);
        expect(sent[index + 3]).toBe('-ffe3');
      }
    }),
    { numRuns: 2_000 },
  );
});
