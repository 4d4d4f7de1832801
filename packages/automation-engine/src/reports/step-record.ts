import type { LocatorCandidate } from '@errand/locators';

/** One means by which a step tried to find its element. */
export interface TriedMeans {
  /** `presence_check`: the check of the page that `assert_locator_presence` requests. */
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
  /** The model that was used, as `provider/model`. */
  readonly model?: string;
}

/** What the step could use in place of its locator, so that the next run needs no model. */
export interface HealedLocator {
  /** The locator that failed; missing if the step has none, or skips it. */
  readonly failedCommand?: string;
  /** The best of the candidates. */
  readonly command: string;
  readonly candidates: readonly LocatorCandidate[];
  /** The page where the candidates were checked. */
  readonly pageUrl: string;
}

const MOST_MEANS = 20;
const MOST_CAUSES = 20;
const LONGEST_REASON = 500;

/** What one step tried before it found its element. */
export interface StepRecord {
  readonly beginStep: () => void;
  readonly add: (means: TriedMeans) => void;
  readonly heal: (locator: HealedLocator) => void;
  /** Records that the step, or an agent that searches for its element, starts to act. */
  readonly noteActed: () => void;
  readonly hasActed: () => boolean;
  /** Records what was still active when a wait reached its limit. Each cause is listed once. */
  readonly noteStillActive: (causes: readonly string[]) => void;
  /** Empty for a step whose own locator found its element immediately. */
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
  let isActing = false;
  return {
    beginStep() {
      means = [];
      healed = undefined;
      stillActive = [];
      isActing = false;
    },
    add(tried) {
      const { reason } = tried;
      const bounded = reason === undefined ? {} : { reason: reason.slice(0, LONGEST_REASON) };
      if (means.length < MOST_MEANS) means.push({ ...tried, ...bounded });
    },
    heal(locator) {
      healed = locator;
    },
    noteActed() {
      isActing = true;
    },
    hasActed: () => isActing,
    noteStillActive(causes) {
      stillActive = [...new Set([...stillActive, ...causes])].slice(0, MOST_CAUSES);
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
