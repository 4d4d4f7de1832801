const LINE_HEIGHT = 22;
const TOP = 770;

/**
 * Creates a one-page A4 document with one line of Helvetica text per entry, the first one larger.
 */
export function toPdf(lines: readonly string[]): Buffer {
  const content = lines.map(showLine).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  return Buffer.from(assemble(objects), 'latin1');
}

function showLine(line: string, index: number): string {
  // The base font supports Latin-1 only; brackets and backslashes would end the string.
  const text = line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`);
  return `BT /F1 ${index === 0 ? 20 : 12} Tf 60 ${TOP - index * LINE_HEIGHT} Td (${text}) Tj ET`;
}

function assemble(objects: readonly string[]): string {
  let document = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = document.length;
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return (
    `${document}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${document.length}\n%%EOF\n`
  );
}
