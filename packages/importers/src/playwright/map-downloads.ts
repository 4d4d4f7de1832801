import type { Chain, Code } from '../code/code.ts';
import { mapped, type Mapping, type NodeDocument, setup } from '../draft/mapping.ts';
import { resolveChain, type ScriptState } from './script-state.ts';
import { resolveValue } from './script-values.ts';
import { baseName, fileNames, uploadOf } from './uploads.ts';

const KEPT: Mapping = { ...mapped(), why: 'Errand keeps the file with the task.' };

/** Maps what is done with a download or a file chooser; undefined for any other head. */
export function mapFileCall(
  chain: Chain,
  state: ScriptState,
  resultName: string | undefined,
): Mapping | undefined {
  const { head, steps } = chain;
  const call = steps.findLast(({ values }) => values !== undefined);
  if (state.choosers.has(head)) {
    if (call?.name !== 'set_files' || state.chooserLocator === undefined)
      return setup('A file chooser.');
    return uploadOf(state.chooserLocator, fileNames(call.values?.[0], state));
  }
  if (!state.downloads.has(head)) return undefined;
  if (call?.name === 'save_as') return saveAs(head, call.values?.[0], state);
  const isName = resultName !== undefined && steps.at(-1)?.name === 'suggested_filename';
  if (isName) state.values.set(resultName, chain);
  return KEPT;
}

/** A file has the suggested name by default, and its folder is on the machine of the script. */
function saveAs(download: string, path: Code | undefined, state: ScriptState): Mapping {
  if (endsWithSuggested(path, download, state)) return KEPT;
  const [name = ''] = fileNames(path, state) ?? [];
  if (name === '' || !state.downloadNode) return KEPT;
  nameDownload(state.downloadNode, baseName(name));
  return mapped();
}

/** Whether a path is that of a folder with the name that the download suggests. */
function endsWithSuggested(path: Code | undefined, download: string, state: ScriptState): boolean {
  const code = resolveValue(path, state);
  if (code?.kind === 'template') {
    const [folder, last] = code.pieces.slice(-2);
    const isFolder = folder?.kind === 'text' && /[/\\]$/.test(folder.text);
    return isFolder && endsWithSuggested(last, download, state);
  }
  if (code?.kind !== 'chain') return false;
  const { head, steps } = resolveChain(code, state);
  const last = steps.at(-1);
  if (last?.name === 'join') return endsWithSuggested(last.values?.at(-1), download, state);
  return head === download && last?.name === 'suggested_filename';
}

function nameDownload(node: NodeDocument, name: string): void {
  const interaction = node['interaction_action'];
  if (typeof interaction !== 'object' || interaction === null) return;
  if (!('click_element' in interaction)) return;
  interaction.click_element = { ...(interaction.click_element as object), download_filename: name };
}
