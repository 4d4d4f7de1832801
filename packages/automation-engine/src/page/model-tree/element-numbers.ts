import type { LineElement } from './collect-lines.ts';

/** Gives every element the same number in all trees that share these numbers. */
export interface ElementNumbers {
  readonly number: (element: LineElement) => { readonly index: number; readonly isNew: boolean };
  /** Ends a tree: an element that appears for the first time after that is new. */
  readonly endTree: () => void;
}

/** Numbers start at 1; in the first tree nothing is new. */
export function createElementNumbers(): ElementNumbers {
  const known = new Map<string, number>();
  let isFirstTree = true;
  return {
    number({ captured, node }) {
      const key = `${captured.documentId} ${node.backendNodeId}`;
      const index = known.get(key) ?? known.size + 1;
      const isNew = !isFirstTree && !known.has(key);
      known.set(key, index);
      return { index, isNew };
    },
    endTree() {
      isFirstTree = false;
    },
  };
}
