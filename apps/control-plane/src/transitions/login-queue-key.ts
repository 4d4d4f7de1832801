import { createHash } from 'node:crypto';
import { UnknownUniqueNameError } from './submit-errors.ts';

/**
 * Key of the login queue that a task waits in, within its account; null for a task that waits for nobody.
 * Same portal and same values of the same unique parameters: same queue. A dedicated task without unique parameters
 * shares one queue with all such tasks of the portal.
 */
export function findLoginQueueKey(task: {
  readonly portal: string;
  readonly inputParameters: Readonly<Record<string, readonly string[]>>;
  readonly uniqueParameterNames: readonly string[];
  readonly isDedicated: boolean;
}): string | null {
  const names = [...new Set(task.uniqueParameterNames)].toSorted();
  const values = names.map((name) => [name, valuesOf(task.inputParameters, name)]);
  if (values.length === 0 && !task.isDedicated) return null;
  return createHash('sha256')
    .update(JSON.stringify([task.portal, values]))
    .digest('hex');
}

function valuesOf(
  inputParameters: Readonly<Record<string, readonly string[]>>,
  name: string,
): readonly string[] {
  const values = Object.hasOwn(inputParameters, name) ? inputParameters[name] : undefined;
  if (!values) throw new UnknownUniqueNameError(name, Object.keys(inputParameters));
  return values;
}
