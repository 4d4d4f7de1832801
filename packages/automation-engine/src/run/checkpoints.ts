import type { JsonValue } from '@errand/foundation';
import { isDeepStrictEqual } from 'node:util';
import { currentUrl } from '../page/pages/current-url.ts';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { RunOutput } from '../reports/run-output.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

/** Bytes that the variables of a checkpoint may take as JSON. */
const mostBytes = 256 * 1024;
const longestAddress = 8_192;

/** The moment before a node of the automation's own list runs. Contains no secrets. */
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
}

/** Notes where a run could be continued. */
export interface Checkpoints {
  /** Called before each node of the automation's own list. */
  readonly reach: (nodePath: string, isResumable: boolean) => void;
  /** Called when all of them have run. */
  readonly end: () => void;
  /** In the order of the run; at most two. Secrets that became known later are not in them. */
  readonly list: () => readonly Checkpoint[];
}

interface CheckpointSources {
  readonly variables: Readonly<Record<string, JsonValue>>;
  /** Names of variables whose values may be secrets that no list has. */
  readonly sentByPerson: ReadonlySet<string>;
  readonly secrets: Pick<RunSecrets, 'redact' | 'redactJson'>;
  readonly pages: PageTracker;
  readonly output: Pick<RunOutput, 'entries'>;
}

type Moment = Pick<Checkpoint, 'nodePath' | 'outputCount' | 'variables'> & {
  readonly address: string;
};

export function createCheckpoints(sources: CheckpointSources): Checkpoints {
  const { pages, output } = sources;
  let lastResumable: Moment | undefined;
  let last: Moment | undefined;
  return {
    reach(nodePath, isResumable) {
      // Steps replace values and never mutate them, so a shallow copy is enough.
      const variables = { ...sources.variables };
      last = {
        nodePath,
        variables,
        address: currentUrl({ pages }),
        outputCount: output.entries.length,
      };
      if (isResumable) lastResumable = last;
    },
    end() {
      last = undefined;
    },
    list() {
      if (!last) return [];
      const moments = lastResumable && lastResumable !== last ? [lastResumable, last] : [last];
      return moments.map((moment) => describeMoment(moment, sources));
    },
  };
}

function describeMoment(
  { address, variables, ...moment }: Moment,
  { sentByPerson, secrets: { redact, redactJson } }: CheckpointSources,
): Checkpoint {
  const isKept = /^(?:https?:|about:blank$)/.test(address) && address.length <= longestAddress;
  const kept: Record<string, JsonValue> = {};
  const lostVariables: string[] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(variables)) {
    const size = Buffer.byteLength(JSON.stringify({ [name]: value }));
    const isSecret = sentByPerson.has(name) || !isDeepStrictEqual(redactJson(value), value);
    if (isSecret || bytes + size > mostBytes) {
      lostVariables.push(name);
      continue;
    }
    bytes += size;
    kept[name] = value;
  }
  const pageUrl = isKept && redact(address) === address ? address : null;
  return { ...moment, pageUrl, variables: kept, lostVariables };
}
