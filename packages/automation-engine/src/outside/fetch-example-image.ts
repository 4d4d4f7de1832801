import type { EgressGuard } from '@errand/egress-guard';
import { ImageUnreadableError } from './outside-errors.ts';
import { fetchOutside } from './call-outside.ts';

const TIMEOUT_MS = 30_000;
const LONGEST_SHOWN = 200;
const MAX_BYTES = 10 * 1024 * 1024;

const DATA_URL = /^data:image\/[a-z]+;base64,/;

interface Outside {
  readonly egress: EgressGuard;
  readonly signal: AbortSignal;
}

/**
 * Returns the image that a `recording_screenshot` points to or, as a data URL, contains. Throws
 * `DownloadMissingError`, `EgressBlockedError`, `ImageUnreadableError`.
 */
export async function fetchExampleImage(
  { egress, signal }: Outside,
  url: string,
): Promise<{ content: Uint8Array; mediaType: string }> {
  const content = DATA_URL.test(url)
    ? Buffer.from(url.replace(DATA_URL, ''), 'base64')
    : await fetchContent(egress, url, signal);
  const mediaType = imageTypeOf(content);
  if (!mediaType)
    throw new ImageUnreadableError('recording_screenshot', url.slice(0, LONGEST_SHOWN));
  return { content, mediaType };
}

async function fetchContent(
  egress: EgressGuard,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return (await fetchOutside(egress, url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal }))
    .body;
}

/** Detects the type from the first bytes: the type that a server states is often wrong. */
function imageTypeOf(content: Uint8Array): string | undefined {
  const start = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\u0089PNG\r\n')) return 'image/png';
  if (start.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : undefined;
}
