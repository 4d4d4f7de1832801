import { member } from '../draft/json.ts';
import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import { bindVariables, type SeleniumState } from './selenium-state.ts';

type MapDialog = (command: SeleniumCommand, state: SeleniumState) => Mapping;
type Answer = (text: string) => object;

const accept: Answer = () => ({ accept: true });
const dismiss: Answer = () => ({ accept: false });
const withText: Answer = (text) => (text === '' ? { accept: true } : { accept: true, text });

const textOf = ({ target, value }: SeleniumCommand, state: SeleniumState): string =>
  bindVariables(target === '' ? value : target, state);

const answerNext =
  (answer: Answer): MapDialog =>
  (command, state) => {
    state.pendingDialog = answer(textOf(command, state));
    return approximated(
      'The next click, key press, choice or script gets this answer, whichever opens the dialog.',
    );
  };

const answerVisible =
  (answer: Answer): MapDialog =>
  (command, state) => {
    const dialog = answer(textOf(command, state));
    const isAmended = state.draft.amendLast(
      (node) => (mayOpenDialog(node) ? { ...node, dialog } : undefined),
      opensNone,
    );
    return isAmended ? mapped() : skipped('No earlier step opens the dialog.');
  };

const compareDialog: MapDialog = () =>
  approximated(
    'Dialogs are answered automatically; the text is in the record of the step and is not compared.',
  );

/** Commands about dialogs. */
export const dialogCommands: Readonly<Record<string, MapDialog>> = {
  assertAlert: compareDialog,
  assertConfirmation: compareDialog,
  assertPrompt: compareDialog,
  chooseOkOnNextConfirmation: answerNext(accept),
  chooseCancelOnNextConfirmation: answerNext(dismiss),
  chooseCancelOnNextPrompt: answerNext(dismiss),
  answerOnNextPrompt: answerNext(withText),
  webdriverChooseOkOnVisibleConfirmation: answerVisible(accept),
  webdriverChooseCancelOnVisibleConfirmation: answerVisible(dismiss),
  webdriverChooseCancelOnVisiblePrompt: answerVisible(dismiss),
  webdriverAnswerOnVisiblePrompt: answerVisible(withText),
  // Their names since version 4.
  acceptAlert: answerVisible(accept),
  acceptConfirmation: answerVisible(accept),
  dismissConfirmation: answerVisible(dismiss),
  dismissPrompt: answerVisible(dismiss),
  answerPrompt: answerVisible(withText),
};

/** Gives the pending answer to the steps that may open the dialog. */
export function withDialog(mapping: Mapping, state: SeleniumState): Mapping {
  const { pendingDialog: dialog } = state;
  if (!dialog || !mapping.nodes.some(isAwaited)) return mapping;
  state.pendingDialog = undefined;
  const nodes = mapping.nodes.map((node) => (isAwaited(node) ? { ...node, dialog } : node));
  return { ...mapping, nodes };
}

const awaited = [
  'check',
  'click_element',
  'drag_and_drop',
  'key_press',
  'select_option',
  'uncheck',
] as const;

const isScript = (node: NodeDocument): boolean =>
  'python_script_action' in node ||
  member(node['extraction_action'], 'python_script') !== undefined;

/** Typing and moving the pointer seldom open a dialog. */
function isAwaited(node: NodeDocument): boolean {
  const { interaction_action: action } = node;
  const isTyped = member(member(action, 'input_text'), 'fill_or_type') === 'type';
  return isScript(node) || isTyped || awaited.some((kind) => member(action, kind) !== undefined);
}

const mayOpenDialog = (node: NodeDocument): boolean =>
  isScript(node) || 'interaction_action' in node;

/** Whether a node only waits, reads, compares or changes the tab. */
function opensNone(node: NodeDocument): boolean {
  if (node['type'] !== 'action_node') return false;
  return !mayOpenDialog(node) || member(node['interaction_action'], 'switch_tab') !== undefined;
}
