import { deflateSync } from 'node:zlib';
import type { PdfLock } from './lock-pdf.ts';

/**
 * Writes a one-page PDF without a browser. `objects` are numbered from 4; `page` and `catalog` may
 * refer to them. A lock encrypts the text.
 */
export function writePdf({
  text = 'Invoice',
  page = '',
  catalog = '',
  info = '',
  objects = [],
  lock,
}: {
  readonly text?: string;
  readonly page?: string;
  readonly catalog?: string;
  readonly info?: string;
  readonly objects?: readonly (string | Buffer)[];
  readonly lock?: PdfLock;
}): Buffer {
  const textNumber = objects.length + 4;
  const content = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  const all: readonly (string | Buffer)[] = [
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${textNumber} 0 R/Resources<</Font<</F1 ${objects.length + 5} 0 R>>>> ${page}>>`,
    ...objects,
    compressed('', content, (packed) => lock?.encrypt(textNumber, packed) ?? packed),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<<${info}>>`,
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  for (const [index, object] of all.entries()) {
    offsets.push(Buffer.concat(parts).byteLength);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const start = Buffer.concat(parts).byteLength;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = all.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R/Info ${all.length} 0 R ${lock?.trailer ?? ''}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A stream object with its content deflated. */
export function compressed(
  entries: string,
  content: string,
  encrypt = (packed: Buffer): Buffer => packed,
): Buffer {
  const packed = encrypt(deflateSync(content));
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${packed.byteLength}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

/** A string as in PDF metadata: UTF-16 in hexadecimal digits. */
export function hexText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}
