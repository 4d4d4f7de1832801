/**
 * A viewer's messages, written byte by byte from the specification instead of with the code under
 * test.
 */
export const VERSION = Buffer.from('RFB 003.008\n');
export const CHOOSE_NONE = Buffer.from([1]);

export function shareScreen(isShared = true): Buffer {
  return Buffer.from([isShared ? 1 : 0]);
}

/** The handshake of a client that shares the screen. */
export const GREETING = Buffer.concat([VERSION, CHOOSE_NONE, shareScreen()]);

export function setPixelFormat(): Buffer {
  // 32 bits, depth 24, little endian, true colour, 8 bits each of red, green and blue.
  return Buffer.from('000000002018000100ff00ff00ff100800000000', 'hex');
}

export function setEncodings(encodings: readonly number[]): Buffer {
  const message = Buffer.alloc(4 + 4 * encodings.length);
  message.writeUInt8(2, 0);
  message.writeUInt16BE(encodings.length, 2);
  for (const [index, encoding] of encodings.entries()) {
    message.writeInt32BE(encoding | 0, 4 + 4 * index);
  }
  return message;
}

interface Area {
  readonly width: number;
  readonly height: number;
}

export function requestUpdate({ width, height }: Area, isIncremental: boolean): Buffer {
  const message = Buffer.alloc(10);
  message.writeUInt8(3, 0);
  message.writeUInt8(isIncremental ? 1 : 0, 1);
  message.writeUInt16BE(width, 6);
  message.writeUInt16BE(height, 8);
  return message;
}

export function key(keysym: number, isDown: boolean): Buffer {
  const message = Buffer.alloc(8);
  message.writeUInt8(4, 0);
  message.writeUInt8(isDown ? 1 : 0, 1);
  message.writeUInt32BE(keysym, 4);
  return message;
}

export function qemuKey(keysym: number, isDown: boolean): Buffer {
  const message = Buffer.alloc(12);
  message.writeUInt8(255, 0);
  message.writeUInt16BE(isDown ? 1 : 0, 2);
  message.writeUInt32BE(keysym, 4);
  message.writeUInt32BE(30, 8);
  return message;
}

export function pointer(buttons: number, x: number, y: number): Buffer {
  const message = Buffer.alloc(6);
  message.writeUInt8(5, 0);
  message.writeUInt8(buttons, 1);
  message.writeUInt16BE(x, 2);
  message.writeUInt16BE(y, 4);
  return message;
}

export function cutText(text: string): Buffer {
  const message = Buffer.alloc(8 + text.length);
  message.writeUInt8(6, 0);
  message.writeInt32BE(text.length, 4);
  message.write(text, 8, 'latin1');
  return message;
}

/** A negative length marks the extended clipboard. */
export function extendedCutText(length: number): Buffer {
  const message = Buffer.alloc(8 + length, 4);
  message.fill(0, 0, 4);
  message.writeUInt8(6, 0);
  message.writeInt32BE(-length, 4);
  return message;
}

export function continueUpdates(): Buffer {
  return Buffer.from([150, 1, 0, 0, 0, 0, 5, 0, 3, 32]);
}

export function fence(length: number): Buffer {
  return Buffer.concat([Buffer.from([248, 0, 0, 0, 0, 0, 0, 0, length]), Buffer.alloc(length, 5)]);
}

export function xvp(): Buffer {
  return Buffer.from([250, 0, 1, 2]);
}

export function setDesktopSize(screens: number): Buffer {
  return Buffer.concat([
    Buffer.from([251, 0, 2, 128, 1, 224, screens, 0]),
    Buffer.alloc(16 * screens, 4),
  ]);
}
