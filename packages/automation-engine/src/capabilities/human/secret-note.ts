/** What the script in a document reports about the secrets that a person types there. */
export type SecretNote =
  | {
      readonly kind: 'typed';
      /** Number of the field in its document. */
      readonly field: number;
      readonly value: string;
      /** Whether the person has finished, for now: pages also see every prefix of a value. */
      readonly isComplete: boolean;
    }
  /** The person typed where the script sees no field. */
  | { readonly kind: 'unseen' };
