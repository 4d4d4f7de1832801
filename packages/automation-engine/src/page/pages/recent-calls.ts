import { LimitExceededError } from '../../errors.ts';
import type { RunLimits } from '../../run-limits.ts';
import type { RecordedCall } from './network-call.ts';

/** Maximum total length of the remembered addresses, in characters. */
const MOST_CHARACTERS = 4_000_000;

/** The last calls up to the limit of a run, and the addresses of those before them. */
export interface RecentCalls {
  readonly all: () => readonly RecordedCall[];
  readonly get: (key: string) => RecordedCall | undefined;
  readonly add: (key: string, call: RecordedCall) => void;
  /**
   * Throws `LimitExceededError` if a call that was not kept may have had this text in its address.
   */
  readonly assertNoneLost: (urlPart: string) => void;
  readonly clear: () => void;
}

export function createRecentCalls({
  maxRecordedCalls: most,
}: Pick<RunLimits, 'maxRecordedCalls'>): RecentCalls {
  const calls = new Map<string, RecordedCall>();
  const lost = createLostAddresses();
  return {
    all: () => [...calls.values()],
    get: (key) => calls.get(key),
    add(key, call) {
      calls.set(key, call);
      const [oldest] = calls;
      if (!oldest || calls.size <= most) return;
      const [oldKey, { url }] = oldest;
      lost.add(url);
      calls.delete(oldKey);
    },
    assertNoneLost(urlPart) {
      if (!lost.mayInclude(urlPart)) return;
      const what = `more than ${most} network calls have begun since the last interaction, and the earliest are lost`;
      throw new LimitExceededError(
        'maxRecordedCalls',
        `${what}. Make url_pattern more specific, or look for the calls earlier`,
      );
    },
    clear() {
      calls.clear();
      lost.clear();
    },
  };
}

function createLostAddresses() {
  const urls = new Set<string>();
  let characters = 0;
  return {
    add(url: string): void {
      if (urls.has(url) || characters > MOST_CHARACTERS) return;
      characters += url.length;
      if (characters <= MOST_CHARACTERS) urls.add(url);
    },
    /** Also true if there were too many addresses to remember. */
    mayInclude: (urlPart: string): boolean =>
      characters > MOST_CHARACTERS || [...urls].some((url) => url.includes(urlPart)),
    clear(): void {
      urls.clear();
      characters = 0;
    },
  };
}
