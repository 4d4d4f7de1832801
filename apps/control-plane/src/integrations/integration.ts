import { integrationKinds, type KindName, type SettingsOf } from './kinds/kind-registry.ts';

/** How one service of an account is reached. */
export interface Integration {
  readonly integrationId: string;
  readonly kind: KindName;
  readonly name: string;
  /** Of its kind, the secret included. */
  readonly settings: Readonly<Record<string, string | number | undefined>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One whose settings are undefined when what is stored of them cannot be opened. */
export type ListedIntegration = Omit<Integration, 'settings'> & {
  readonly settings: Integration['settings'] | undefined;
};

/** Settings of one kind as they came over the wire. */
export interface GivenSettings {
  readonly kind: KindName;
  readonly settings: object;
}

/** Fills in what was left out. Throws ZodError for settings that did not pass the document. */
export function readSettings<Kind extends KindName>(
  kind: Kind,
  settings: unknown,
): SettingsOf<Kind> {
  // The compiler does not see that the schema of a kind gives the settings of that kind.
  return integrationKinds[kind].settings.parse(settings) as SettingsOf<Kind>;
}

/** What the integration is chosen by, and what that is called. */
export function describeSubject({ kind, settings }: GivenSettings): {
  readonly subject: string;
  readonly service: string;
} {
  const definition: { subjectOf: (settings: never) => string; describe: (text: string) => string } =
    integrationKinds[kind];
  const subject = definition.subjectOf(settings as never);
  return { subject, service: definition.describe(subject) };
}
