import { createHash } from 'node:crypto';
import { packTrace, redactLine, type TraceRedaction } from './pack-trace.ts';
import { openTraceStore, type TraceStore } from './trace-store.ts';

const MIB = 1024 ** 2;
/** Bounds of one trace, before it is compressed. */
const limits = {
  text: 24 * MIB,
  fileBytes: 16 * MIB,
  /** A separate limit, so that images never use up the space for style sheets. */
  pictureBytes: 4 * MIB,
  files: 2_000,
  networkEntries: 3_000,
  consoleLines: 2_000,
};
/** How much of `text` is reserved for events: without end events, actions would never end. */
const FOR_EVENTS = 2 * MIB;
/** Version of the format of playwright-core's trace viewer. */
const FORMAT_VERSION = 10;
const VIEWER_VERSION = '1.65.1';

interface TraceOptions {
  /** Must exist, and be used by this trace only. The owner removes it. */
  readonly directory: string;
  /** Shown by the viewer. */
  readonly title: string;
  /** Whether responses are kept with their bodies, so that a run can be replayed from them. */
  readonly keepsBodies: boolean;
}

/** A trace on disk during its run. */
export interface TraceFile {
  readonly keepsBodies: boolean;
  /** `pack` also redacts secrets that become known later. */
  readonly redactWith: (redaction: TraceRedaction) => void;
  readonly add: (event: object) => void;
  /** Adds a snapshot, which is JSON already. Once one no longer fits, no more are added. */
  readonly addSnapshot: (event: string) => void;
  readonly addConsole: (event: object) => void;
  /** Says in the console of the trace what is missing from it. */
  readonly warn: (text: string) => void;
  /** Adds an entry with the members of a HAR entry. */
  readonly addNetwork: (entry: object) => void;
  /**
   * Keeps a file once, whatever its address, and returns its name in the trace; undefined when the
   * trace is full.
   */
  readonly addFile: (folder: 'resources' | 'screencast', content: Uint8Array) => string | undefined;
  /** Writes everything into one ZIP file and returns its path. Nothing is added after that. */
  readonly pack: () => Promise<string>;
  /** Ends the trace without a ZIP file. Does nothing after `pack`. */
  readonly close: () => Promise<void>;
}

/** Creates a trace for Playwright's trace viewer. Bounded; a note says what was omitted. */
export function openTraceFile(options: TraceOptions): TraceFile {
  return new BoundedTrace(options);
}

class BoundedTrace implements TraceFile {
  readonly keepsBodies: boolean;
  readonly #directory: string;
  readonly #store: TraceStore;
  readonly #files = new Set<string>();
  readonly #cut = new Set<string>();
  readonly #left = { ...limits };
  #redaction: TraceRedaction = keepAll;
  #isClosed = false;

  constructor({ directory, title, keepsBodies }: TraceOptions) {
    this.keepsBodies = keepsBodies;
    this.#directory = directory;
    this.#store = openTraceStore(directory);
    this.add(describeContext(title));
  }

  redactWith(redaction: TraceRedaction): void {
    this.#redaction = redaction;
  }

  add(event: object): void {
    this.#write('trace.trace', JSON.stringify(event));
  }

  addSnapshot(event: string): void {
    // Later snapshots refer to earlier ones by counting all of them.
    if (!this.#cut.has('text')) this.#write('trace.trace', event, FOR_EVENTS);
  }

  addConsole(event: object): void {
    if (this.#spend('consoleLines', 1)) this.add(event);
  }

  warn(text: string): void {
    this.add(describeWarning(text));
  }

  addNetwork(entry: object): void {
    if (!this.#spend('networkEntries', 1)) return;
    const event = JSON.stringify({ type: 'resource-snapshot', snapshot: entry });
    this.#write('trace.network', event, FOR_EVENTS);
  }

  addFile(folder: 'resources' | 'screencast', content: Uint8Array): string | undefined {
    const name = `${folder}/${createHash('sha1').update(content).digest('hex')}`;
    if (this.#files.has(name)) return name;
    if (this.#isClosed || !this.#spend('files', 1)) return undefined;
    const bound = folder === 'screencast' ? 'pictureBytes' : 'fileBytes';
    if (!this.#spend(bound, content.byteLength)) return undefined;
    this.#files.add(name);
    this.#store.append(name, content);
    return name;
  }

  async pack(): Promise<string> {
    if (this.#cut.size > 0) {
      this.#left.text = MIB;
      const cut = [...this.#cut].join(', ');
      this.warn(`The trace has reached its limits; what followed is missing: ${cut}.`);
    }
    this.#isClosed = true;
    return packTrace({
      directory: this.#directory,
      read: this.#store.read,
      redaction: this.#redaction,
      names: [...this.#files],
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#store.close();
  }

  #write(name: string, event: string, keptBytes = 0): void {
    if (this.#isClosed) return;
    const line = `${redactLine(event, this.#redaction)}\n`;
    const hasRoom = this.#spend('text', Buffer.byteLength(line), keptBytes);
    if (hasRoom) this.#store.append(name, line);
  }

  /** `kept`: how much must be left afterwards. */
  #spend(bound: keyof typeof limits, amount: number, kept = 0): boolean {
    if (this.#left[bound] - kept < amount) {
      this.#cut.add(bound);
      return false;
    }
    this.#left[bound] -= amount;
    return true;
  }
}

const keepAll: TraceRedaction = {
  hasRevealed: () => false,
  redact: (text) => text,
  redactParts: (parts) => parts,
};

function describeContext(title: string): object {
  return {
    version: FORMAT_VERSION,
    type: 'context-options',
    origin: 'library',
    browserName: 'chromium',
    playwrightVersion: VIEWER_VERSION,
    options: {},
    platform: process.platform,
    wallTime: Date.now(),
    monotonicTime: performance.now(),
    sdkLanguage: 'python',
    testIdAttributeName: 'data-testid',
    title,
  };
}

function describeWarning(text: string): object {
  return {
    type: 'console',
    messageType: 'warning',
    text,
    location: { url: '', lineNumber: 0, columnNumber: 0 },
    time: performance.now(),
    pageId: '',
  };
}
