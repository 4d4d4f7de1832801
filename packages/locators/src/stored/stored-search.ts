/** Why the result on a stored page may differ from the result on the page itself. */
export const DOUBTS = {
  role: (role: string) =>
    `The snapshot keeps only some elements with the role ${role}, so the page may have more.`,
  text: 'Only names and texts are stored, not the elements around them, so the page may have more or fewer.',
  label:
    'The stored page does not say whether a name is a label, a placeholder or a title, so the page may have more or fewer.',
  name: 'A name is stored only in part, so the page may have more or fewer.',
  state: (state: string) =>
    `The stored page does not say whether an element without the state ${state} can have it, so the page may have fewer.`,
  hidden: 'Hidden elements are not stored, so the page may have more.',
  visible: 'Sizes are not stored, so the page may have more or fewer.',
} as const;

/** A locator needs something that is not stored. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
}
