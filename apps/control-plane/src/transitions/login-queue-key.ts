import { createHash } from 'node:crypto';
import { UnknownUniqueNameError } from './submit-errors.ts';
import type { SubmittedTask } from './submitted-task.ts';

/**
 * Returns the key of a task's login queue within its account; null for a task without one. Tasks
 * with the same portal and the same values of the same unique parameters share a queue. Dedicated
 * tasks without unique parameters share one queue for each portal.
 */
export function findLoginQueueKey(
  portal: string,
  task: Pick<SubmittedTask, 'input_parameters' | 'unique_parameter_names' | 'is_dedicated'>,
): string | null {
  const names = [...new Set(task.unique_parameter_names)].toSorted();
  const values = names.map((name) => [name, valuesOf(task.input_parameters, name)]);
  if (values.length === 0 && task.is_dedicated !== true) return null;
  return createHash('sha256')
    .update(JSON.stringify([portal, values]))
    .digest('hex');
}

function valuesOf(
  inputParameters: SubmittedTask['input_parameters'],
  name: string,
): readonly string[] {
  const values = Object.hasOwn(inputParameters, name) ? inputParameters[name] : undefined;
  if (!values) throw new UnknownUniqueNameError(name, Object.keys(inputParameters));
  return values;
}
