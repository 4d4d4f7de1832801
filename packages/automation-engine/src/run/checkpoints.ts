import type { JsonValue } from '@errand/foundation';
import { isDeepStrictEqual } from 'node:util';
import type { Downloads } from '../page/downloads/downloads.ts';
import { currentUrl } from '../page/pages/current-url.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { RunOutput } from '../reports/run-output.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

/** Bytes that the variables of a checkpoint may take as JSON. */
const MOST_BYTES = 256 * 1024;
const LONGEST_ADDRESS = 8_192;

/** The state right before a node of the automation's `nodes` runs. Contains no secrets. */
export interface Checkpoint {
  /** `nodes[3]` */
  readonly nodePath: string;
  /** Null if it contains a secret, is too long, or cannot be opened in another browser. */
  readonly pageUrl: string | null;
  readonly variables: Readonly<Record<string, JsonValue>>;
  /** Variables that contain a secret, were sent by a person, or do not fit. */
  readonly lostVariables: readonly string[];
  /** How many entries the output had. */
  readonly outputCount: number;
  /** How many files of the result had been downloaded, including by runs that this one continues. */
  readonly fileCount: number;
  /** Whether the step at which the run stopped may have acted on its element already. */
  readonly hasActed: boolean;
}

/** Notes where a run could be continued. */
export interface Checkpoints {
  /** Called before each node of the automation's `nodes`. */
  readonly reach: (nodePath: string, isResumable: boolean) => void;
  /** Called when one of them has failed. */
  readonly stop: (at: { readonly hasActed: boolean }) => void;
  /** Called when all of them have run. */
  readonly end: () => void;
  /**
   * In the order of the run; at most two. Secrets that became known only after a checkpoint are
   * left out of it, too.
   */
  readonly list: () => readonly Checkpoint[];
}

interface CheckpointSources {
  readonly variables: Readonly<Record<string, JsonValue>>;
  /** Names of variables whose values may be secrets that are not in any list. */
  readonly sentByPerson: ReadonlySet<string>;
  readonly secrets: Pick<RunSecrets, 'redact' | 'redactJson'>;
  readonly pages: PageTracker;
  readonly output: Pick<RunOutput, 'entries'>;
  readonly downloads: Pick<Downloads, 'fileCountAt' | 'startedCount'>;
}

type Moment = Pick<Checkpoint, 'nodePath' | 'outputCount' | 'variables'> & {
  readonly address: string;
  readonly startedDownloads: number;
};

export function createCheckpoints(sources: CheckpointSources): Checkpoints {
  const { pages, output, downloads } = sources;
  let lastResumable: Moment | undefined;
  let last: Moment | undefined;
  // Unknown for an aborted run.
  let mayHaveActed = true;
  return {
    reach(nodePath, isResumable) {
      // Steps replace values and never mutate them, so a shallow copy is enough.
      const variables = { ...sources.variables };
      last = {
        nodePath,
        variables,
        address: currentUrl({ pages }),
        outputCount: output.entries.length,
        startedDownloads: downloads.startedCount,
      };
      if (isResumable) lastResumable = last;
    },
    stop({ hasActed }) {
      mayHaveActed = hasActed;
    },
    end() {
      last = undefined;
    },
    list() {
      if (!last) return [];
      const moments = lastResumable && lastResumable !== last ? [lastResumable, last] : [last];
      return moments.map((moment) => ({
        ...describeMoment(moment, sources),
        hasActed: mayHaveActed,
      }));
    },
  };
}

function describeMoment(
  { address, variables, startedDownloads, ...moment }: Moment,
  { sentByPerson, downloads, secrets: { redact, redactJson } }: CheckpointSources,
): Omit<Checkpoint, 'hasActed'> {
  const isKept = /^(?:https?:|about:blank$)/.test(address) && address.length <= LONGEST_ADDRESS;
  const kept: Record<string, JsonValue> = {};
  const lostVariables: string[] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(variables)) {
    const size = Buffer.byteLength(JSON.stringify({ [name]: value }));
    const isSecret = sentByPerson.has(name) || !isDeepStrictEqual(redactJson(value), value);
    if (isSecret || bytes + size > MOST_BYTES) {
      lostVariables.push(name);
      continue;
    }
    bytes += size;
    kept[name] = value;
  }
  const pageUrl = isKept && redact(address) === address ? address : null;
  // A download that was in progress then may have ended since.
  const fileCount = downloads.fileCountAt(startedDownloads);
  return { ...moment, pageUrl, variables: kept, lostVariables, fileCount };
}
