import type { RunResult } from '@errand/automation-engine';
import type { ArtifactFile } from './upload-artifacts.ts';

/**
 * Returns the files that a run produced as artifacts of its task: downloads first, in order of
 * completion.
 */
export function resultFiles({ downloads, screenshots }: RunResult): readonly ArtifactFile[] {
  const files = downloads.map(({ filename, contentType, path, metadata }): ArtifactFile => ({
    filename,
    kind: 'download',
    content_type: contentType,
    source: { path },
    ...(metadata && { metadata: { ...metadata } }),
  }));
  const images = screenshots.map(({ kind, filename, contentType, content }): ArtifactFile => ({
    filename,
    kind,
    content_type: contentType,
    source: { content: Uint8Array.from(content) },
  }));
  return [...files, ...images];
}
