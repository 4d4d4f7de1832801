/** Query parameters of the editor's URL. */
export interface EditorView {
  /** The open debug session. */
  readonly session?: string;
  /** Path of the selected step, such as `nodes[2]`. */
  readonly node?: string;
}

export function readEditorView(search: Readonly<Record<string, unknown>>): EditorView {
  const { session, node } = search;
  return {
    ...(typeof session === 'string' && /^[\w-]+$/.test(session) ? { session } : {}),
    ...(typeof node === 'string' && /^[\w[\].]+$/.test(node) ? { node } : {}),
  };
}
