import type { ErrandSchemas } from '@errand/api-types';
import type { GivenSettings, ListedIntegration } from './integration.ts';
import { integrationKinds, type KindName } from './kinds/kind-registry.ts';

type WireIntegration = ErrandSchemas['Integration'];

/**
 * Finds the settings in a request, if any. A request has settings of at most one kind, except an
 * update with two kinds.
 */
export function findGiven(
  body: Readonly<Partial<Record<KindName, object>>>,
): GivenSettings | undefined {
  // The kinds are the keys of the registry.
  const kinds = Object.keys(integrationKinds) as KindName[];
  const kind = kinds.find((each) => body[each] !== undefined);
  return kind && { kind, settings: body[kind] ?? {} };
}

/** Omits the secret. The member named after the kind has the shape of a request. */
export function writeIntegration(integration: ListedIntegration): WireIntegration {
  const { integrationId, kind, name, createdAt, updatedAt } = integration;
  const { [integrationKinds[kind].secret]: _secret, ...settings } = integration.settings ?? {};
  return {
    integration_id: integrationId,
    kind,
    name,
    settings,
    ...(integration.settings && { [kind]: settings }),
    is_damaged: integration.settings === undefined,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
