import type { ErrandSchemas } from '@errand/client';
import type { Call } from '../command/define-command.ts';
import { UsageError } from '../errors/command-errors.ts';

/** What `errand try` does. */
export interface TryPlan {
  /** ID of a kept session; undefined opens a new one. */
  readonly session: string | undefined;
  /** Path of the node before which to stop. */
  readonly until: string | undefined;
  /** Path of the node to run alone. */
  readonly step: string | undefined;
  readonly locators: readonly string[];
}

/** Whether no step runs: only locators are tried, in a kept session. */
export function isLook({ session, until, step }: TryPlan): boolean {
  return session !== undefined && until === undefined && step === undefined;
}

/** Throws UsageError. */
export function readPlan(call: Call, automation: Partial<ErrandSchemas['Automation']>): TryPlan {
  const [step, to] = [readPath(call, 'step'), readPath(call, 'to')];
  const session = call.value('session');
  const locators = call.list('locate');
  if (step !== undefined && to !== undefined)
    throw new UsageError('Give --step or --to, not both.');
  const ofOpening = ['secure', 'unique', 'file'].flatMap((option) => call.list(option));
  if (session !== undefined && ofOpening.length > 0) {
    throw new UsageError('--secure, --unique and --file cannot be changed in an open session.');
  }
  const count = Array.isArray(automation.nodes) ? automation.nodes.length : 0;
  // With only --locate, a kept session stays where it is.
  const stays =
    session !== undefined && (step !== undefined || (to === undefined && locators.length > 0));
  return { session, step, locators, until: stays ? undefined : (step ?? to ?? `nodes[${count}]`) };
}

/** A number stands for a node of the automation itself. */
function readPath(call: Call, option: string): string | undefined {
  const text = call.value(option);
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text)) return `nodes[${text}]`;
  if (text.startsWith('nodes[')) return text;
  throw new UsageError(
    `--${option} is "${text}": specify the number of a step, or a path such as nodes[3].`,
  );
}
