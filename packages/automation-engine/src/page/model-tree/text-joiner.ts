import { shorten } from './describe-attributes.ts';
import type { SnapshotNode } from './snapshot-node.ts';
import type { TreeLine } from './tree-lines.ts';

const LONGEST_TEXT = 2000;
const inlineDisplays = new Set(['inline', 'inline-block', 'inline-flex', 'contents', 'ruby']);

interface DrawnText {
  /** As it is drawn, including white space. */
  readonly drawn: string;
  readonly text: string;
  readonly parent: TreeLine | undefined;
}

/** Joins adjacent texts in one block, so that a sentence is one line. */
export interface TextJoiner {
  /** Called for every element in document order. */
  readonly enter: (element: SnapshotNode) => void;
  /** Returns a line when the text begins one. */
  readonly join: (node: SnapshotNode, text: DrawnText) => TreeLine | undefined;
  /** Makes the next text begin a new line. */
  readonly close: () => void;
}

export function createTextJoiner(): TextJoiner {
  const blocks: (SnapshotNode | undefined)[] = [];
  let open: { readonly line: TreeLine; readonly block: SnapshotNode | undefined } | undefined;
  let isSpaceOwed = false;
  const close = () => {
    open = undefined;
    isSpaceOwed = false;
  };
  const blockAround = ({ parent }: SnapshotNode) => parent && blocks[parent.index];
  return {
    close,
    enter(element) {
      const isInline = inlineDisplays.has(element.layout?.style('display') ?? 'inline');
      blocks[element.index] = isInline ? blockAround(element) : element;
      if (element.tag === 'br') close();
    },
    join(node, { drawn, text, parent }) {
      const isSpaced = isSpaceOwed || /^\s/.test(drawn);
      isSpaceOwed = /\s$/.test(drawn);
      const words = shorten(text, LONGEST_TEXT);
      if (words === '') return undefined;
      const block = blockAround(node);
      if (open && open.block === block && open.line.parent === parent) {
        open.line.text += `${isSpaced ? ' ' : ''}${words}`;
        return undefined;
      }
      // A lone bullet or bracket carries no information.
      if (!/[\p{L}\p{N}]|\S{2}/u.test(words)) return undefined;
      const line = {
        kind: 'text',
        tag: '#text',
        attributes: [],
        scrollNote: '',
        shadow: '',
      } as const;
      const begun: TreeLine = { ...line, isNew: false, parent, text: words };
      open = { line: begun, block };
      return begun;
    },
  };
}
