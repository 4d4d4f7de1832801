/** Why the trace has no snapshot of a document, as the end of a sentence. */
export type Gap = 'busy' | 'crowd' | 'gone' | 'large';

const reasons: Readonly<Record<Gap, string>> = {
  busy: 'the document did not respond in time',
  crowd: 'their pages had too many frames',
  gone: 'the document was replaced or closed before it responded',
  large: 'the document was too large',
};

/** Counts the snapshots that a trace lacks. */
export interface MissingSnapshots {
  readonly note: (gap: Gap, count?: number) => void;
  /** A sentence for the reader of the trace; undefined if none is missing. */
  readonly describe: () => string | undefined;
}

export function countMissingSnapshots(): MissingSnapshots {
  const counts = new Map<Gap, number>();
  return {
    note(gap, count = 1) {
      if (count > 0) counts.set(gap, (counts.get(gap) ?? 0) + count);
    },
    describe() {
      if (counts.size === 0) return undefined;
      const total = counts.values().reduce((sum, count) => sum + count, 0);
      const parts = [...counts].map(([gap, count]) => `${count} because ${reasons[gap]}`);
      return `Snapshots of documents that are missing: ${total} (${parts.join(', ')}).`;
    },
  };
}
