/** Reads the frame header of a baseline or progressive JPEG. */
export function widthOfJpeg(jpeg: Buffer): number {
  let offset = 2;
  while (offset < jpeg.byteLength) {
    const marker = jpeg.readUInt16BE(offset);
    if (marker === 0xff_c0 || marker === 0xff_c2) return jpeg.readUInt16BE(offset + 7);
    offset += 2 + jpeg.readUInt16BE(offset + 2);
  }
  throw new Error('This is not a JPEG.');
}
