import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const MOST_HELD_BYTES = 1024 ** 2;

type Part = (string | Uint8Array)[];

/** The parts of a trace by name. */
export interface TraceStore {
  /** Adds to the end of a part. */
  readonly append: (name: string, content: string | Uint8Array) => void;
  /** Empty for an unknown part. Throws the error of a failed write. */
  readonly read: (name: string) => Promise<Buffer>;
  /** Waits for what is being written, and drops what is not on disk. */
  readonly close: () => Promise<void>;
}

/**
 * Keeps the parts in memory until there is a mebibyte of them: most traces are discarded, and a
 * write would cost the step that is running.
 */
export function openTraceStore(directory: string): TraceStore {
  const onDisk = new Set<string>();
  let held = new Map<string, Part>();
  let heldBytes = 0;
  // A full disk ends the trace, not the run.
  let problem: { readonly reason: unknown } | undefined;
  let written: Promise<void> = Promise.resolve();
  const drop = () => {
    held = new Map();
    heldBytes = 0;
  };
  const spill = () => {
    const parts = [...held];
    drop();
    for (const [name] of parts) onDisk.add(name);
    const write = () => writeParts(directory, parts);
    written = written.then(write).catch((reason: unknown) => void (problem ??= { reason }));
  };
  return {
    append(name, content) {
      if (problem) return;
      const part = held.get(name) ?? [];
      part.push(content);
      held.set(name, part);
      heldBytes += content.length;
      if (heldBytes >= MOST_HELD_BYTES) spill();
    },
    async read(name) {
      await written;
      if (problem) throw problem.reason;
      const earlier = onDisk.has(name) ? [await readFile(join(directory, name))] : [];
      return Buffer.concat([...earlier, ...toBytes(held.get(name))]);
    },
    async close() {
      drop();
      await written;
    },
  };
}

async function writeParts(
  directory: string,
  parts: readonly (readonly [string, Part])[],
): Promise<void> {
  for (const [name, part] of parts) {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, Buffer.concat(toBytes(part)));
  }
}

const toBytes = (part: Part = []): Uint8Array[] =>
  part.map((content) => (typeof content === 'string' ? Buffer.from(content) : content));
