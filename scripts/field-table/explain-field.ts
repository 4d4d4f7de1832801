/** A part of the service that is still to come; none: the field is for people, and the automation is stored as it was written. */
export type LaterPart = 'for people';

/** Why fields have no test that proves an effect: the part that gives them one. Delete a line that excuses nothing any more. */
export const laterParts: readonly (readonly [pattern: RegExp, part: LaterPart])[] = [
  [/^automation_(?:description|endpoint)$/, 'for people'],
];

/** The part that a field without a proof belongs to; undefined is a gap. */
export function explainField(field: string): LaterPart | undefined {
  return laterParts.find(([pattern]) => pattern.test(field))?.[1];
}
