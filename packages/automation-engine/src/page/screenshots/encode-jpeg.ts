import type { ScreenPicture } from '@errand/desktop';
import { encode } from 'jpeg-js';

/** `quality`: 1 to 100. */
export function encodeJpeg({ pixels, width, height }: ScreenPicture, quality: number): Uint8Array {
  return encode({ data: pixels, width, height }, quality).data;
}
