import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  HighlightStyle,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, linter, setDiagnostics } from '@codemirror/lint';
import { type EditorState, Transaction } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Path } from '../nodes/paths.ts';
import type { Fault } from './use-check.ts';

export interface JsonEditor {
  /** Shows a value, unless the text already represents the same value. */
  readonly show: (value: unknown) => void;
  readonly mark: (faults: readonly Fault[]) => void;
  readonly close: () => void;
}

interface Options {
  readonly label: string;
  /** Called with the value after each change that can be parsed. */
  readonly onChange: (value: unknown) => void;
  /** Called after each change that leaves invalid JSON, with the parser's reason. */
  readonly onUnreadable: (reason: string) => void;
  /** Called when the text represents the shown value again. */
  readonly onShown: () => void;
}

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', fontSize: '0.75rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', maxHeight: '24rem' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', border: '0' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-wash)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--care)' },
]);

const write = (value: unknown): string => JSON.stringify(value, undefined, 2);

/**
 * Opens an editor in the element. Its styles are in a shadow root, as the page's policy requires.
 */
export function openJsonEditor(place: HTMLElement, options: Options): JsonEditor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  let shown = '';
  const pass = (text: string) => {
    const { value, problem } = read(text);
    if (problem !== undefined) return options.onUnreadable(problem);
    if (write(value) === shown) return options.onShown();
    shown = write(value);
    options.onChange(value);
  };
  const view = new EditorView({
    root,
    parent: root,
    extensions: [
      lineNumbers(),
      history(),
      bracketMatching(),
      json(),
      linter(jsonParseLinter()),
      syntaxHighlighting(colours),
      theme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': options.label }),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) pass(state.doc.toString());
      }),
    ],
  });
  return {
    show(value) {
      const text = write(value);
      if (text === shown) return;
      shown = text;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        // Undo reverts what was typed here, not changes that come from the form or another step.
        annotations: Transaction.addToHistory.of(false),
      });
    },
    mark(faults) {
      const found = faults.flatMap((fault) => diagnose(view.state, fault));
      const own: Diagnostic[] = [];
      forEachDiagnostic(view.state, (each, from, to) => {
        if (each.source !== SOURCE) own.push({ ...each, from, to });
      });
      view.dispatch(setDiagnostics(view.state, [...own, ...found]));
    },
    close: () => view.destroy(),
  };
}

const SOURCE = 'check';

function diagnose(state: EditorState, { path, message, kind }: Fault): Diagnostic[] {
  const range = rangeOf(state, path);
  return range ? [{ ...range, message, severity: kind, source: SOURCE }] : [];
}

interface Read {
  readonly value?: unknown;
  /** Why the text is not JSON. */
  readonly problem?: string;
}

function read(text: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns where the text contains the value at a path, or else its nearest existing ancestor. */
function rangeOf(state: EditorState, path: Path) {
  let node = syntaxTree(state).topNode.firstChild;
  for (const key of path) {
    const inner =
      typeof key === 'number'
        ? node && valuesOf(node)[key]
        : node?.getChildren('Property').find((property) => nameOf(state, property) === key)
            ?.lastChild;
    if (!inner) break;
    node = inner;
  }
  return node
    ? { from: node.from, to: Math.min(node.to, state.doc.lineAt(node.from).to) }
    : undefined;
}

type SyntaxNode = NonNullable<ReturnType<typeof syntaxTree>['topNode']['firstChild']>;

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

function valuesOf(node: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (VALUES.has(child.name)) values.push(child);
  }
  return values;
}

function nameOf(state: EditorState, property: SyntaxNode): unknown {
  const name = property.getChild('PropertyName');
  return name ? read(state.sliceDoc(name.from, name.to)).value : undefined;
}
