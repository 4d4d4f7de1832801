import type { z } from 'zod';

/** A kind of service. */
export interface IntegrationKind<Kind extends string, Settings extends object> {
  readonly kind: Kind;
  /** Parses settings that match the document, and adds defaults; also parses its own result. */
  readonly settings: z.ZodType<Settings>;
  /** The member with the credential, which is never shown again. */
  readonly secret: keyof Settings & string;
  /** The members that say where the secret is sent. */
  readonly destination: readonly (keyof Settings & string)[];
  /** The value by which steps choose the integration; unique within an account. */
  readonly subjectOf: (settings: Settings) => string;
  /** A description of the subject: `the mailbox "a@b.example"`. */
  readonly describe: (subject: string) => string;
}

export function defineIntegrationKind<const Kind extends string, Settings extends object>(
  kind: IntegrationKind<Kind, Settings>,
): IntegrationKind<Kind, Settings> {
  return kind;
}
