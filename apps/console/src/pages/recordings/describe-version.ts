import type { ErrandSchemas } from '@errand/client';

type Rollout = Pick<
  NonNullable<ErrandSchemas['Recording']['rollout']>,
  'state' | 'version' | 'base_version' | 'percent' | 'first_tasks'
>;

interface Described {
  readonly version: number;
  readonly is_current: boolean;
}

/** The state of a version in one word or two; undefined for versions that no new task runs. */
export function describeVersion(
  { version, is_current: isCurrent }: Described,
  rollout: Rollout | null | undefined,
): string | undefined {
  if (rollout?.state !== 'running') return isCurrent ? 'current' : undefined;
  // Most tasks are still running the previous version.
  if (version === rollout.base_version) return 'current';
  if (version !== rollout.version) return undefined;
  const { percent, first_tasks: first } = rollout;
  return `rolling out, ${first === null ? `${percent}%` : `${first} tasks`}`;
}
