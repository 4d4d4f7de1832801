import type { Code } from '../code/code.ts';
import type { NodeDocument } from '../draft/mapping.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import { isTrue, readNumber, readPlain, readText, resolveValue } from './script-values.ts';
import type { ScriptState } from './script-state.ts';

/** One call in a script: its target, its name and its arguments. */
export interface Command {
  readonly name: string;
  /** The locator expression; undefined for calls on the page. */
  readonly locator: string | undefined;
  readonly values: readonly Code[];
  readonly options: ReadonlyMap<string, Code>;
  readonly state: ScriptState;
  /** Name given to the result. */
  readonly resultName: string | undefined;
  /** The script's name for the locator, if it has one. */
  readonly alias?: string | undefined;
  /** Further words for the locator's element. */
  readonly others?: readonly string[] | undefined;
  /** The tab that the command is called on. */
  readonly tab: number;
}

export const plainArgument = ({ values, state }: Command, index: number): string | undefined =>
  readPlain(values[index], state);

export const numberOption = ({ options, state }: Command, name: string): number | undefined =>
  readNumber(options.get(name), state);

export const textOption = ({ options, state }: Command, name: string): string | undefined =>
  readPlain(options.get(name), state);

export const booleanOption = ({ options, state }: Command, name: string): boolean =>
  isTrue(resolveValue(options.get(name), state));

/** Returns what is typed, as a placeholder of an input or a secret; '' clears a field. */
export function typedArgument(
  { state, locator = '', alias, others = [] }: Command,
  code: Code | undefined,
): { text: string } | undefined {
  const found = readText(code, state);
  if (!found) return undefined;
  const { text, name, isComposed, isUnknown = false, origin } = found;
  const words = alias === undefined ? others : [alias, ...others];
  // The text around a reference is part of the secret.
  const isPart = isComposed && !/^\{[^{}]*\}$/.test(text) && [locator, ...words].some(isSecretName);
  if (!isPart && (isComposed || (text === '' && !isUnknown))) {
    return { text };
  }
  const typed = state.draft.names.type(isPart ? '' : text, {
    locator,
    others: words,
    ...(name !== undefined && { name }),
    ...(origin !== undefined && { origin }),
  });
  if (isUnknown && !typed.isSecret) state.unknownInputs.add(typed.text);
  return typed;
}

/** Reads a point such as `{ x: 10, y: 5 }`. */
export function pointOf(
  code: Code | undefined,
  state: ScriptState,
): { x: number; y: number } | undefined {
  if (code?.kind !== 'record') return undefined;
  const x = readNumber(code.entries.get('x'), state);
  const y = readNumber(code.entries.get('y'), state);
  return x === undefined || y === undefined ? undefined : { x, y };
}

const interactionOf = (node: NodeDocument): object | undefined => {
  const interaction = node['interaction_action'];
  return typeof interaction === 'object' && interaction !== null ? interaction : undefined;
};

/** Adds what earlier lines announced: a tab, a download, an answer to a dialog. */
export function withAnnounced(node: NodeDocument, state: ScriptState): NodeDocument {
  const interaction = interactionOf(node);
  if (!interaction) return node;
  const changed: NodeDocument = { ...node };
  if (state.pendingDialog) {
    changed['dialog'] = state.pendingDialog;
    state.pendingDialog = undefined;
  }
  if (state.pendingTab !== undefined) {
    changed['expect_new_tab'] = true;
    state.openTabs.push(state.pendingTab);
    state.currentTab = state.pendingTab;
    state.pendingTab = undefined;
  }
  if (state.isDownloadPending && 'click_element' in interaction) {
    const click = { ...(interaction.click_element as object), expect_download: true };
    changed['interaction_action'] = { ...interaction, click_element: click };
    state.isDownloadPending = false;
    state.downloadNode = changed;
    const before = Number(state.draft.settings['expected_downloads'] ?? 0);
    state.draft.settings['expected_downloads'] = before + 1;
  }
  return changed;
}

const cannotExpect = ['go_to_url', 'key_press'];

/**
 * Returns whether a step that cannot expect a download begins the announced one. If so, forgets it.
 */
export function losesDownload(nodes: readonly NodeDocument[], state: ScriptState): boolean {
  const begins = nodes.some((node) => {
    const interaction = interactionOf(node) ?? {};
    return cannotExpect.some((kind) => kind in interaction);
  });
  if (!state.isDownloadPending || !begins) return false;
  state.isDownloadPending = false;
  state.downloadNode = undefined;
  return true;
}
