import type { LeasedTask } from './lease.ts';

/** Workers must not see where secrets come from, nor the seeds stored there. The names are kept. */
export function withoutReferences(automation: LeasedTask['automation']): LeasedTask['automation'] {
  const { parameters } = automation as { parameters?: { secure_parameters?: object } };
  const names = Object.keys(parameters?.secure_parameters ?? {});
  if (names.length === 0) return automation;
  const nothing = Object.fromEntries(names.map((name) => [name, []]));
  return { ...automation, parameters: { ...parameters, secure_parameters: nothing } };
}
