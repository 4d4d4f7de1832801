import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  CHOOSE_NONE,
  continueUpdates,
  cutText,
  extendedCutText,
  fence,
  GREETING,
  key,
  pointer,
  qemuKey,
  requestUpdate,
  setDesktopSize,
  setEncodings,
  setPixelFormat,
  shareScreen,
  VERSION,
  xvp,
} from '../testing/rfb-messages.ts';
import { RfbFilter } from './rfb-filter.ts';
import { RfbViolationError } from './rfb-violation-error.ts';

const size = { width: 1280, height: 800 };

/** Filters the bytes in the given pieces. */
function filter(mode: 'view' | 'control', pieces: readonly Buffer[]) {
  const dropped: string[] = [];
  const subject = new RfbFilter({ mode, onDropped: (name) => dropped.push(name) });
  const output = Buffer.concat(pieces.map((piece) => Buffer.from(subject.push(piece))));
  return { output, dropped };
}

function afterGreeting(mode: 'view' | 'control', messages: readonly Buffer[]) {
  const { output, dropped } = filter(mode, [Buffer.concat([GREETING, ...messages])]);
  expect(output.subarray(0, GREETING.length)).toEqual(GREETING);
  return { output: output.subarray(GREETING.length), dropped };
}

function violationOf(bytes: Buffer): string {
  try {
    filter('view', [bytes]);
  } catch (error) {
    if (error instanceof RfbViolationError) return error.message;
    throw error;
  }
  return 'accepted';
}

const harmless: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constant(setPixelFormat()),
  fc.array(fc.integer({ min: -300, max: 21 }).filter((value) => value !== -259)).map(setEncodings),
  fc.boolean().map((isIncremental) => requestUpdate(size, isIncremental)),
  fc.constant(continueUpdates()),
  fc.integer({ min: 0, max: 64 }).map(fence),
);
const byte = fc.integer({ min: 0, max: 255 });
const keysym = fc.oneof(
  fc.integer({ min: 0, max: 0xffff_ffff }),
  fc.integer({ min: 0xff00, max: 0xffff }),
  fc.integer({ min: 0x20, max: 0x7e }),
);
const input: fc.Arbitrary<Buffer> = fc.oneof(
  fc.tuple(keysym, fc.boolean()).map(([symbol, isDown]) => key(symbol, isDown)),
  fc.tuple(keysym, fc.boolean()).map(([symbol, isDown]) => qemuKey(symbol, isDown)),
  fc.tuple(byte, byte, byte).map(([buttons, x, y]) => pointer(buttons, x, y)),
);
const forbidden: fc.Arbitrary<Buffer> = fc.oneof(
  fc.string({ unit: 'binary-ascii' }).map(cutText),
  fc.integer({ min: 1, max: 300 }).map(extendedCutText),
  fc.constant(xvp()),
  byte.map(setDesktopSize),
);

/** Cuts the bytes at random positions. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = places.map((place) => place % (bytes.length + 1)).toSorted((one, two) => one - two);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const places = fc.array(fc.nat(), { maxLength: 60 });

test('passes only harmless messages in view mode, byte for byte, however the stream is split', () => {
  const message = fc.oneof(
    harmless.map((bytes) => ({ bytes, passes: true })),
    fc.oneof(input, forbidden).map((bytes) => ({ bytes, passes: false })),
  );
  fc.assert(
    fc.property(fc.array(message), places, (messages, cuts) => {
      const sent = Buffer.concat([GREETING, ...messages.map(({ bytes }) => bytes)]);
      const kept = messages.filter(({ passes }) => passes).map(({ bytes }) => bytes);
      const { output, dropped } = filter('view', cut(sent, cuts));
      expect(output).toEqual(Buffer.concat([GREETING, ...kept]));
      expect(dropped).toHaveLength(messages.length - kept.length);
    }),
    { numRuns: 3_000 },
  );
});

test('gives the same output in control mode however the stream is split', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(harmless, input, forbidden)), places, (messages, cuts) => {
      const sent = Buffer.concat([GREETING, ...messages]);
      expect(filter('control', cut(sent, cuts))).toEqual(filter('control', [sent]));
    }),
    { numRuns: 3_000 },
  );
});

test('passes only harmless messages in view mode, for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), places, (noise, cuts) => {
      const subject = new RfbFilter({ mode: 'view', onDropped: () => undefined });
      subject.push(GREETING);
      expect(typesIn(pushAll(subject, cut(Buffer.from(noise), cuts)))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

/** Returns the output up to the point where the filter throws. */
function pushAll(subject: RfbFilter, pieces: readonly Buffer[]): Buffer {
  const output: Buffer[] = [];
  try {
    for (const piece of pieces) output.push(Buffer.from(subject.push(piece)));
  } catch (error) {
    if (!(error instanceof RfbViolationError)) throw error;
  }
  return Buffer.concat(output);
}

/** Returns the message types other than the five that request updates. */
function typesIn(stream: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at < stream.length;) {
    const type = stream.readUInt8(at);
    const length: Record<number, () => number> = {
      0: () => 20,
      2: () => 4 + 4 * stream.readUInt16BE(at + 2),
      3: () => 10,
      150: () => 10,
      248: () => 9 + stream.readUInt8(at + 8),
    };
    const known = length[type];
    if (!known) return [...found, type];
    at += known();
  }
  return found;
}

test('drops forbidden messages that are sent together with harmless ones', () => {
  const update = requestUpdate(size, true);
  const { output, dropped } = afterGreeting('view', [
    update,
    pointer(1, 5, 5),
    key(0x61, true),
    cutText('stolen'),
    setDesktopSize(3),
    update,
  ]);
  expect(output).toEqual(Buffer.concat([update, update]));
  expect(dropped).toEqual(['PointerEvent', 'KeyEvent', 'ClientCutText', 'SetDesktopSize']);
});

test.each(['view', 'control'] as const)(
  'never gives a client the screen exclusively in %s mode',
  (mode) => {
    const { output } = filter(mode, [VERSION, CHOOSE_NONE, shareScreen(false)]);
    expect(output).toEqual(GREETING);
  },
);

test('removes encodings that would change the protocol', () => {
  const { output } = afterGreeting('view', [
    setEncodings([7, -316, 16, -309, 0xc0_a1_e5_ce, -305, -259, -223]),
  ]);
  expect(output).toEqual(setEncodings([7, 16, -223]));
});

test('drops a clipboard of two gigabytes as it arrives, without storing it', () => {
  const subject = new RfbFilter({ mode: 'view', onDropped: () => undefined });
  subject.push(GREETING);
  const head = cutText('');
  head.writeInt32BE(-(2 ** 31), 4);
  subject.push(head);
  const chunk = Buffer.alloc(64 * 1024 * 1024, 5);
  for (let sent = 0; sent < 2 ** 31; sent += chunk.length) {
    expect(subject.push(chunk)).toHaveLength(0);
  }
  expect(subject.push(continueUpdates())).toEqual(continueUpdates());
});

test('passes the pointer in control mode, without the buttons that open menus', () => {
  const { output } = afterGreeting('control', [pointer(0xff, 7, 9), pointer(1, 7, 9)]);
  expect(output).toEqual(Buffer.concat([pointer(0b0111_1001, 7, 9), pointer(1, 7, 9)]));
});

test('converts the key event of a QEMU client to a plain one in control mode', () => {
  const { output } = afterGreeting('control', [qemuKey(0x61, true), qemuKey(0x61, false)]);
  expect(output).toEqual(Buffer.concat([key(0x61, true), key(0x61, false)]));
});

test('counts the combinations that it drops in control mode', () => {
  const { output, dropped } = afterGreeting('control', [key(0xffe3, true), key(0x6c, true)]);
  expect(output).toHaveLength(0);
  expect(dropped).toEqual(['KeyEvent', 'KeyEvent']);
});

test.each([
  ['version 3.3', Buffer.from('RFB 003.003\n'), 'Only RFB version 3.8 is supported.'],
  ['HTTP', Buffer.from('GET'), 'Only RFB version 3.8 is supported.'],
  [
    'another security type',
    Buffer.concat([VERSION, Buffer.from([2])]),
    'RFB security type 2 is not offered: use 1 (None).',
  ],
  [
    'an unknown message',
    Buffer.concat([GREETING, Buffer.from([1])]),
    'RFB message type 1 is not allowed.',
  ],
  [
    'QEMU audio',
    Buffer.concat([GREETING, Buffer.from([255, 1])]),
    'QEMU message 1 is not allowed: only key events are.',
  ],
  [
    'endless encodings',
    Buffer.concat([GREETING, Buffer.from([2, 0, 255, 255])]),
    '65535 encodings are too many: 256 at most.',
  ],
  [
    'a long fence',
    Buffer.concat([GREETING, Buffer.from([248, 0, 0, 0, 0, 0, 0, 0, 65])]),
    'A fence of 65 bytes is too long: 64 at most.',
  ],
])('refuses %s', (_what, bytes, message) => {
  expect(violationOf(bytes)).toBe(message);
});
