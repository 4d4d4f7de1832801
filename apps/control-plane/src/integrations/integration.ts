import { integrationKinds, type KindName, type SettingsOf } from './kinds/kind-registry.ts';

/** Access to one external service of an account. */
export interface Integration {
  readonly integrationId: string;
  readonly kind: KindName;
  readonly name: string;
  /** The settings of this kind, including the secret. */
  readonly settings: Readonly<Record<string, string | number | undefined>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An integration whose settings are undefined when they cannot be opened. */
export type ListedIntegration = Omit<Integration, 'settings'> & {
  readonly settings: Integration['settings'] | undefined;
};

/** Settings of one kind as received over the wire. */
export interface GivenSettings {
  readonly kind: KindName;
  readonly settings: object;
}

/** Adds defaults. Throws ZodError for settings that violate the document. */
export function readSettings<Kind extends KindName>(
  kind: Kind,
  settings: unknown,
): SettingsOf<Kind> {
  // The compiler cannot see that the schema of a kind returns the settings of that kind.
  return integrationKinds[kind].settings.parse(settings) as SettingsOf<Kind>;
}

/** The value by which the integration is chosen, and a description of it. */
export function describeSubject({ kind, settings }: GivenSettings): {
  readonly subject: string;
  readonly service: string;
} {
  const definition: { subjectOf: (settings: never) => string; describe: (text: string) => string } =
    integrationKinds[kind];
  const subject = definition.subjectOf(settings as never);
  return { subject, service: definition.describe(subject) };
}
