/**
 * `for people`: the field has no effect. It is for readers, and the automation is stored as
 * written.
 */
export type LaterPart = 'for people';

/** Excuses for fields without a proving test. Delete lines that no longer excuse anything. */
export const laterParts: readonly (readonly [pattern: RegExp, part: LaterPart])[] = [
  [/^automation_(?:description|endpoint)$/, 'for people'],
];

/** Returns the excuse for a field without a proof, or undefined for a gap. */
export function explainField(field: string): LaterPart | undefined {
  return laterParts.find(([pattern]) => pattern.test(field))?.[1];
}
