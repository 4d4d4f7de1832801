import type { Automation } from '../document/automation-schema.ts';
import { createRunSecrets, type RunSecrets } from '../secrets/run-secrets.ts';
import type { RunDependencies, RunInputs } from './run-dependencies.ts';

/** The secrets that an automation references, or that its task declares. */
export function openRunSecrets(
  automation: Automation,
  inputs: RunInputs,
  { secrets: resolver, signal }: Pick<RunDependencies, 'secrets' | 'signal'>,
): RunSecrets {
  const counts = inputs.secretCounts ?? countReferences(automation);
  return createRunSecrets({ counts, resolver, signal });
}

function countReferences({ parameters }: Automation): Readonly<Record<string, number>> {
  const lists = Object.entries(parameters.secure_parameters);
  return Object.fromEntries(lists.map(([name, references]) => [name, references.length]));
}
