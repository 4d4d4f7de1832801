import type { Evidence, StepEvent } from '@errand/automation-engine';
import type { ArtifactFile } from './upload-artifacts.ts';

/** Which member of the reported step links the file. */
export type EvidenceLink = 'screenshot_artifact_id' | 'evidence_artifact_id' | 'log_artifact_id';

/**
 * Returns the evidence of a failed step: `step-3.png` (if the page could be captured) and
 * `step-3.json` with its address, title, accessibility snapshot, console, requests and dialogs. Any step may
 * also have `step-3.log` with the output of its script. The engine limits their size and masks
 * secrets in them.
 */
export function evidenceFiles(event: StepEvent): ReadonlyMap<EvidenceLink, ArtifactFile> {
  const files = new Map<EvidenceLink, ArtifactFile>();
  const { sequence, evidence, log } = event;
  if (evidence?.screenshot) {
    files.set('screenshot_artifact_id', {
      filename: `step-${sequence}.png`,
      kind: 'evidence',
      content_type: 'image/png',
      source: { content: Uint8Array.from(evidence.screenshot) },
    });
  }
  if (evidence) files.set('evidence_artifact_id', descriptionFile(event, evidence));
  if (log) files.set('log_artifact_id', logFile(sequence, log));
  return files;
}

function logFile(sequence: number, log: readonly string[]): ArtifactFile {
  const content = new TextEncoder().encode(`${log.join('\n')}\n`);
  const type = { kind: 'evidence', content_type: 'text/plain; charset=utf-8' } as const;
  return { filename: `step-${sequence}.log`, ...type, source: { content } };
}

function descriptionFile(
  { sequence, nodePath, dialogs = [] }: StepEvent,
  { pageUrl, title, accessibilitySnapshot, consoleTail, networkTail }: Evidence,
): ArtifactFile {
  const text = JSON.stringify({
    node_path: nodePath,
    page_url: pageUrl,
    page_title: title ?? null,
    accessibility_snapshot: accessibilitySnapshot ?? null,
    console: consoleTail,
    network: networkTail.map(({ method, url, type, status, failure, isOpen, durationMs }) => ({
      method,
      url,
      type,
      status: status ?? null,
      failure: failure ?? null,
      is_open: isOpen,
      duration_ms: durationMs,
    })),
    dialogs,
  });
  return {
    filename: `step-${sequence}.json`,
    kind: 'evidence',
    content_type: 'application/json',
    source: { content: new TextEncoder().encode(text) },
  };
}
