import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { ArtifactStore } from './artifact-store.ts';

/** A worker has uploaded files; the client now sees those that arrived complete. */
export const confirmArtifacts = defineRoute(
  'confirmArtifacts',
  async ({ artifacts }: { readonly artifacts: ArtifactStore }, { params, body }) => {
    const holder = holderOf(params, body);
    const { confirmed, rejected } = await artifacts.confirm(holder, body.artifact_ids);
    return {
      status: 200,
      body: {
        confirmed: [...confirmed],
        rejected: rejected.map(({ artifactId, reason }) => ({ artifact_id: artifactId, reason })),
      },
    };
  },
);
