import type { Code, CodeStep } from '../code/code.ts';
import { approximated, mapped, type Mapping, skipped } from '../draft/mapping.ts';
import { openTab, type ScriptState } from './script-state.ts';
import { readPlain } from './script-values.ts';

/** Maps what announces a tab, a download, a file chooser or a dialog; undefined for other calls. */
export function mapEvent(
  steps: readonly CodeStep[],
  state: ScriptState,
  resultName: string | undefined,
): Mapping | undefined {
  const [call] = steps;
  if (!call?.values) return undefined;
  const [event, handler] = call.values;
  const eventName = event?.kind === 'text' ? event.text : '';
  if (call.name === 'on' || call.name === 'once')
    return mapListener(call.name, eventName, { handler, state });
  if (call.name === 'remove_listener' || call.name === 'off') return mapped();
  const announced =
    call.name === 'wait_for_event' || call.name === 'expect_event'
      ? eventName
      : /^expect_(?<event>popup|page|download|file_chooser)$/.exec(call.name)?.groups?.['event'];
  if (announced === undefined) return undefined;
  return announce(announced, state, resultName);
}

function announce(
  event: string,
  state: ScriptState,
  resultName: string | undefined,
): Mapping | undefined {
  if (event === 'popup' || event === 'page') {
    const tab = openTab(state);
    state.pendingTab = tab;
    if (resultName !== undefined) state.tabs.set(resultName, tab);
    return mapped();
  }
  if (event === 'download') {
    state.isDownloadPending = true;
    if (resultName !== undefined) state.downloads.add(resultName);
    return mapped();
  }
  if (event === 'filechooser' || event === 'file_chooser') {
    state.isChooserPending = true;
    if (resultName !== undefined) state.choosers.add(resultName);
    return mapped();
  }
  return undefined;
}

interface Listener {
  readonly handler: Code | undefined;
  readonly state: ScriptState;
}

function mapListener(name: string, event: string, { handler, state }: Listener): Mapping {
  if (event !== 'dialog') return skipped(`It listens to ${event || 'an event'} with program code.`);
  const answer =
    handler?.kind === 'function' ? findAnswer(handler.body.flatMap(callsOf)) : undefined;
  if (!answer) return skipped('What it does with a dialog is program code.');
  const text = answer.name === 'accept' ? readPlain(answer.values?.[0], state) : undefined;
  const dialog = { accept: answer.name === 'accept', ...(text !== undefined && { text }) };
  if (name === 'once') {
    state.pendingDialog = dialog;
    return mapped();
  }
  if (state.draft.settings['dialog'] !== undefined)
    return approximated('The first answer to dialogs counts.');
  state.draft.settings['dialog'] = dialog;
  return mapped();
}

/** Returns the names of the dialogs that a function accepts or dismisses. */
export function handledDialogs(code: Code): readonly string[] {
  const call = code.kind === 'chain' ? code.steps.at(-1) : undefined;
  const [event, handler] = call?.values ?? [];
  const isDialog = event?.kind === 'text' && event.text === 'dialog';
  return isDialog && handler?.kind === 'function' ? handler.parameters : [];
}

function callsOf(statement: { readonly kind: string; readonly value?: Code }): CodeStep[] {
  const { value } = statement;
  return value?.kind === 'chain' ? [...value.steps] : [];
}

const findAnswer = (steps: readonly CodeStep[]): CodeStep | undefined =>
  steps.find(({ name }) => name === 'accept' || name === 'dismiss');
