import type { StepEvent } from '@errand/automation-engine';
import type { ArtifactFile } from './upload-artifacts.ts';

/**
 * What shows why a step failed: `step-3.png` if the page could be captured, and `step-3.json` with its address, title,
 * accessibility snapshot, console and dialogs; and, of any step, `step-3.log` with what its script printed. The engine
 * bounds each of them.
 */
export function evidenceFiles(event: StepEvent): readonly ArtifactFile[] {
  return [...failureFiles(event), ...logFile(event)];
}

function logFile({ sequence, log }: StepEvent): readonly ArtifactFile[] {
  if (!log) return [];
  const content = new TextEncoder().encode(`${log.join('\n')}\n`);
  const type = { kind: 'evidence', content_type: 'text/plain; charset=utf-8' } as const;
  return [{ filename: `step-${sequence}.log`, ...type, source: { content } }];
}

function failureFiles({
  sequence,
  nodePath,
  evidence,
  dialogs = [],
}: StepEvent): readonly ArtifactFile[] {
  if (!evidence) return [];
  const { screenshot, pageUrl, title, accessibilitySnapshot, consoleTail } = evidence;
  const text = JSON.stringify({
    node_path: nodePath,
    page_url: pageUrl,
    page_title: title ?? null,
    accessibility_snapshot: accessibilitySnapshot ?? null,
    console: consoleTail,
    dialogs,
  });
  const name = `step-${sequence}`;
  const description: ArtifactFile = {
    filename: `${name}.json`,
    kind: 'evidence',
    content_type: 'application/json',
    source: { content: new TextEncoder().encode(text) },
  };
  if (!screenshot) return [description];
  const picture: ArtifactFile = {
    filename: `${name}.png`,
    kind: 'evidence',
    content_type: 'image/png',
    source: { content: Uint8Array.from(screenshot) },
  };
  return [picture, description];
}
