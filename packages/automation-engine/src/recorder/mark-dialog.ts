import type { RecordedEvent } from './recorded-events.ts';
import type { RecordedDialog, Step } from './recorded-steps.ts';

const CLOSES_WITHIN_MS = 600_000;
/** The answer with the highest weight is kept; an alert decides nothing. */
const weights = { alert: 0, beforeunload: 1, confirm: 2, prompt: 2 } as const;

type DialogEvent = Extract<RecordedEvent, { readonly kind: 'dialog' }>;

/** Marks the step that opened the dialog. A step has one answer for all its dialogs. */
export function markDialog(
  { type, isAccepted, isSecret, text, at }: DialogEvent,
  steps: readonly Step[],
  addFault: (message: string) => void,
): void {
  if (isSecret && isAccepted) addFault(describeSecret(steps.length));
  const answer: RecordedDialog = { type, isAccepted, text };
  const step = steps.at(-1);
  const isNode = step !== undefined && step.act.kind !== 'loop' && step.act.kind !== 'end-loop';
  if (!isNode || at - step.at >= CLOSES_WITHIN_MS) {
    // A run accepts every dialog by default.
    if (differ(answer, { type, isAccepted: true })) addFault(describeOrphan(answer));
    return;
  }
  const { dialog: before } = step;
  if (before && differ(before, answer)) addFault(describeDifference(steps.length, step));
  step.dialog = before ? join(before, answer) : answer;
}

/** Whether the two dialogs were closed in ways that one recorded setting cannot express. */
function differ(one: RecordedDialog, other: RecordedDialog): boolean {
  if (weights[one.type] === 0 || weights[other.type] === 0) return false;
  if (one.isAccepted !== other.isAccepted) return true;
  const arePrompts = one.type === 'prompt' && other.type === 'prompt';
  return arePrompts && one.isAccepted && one.text !== other.text;
}

/** Only prompts use the text, so other accepted dialogs can share an answer with a prompt. */
function join(before: RecordedDialog, now: RecordedDialog): RecordedDialog {
  if (weights[now.type] > weights[before.type]) return now;
  const isTyped = now.type === 'prompt' && before.type !== 'prompt';
  return isTyped && now.isAccepted && before.isAccepted ? now : before;
}

function describeDifference(number: number, { act }: Step): string {
  return `Step ${number} (${act.kind}) opened dialogs that got different answers; a step has one answer for all its dialogs. Check its dialog.`;
}

function describeSecret(number: number): string {
  return `Step ${number} opened a prompt that asks for a secret. Its text was left out, and dialogs take no secrets: let a person answer it in a human_in_loop_action.`;
}

function describeOrphan({ type, isAccepted }: RecordedDialog): string {
  const did = isAccepted ? 'got a text' : 'was dismissed';
  return `A ${type} dialog that no step opened ${did}: set dialog of the automation.`;
}
