import { redactBytes, redactDeep } from '@errand/secrets';
import type { AsyncZippable, AsyncZippableFile } from 'fflate';
import { isUtf8 } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { redactSnapshot } from './redact-snapshot.ts';

/** The part of a run's secrets that its trace needs. */
export type TraceRedaction = Pick<RunSecrets, 'hasRevealed' | 'redact' | 'redactParts'>;

type Packed = [string, AsyncZippableFile];

/**
 * Writes the parts of a trace into one ZIP file and returns its path. Redacts its strings once
 * more, because some secrets become known only after they were recorded.
 */
export async function packTrace({
  directory,
  read,
  redaction,
  names,
}: {
  readonly directory: string;
  readonly read: (name: string) => Promise<Buffer>;
  readonly redaction: TraceRedaction;
  /** Names of the other parts of the trace. */
  readonly names: readonly string[];
}): Promise<string> {
  const texts = ['trace.trace', 'trace.network'].map(async (name): Promise<Packed> => {
    const lines = (await read(name)).toString('utf8').split('\n');
    const clean = lines.map((line) => (line === '' ? line : redactLine(line, redaction)));
    return [name, [Buffer.from(clean.join('\n')), { level: 1 }]];
  });
  const files = names.map(async (name): Promise<Packed> => {
    const content = await read(name);
    // Most other files are images and fonts, which are compressed already.
    const level = isUtf8(content) ? 1 : 0;
    return [name, [redactBytes(content, redaction.redact), { level }]];
  });
  const { zip } = await import('fflate');
  const zipFiles = promisify<AsyncZippable, Uint8Array>(zip);
  const content = await zipFiles(Object.fromEntries(await Promise.all([...texts, ...files])));
  const path = join(directory, 'trace.zip');
  await writeFile(path, content);
  return path;
}

/** Redacts the strings of a line of JSON. A secret may be replaced only inside a string. */
export function redactLine(
  line: string,
  { hasRevealed, redact, redactParts }: TraceRedaction,
): string {
  if (!hasRevealed()) return line;
  // First: once a long part of a secret is redacted, the rest could not be found.
  const joined = redactSnapshot(line, redactParts);
  const redacted = redact(joined);
  if (redacted === joined || isJson(redacted)) return redacted;
  return JSON.stringify(redactDeep(JSON.parse(joined), redact));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
