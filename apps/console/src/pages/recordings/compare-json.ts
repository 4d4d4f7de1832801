import { structuredPatch } from 'diff';

export interface DiffLine {
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
}

/** Unchanged lines around each change. */
const CONTEXT = 3;

const KINDS: Readonly<Record<string, DiffLine['kind']>> = {
  '+': 'added',
  '-': 'removed',
  ' ': 'same',
};

const write = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The changed lines of two values written as JSON, with the lines around them. Empty if equal. */
export function compareJson(before: unknown, after: unknown): DiffLine[] {
  const { hunks } = structuredPatch('', '', write(before), write(after), '', '', {
    context: CONTEXT,
  });
  return hunks.flatMap(({ lines, newStart }, hunk) => {
    const shown = lines.map((line, index) => ({
      key: `${hunk} ${index}`,
      kind: KINDS[line.slice(0, 1)] ?? 'same',
      text: line.slice(1),
    }));
    const gap = { key: `${hunk} gap`, kind: 'gap', text: '' } as const;
    return newStart > 1 ? [gap, ...shown] : shown;
  });
}
