import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { ArtifactStore } from './artifact-store.ts';

/** A worker announces files and receives their upload addresses. */
export const createArtifacts = defineRoute(
  'createArtifacts',
  async ({ artifacts }: { readonly artifacts: ArtifactStore }, { params, body }) => {
    const files = body.artifacts.map((file) => ({
      artifactId: file.artifact_id,
      filename: file.filename,
      kind: file.kind,
      contentType: file.content_type,
      size: file.size,
      metadata: file.metadata,
    }));
    const uploads = await artifacts.announce(holderOf(params, body), files);
    return {
      status: 201,
      body: {
        uploads: uploads.map((upload) => ({
          artifact_id: upload.artifactId,
          filename: upload.filename,
          upload_url: upload.uploadUrl,
          headers: upload.headers,
        })),
      },
    };
  },
);
