/** Groups that only `errand admin` has. */
const GROUPS: ReadonlySet<string> = new Set([
  'accounts',
  'database',
  'demand',
  'fleet',
  'keys',
  'pauses',
  'pools',
  'queue-check',
  'quotas',
  'secrets',
  'signing-secrets',
  'stream-keys',
  'sweep-storage',
  'workers',
]);

/** Operator commands in groups that users also have. */
const SHARED: ReadonlySet<string> = new Set(['sessions list', 'tasks delete', 'tasks purge']);

/** Whether the words name a command that exists only as `errand admin COMMAND`. */
export function isOperatorCommand(group: string, verb: string | undefined): boolean {
  return GROUPS.has(group) || SHARED.has(`${group} ${verb}`);
}
