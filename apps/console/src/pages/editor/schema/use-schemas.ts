import { useQuery } from '@tanstack/react-query';
import { listKinds, type NodeKind } from './node-kinds.ts';
import type { Schemas } from './schema.ts';

export interface NodeSchemas {
  readonly schemas: Schemas;
  readonly kinds: readonly NodeKind[];
}

/** The schemas of nodes, from the server's own OpenAPI document. */
export function useSchemas() {
  return useQuery({
    queryKey: ['openapi'],
    // The document changes only when the server is updated.
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<NodeSchemas> => {
      const response = await fetch('/openapi.json', { signal });
      if (!response.ok)
        throw new Error(`The OpenAPI document cannot be read (${response.status}).`);
      const { components } = (await response.json()) as { components: { schemas: Schemas } };
      return { schemas: components.schemas, kinds: listKinds(components.schemas) };
    },
  });
}
