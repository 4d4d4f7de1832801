import type { z } from 'zod';

/** One kind of service. */
export interface IntegrationKind<Kind extends string, Settings extends object> {
  readonly kind: Kind;
  /** Takes what passed the document, adds defaults, and takes its own result again. */
  readonly settings: z.ZodType<Settings>;
  /** The member that opens the service, which nobody gets to see again. */
  readonly secret: keyof Settings & string;
  /** What steps choose the integration by; an account has one of each. */
  readonly subjectOf: (settings: Settings) => string;
  /** What the subject is called: `the mailbox "a@b.example"`. */
  readonly describe: (subject: string) => string;
}

export function defineIntegrationKind<const Kind extends string, Settings extends object>(
  kind: IntegrationKind<Kind, Settings>,
): IntegrationKind<Kind, Settings> {
  return kind;
}
