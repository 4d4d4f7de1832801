/** Number of values for each name. */
export function countSecrets(
  references: Readonly<Record<string, readonly unknown[]>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(references).map(([name, list]) => [name, list.length]));
}
