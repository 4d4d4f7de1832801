import type { WorkerSchemas } from '@errand/api-types';
import { parseTemplate, type Placeholder } from '@errand/expressions';
import { RE2JS } from 're2js';

export type WireAction = WorkerSchemas['ReadMessagesRequest']['action'];

type InputParameters = Readonly<Record<string, readonly unknown[]>>;

/** The steps that a task runs. */
export interface TaskSteps {
  /** The automation as stored. */
  readonly automation: unknown;
  readonly inputParameters: InputParameters;
}

/** A step that waits for a one-time code, as stored. */
export interface CodeStep {
  readonly action: Readonly<Record<string, unknown>>;
  readonly start_2fa_time_offset_minutes?: number | null;
}

/**
 * Returns the two_fa_actions of an automation that may read the place requested by the worker: of
 * the same type, and with the same addresses where they are literal or inputs of the task. Values
 * known only at run time (variables set by steps, loops) match anything.
 */
export function findCodeSteps(task: TaskSteps, wanted: WireAction): readonly CodeStep[] {
  return codeStepsOf(task.automation).filter(({ action }) => isSamePlace(action, wanted, task));
}

/** Searches every level of nested nodes. */
function codeStepsOf(value: unknown): readonly CodeStep[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(codeStepsOf);
  const { two_fa_action: step } = value as { readonly two_fa_action?: CodeStep | null };
  // A parameter may also have this name.
  return typeof step?.action === 'object' ? [step, ...nested] : nested;
}

function isSamePlace(
  action: CodeStep['action'],
  wanted: Readonly<Record<string, string>>,
  task: TaskSteps,
): boolean {
  const names = new Set([...Object.keys(action), ...Object.keys(wanted)]);
  return [...names].every((name) => {
    const written = action[name] ?? '';
    return typeof written === 'string' && mayBecome(written, wanted[name] ?? '', task);
  });
}

/** Whether a string in the automation can have this value in a run. */
function mayBecome(written: string, value: string, task: TaskSteps): boolean {
  const text = value.trim().toLowerCase();
  const { segments } = parseTemplate(written.trim());
  const parts = segments.map((segment) =>
    segment.kind === 'text'
      ? RE2JS.quote(segment.text.toLowerCase())
      : patternOf(segment.placeholder, text, task),
  );
  // RE2 runs in linear time, regardless of the number of placeholders.
  return RE2JS.compile(parts.join(''), RE2JS.DOTALL).matches(text);
}

function patternOf(
  placeholder: Placeholder,
  text: string,
  { automation, inputParameters }: TaskSteps,
): string {
  const isInput =
    placeholder.kind === 'variable' &&
    Object.hasOwn(inputParameters, placeholder.name) &&
    !Object.hasOwn(generatedOf(automation), placeholder.name);
  if (!isInput) return '.*';
  const values = (inputParameters[placeholder.name] ?? []).map((each) =>
    String(each).trim().toLowerCase(),
  );
  const possible = values.filter((each) => text.includes(each)).map((each) => RE2JS.quote(each));
  return possible.length > 0 ? `(?:${possible.join('|')})` : RE2JS.quote(placeholder.source);
}

function generatedOf(automation: unknown): object {
  const { parameters } = automation as {
    readonly parameters?: { readonly generated_parameters?: object | null };
  };
  return parameters?.generated_parameters ?? {};
}
