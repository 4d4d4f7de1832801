import type { LocatorCandidate } from '@errand/locators';

/** One way that a step tried to get at its element. */
export interface TriedMeans {
  /** `presence_check`: the look at the page that `assert_locator_presence` asks for. */
  readonly kind:
    | 'command'
    | 'xpath'
    | 'keyword'
    | 'coordinates'
    | 'model'
    | 'agent'
    | 'presence_check';
  readonly outcome: 'done' | 'failed';
  /** Why it failed, or what it found. */
  readonly reason?: string;
  /** The model that was asked, as `provider/model`. */
  readonly model?: string;
}

/** What the step could say in place of its locator, so that no model is needed the next time. */
export interface HealedLocator {
  /** The locator that failed; missing if the step has none, or skips it. */
  readonly failedCommand?: string;
  /** The best of the candidates. */
  readonly command: string;
  readonly candidates: readonly LocatorCandidate[];
  /** Where they were checked. */
  readonly pageUrl: string;
}

const mostMeans = 20;
const mostCauses = 20;
const longestReason = 500;

/** What one step went through before it got at its element. */
export interface StepRecord {
  readonly beginStep: () => void;
  readonly add: (means: TriedMeans) => void;
  readonly heal: (locator: HealedLocator) => void;
  /** A wait reached its bound while these were still active. Each is named once. */
  readonly noteStillActive: (causes: readonly string[]) => void;
  /** Nothing for a step whose own locator led to its element at once. */
  readonly describe: () => {
    readonly means?: readonly TriedMeans[];
    readonly healedLocator?: HealedLocator;
    readonly waitedFor?: readonly string[];
  };
}

export function createStepRecord(): StepRecord {
  let means: TriedMeans[] = [];
  let healed: HealedLocator | undefined;
  let stillActive: string[] = [];
  return {
    beginStep() {
      means = [];
      healed = undefined;
      stillActive = [];
    },
    add(tried) {
      const { reason } = tried;
      const bounded = reason === undefined ? {} : { reason: reason.slice(0, longestReason) };
      if (means.length < mostMeans) means.push({ ...tried, ...bounded });
    },
    heal(locator) {
      healed = locator;
    },
    noteStillActive(causes) {
      stillActive = [...new Set([...stillActive, ...causes])].slice(0, mostCauses);
    },
    describe() {
      const isPlain = means.length === 0 || (means.length === 1 && means[0]?.outcome === 'done');
      const isAsked = means.some(({ kind }) => kind === 'model' || kind === 'agent');
      return {
        ...(isPlain && !isAsked ? {} : { means: [...means] }),
        ...(healed ? { healedLocator: healed } : {}),
        ...(stillActive.length > 0 ? { waitedFor: stillActive } : {}),
      };
    },
  };
}
