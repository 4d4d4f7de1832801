/** Where the commands that follow act. */
export interface MutablePlace {
  /** The locators of the frames that commands act in. */
  readonly frames: string[];
  /** Names of the open tabs, in the order in which they opened. */
  readonly tabs: string[];
  /** Position of the tab that commands act in; infinite once that tab is closed. */
  selectedTab: number;
  /** Position of the tab that is current at this point in the run. */
  currentTab: number | undefined;
}

/** Where commands act: the frames and the tab. */
export interface Place {
  readonly frames: readonly string[];
  readonly tabs: readonly string[];
  readonly selectedTab: number;
  readonly currentTab: number | undefined;
}

export const takePlace = ({ frames, tabs, selectedTab, currentTab }: MutablePlace): Place => ({
  frames: [...frames],
  tabs: [...tabs],
  selectedTab,
  currentTab,
});

export function putPlace(
  state: MutablePlace,
  { frames, tabs, selectedTab, currentTab }: Place,
): void {
  state.frames.splice(0, Infinity, ...frames);
  state.tabs.splice(0, Infinity, ...tabs);
  state.selectedTab = selectedTab;
  state.currentTab = currentTab;
}

/** Whether commands that follow act in the same frame and tab. */
const isSamePlace = (one: Place, other: Place): boolean =>
  one.selectedTab === other.selectedTab && one.frames.join('\n') === other.frames.join('\n');

/** Continues after branches that end in these places. Returns whether they are all the same. */
export function joinPlaces(state: MutablePlace, start: Place, ends: readonly Place[]): boolean {
  const [first = start, ...others] = ends;
  const isSame = others.every((end) => isSamePlace(first, end));
  const isCurrent = others.every(({ currentTab }) => currentTab === first.currentTab);
  // A tab that only one branch opens keeps its name.
  const tabs = ends
    .map((end) => end.tabs)
    .reduce((most, one) => (one.length > most.length ? one : most), start.tabs);
  const { frames, selectedTab } = isSame ? first : start;
  const currentTab = isCurrent ? first.currentTab : undefined;
  putPlace(state, { frames, tabs, selectedTab, currentTab });
  return isSame;
}

/** Whether every iteration of a loop begins in the same frame and tab, with the same tabs open. */
export const isStartOfIteration = (start: Place, end: Place): boolean =>
  isSamePlace(start, end) && start.tabs.length === end.tabs.length;
