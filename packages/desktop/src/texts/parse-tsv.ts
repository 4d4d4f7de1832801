import type { Word } from './group-lines.ts';

const WORD_LEVEL = '5';

/** Parses the words from tesseract's table, in pixels of its input picture. */
export function parseTsv(table: string): Word[] {
  return table.split('\n').flatMap((row) => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = row.split('\t');
    if (level !== WORD_LEVEL || text.trim() === '') return [];
    const [x, y] = [Number(left), Number(top)];
    const area = { x, y, width: Number(width), height: Number(height) };
    return [{ text: text.trim(), area, confidence: Number(confidence) }];
  });
}
