import type { Calls } from '../code/call-arguments.ts';
import { type Chain, type Code, ownName, withOwnName } from '../code/code.ts';
import type { NodeDocument } from '../draft/mapping.ts';
import type { OwnFunction } from './find-tests.ts';
import type { RecordingDraft } from '../draft/recording-draft.ts';

interface FunctionChange {
  /** Before all others if it has none. */
  readonly lastLine?: number;
  readonly chain: Chain;
}

/** What is known at a point in a script. */
export interface ScriptState {
  readonly draft: RecordingDraft;
  /** Values of names, and locators that names stand for. */
  readonly values: Map<string, Code>;
  /** Names that hold the same list or record, or part of it. */
  readonly sharing: Map<string, Set<string>>;
  /** Names whose values any call may change. */
  readonly unsettled: ReadonlySet<string>;
  readonly calls: Calls;
  /** How often each name has been given a value: a name means something else after that. */
  readonly versions: Map<string, number>;
  /** Inputs of the current statement whose values the script does not contain. */
  readonly unknownInputs: Set<string>;
  /** Variables of the automation by the names of the script. */
  readonly variables: Map<string, string>;
  /** Names that stand for a tab: the page itself, or a promise of one. */
  readonly tabs: Map<string, number>;
  /** Names of files that are downloaded, and of their promises. */
  readonly downloads: Set<string>;
  readonly choosers: Set<string>;
  /** Functions of the script whose statements are separate steps. */
  readonly functions: ReadonlyMap<string, OwnFunction>;
  /** What functions and classes may change, by the names of lists and records. */
  readonly changes: Map<string, FunctionChange[]>;
  /** Functions that a statement has called. */
  readonly called: Set<string>;
  /** Line of the last step, apart from those that only open or close the browser. */
  lastStepLine: number;
  /** The open tabs by number, in the order in which they opened. */
  readonly openTabs: number[];
  /** The browser contexts by the names of the script, in the order of their creation. */
  readonly contexts: Map<string, number>;
  nextContext: number;
  /** The context of the first page; all pages of a run share it. */
  pageContext: number | undefined;
  currentTab: number | undefined;
  /** Whether the script has opened its page, or begins with one. */
  hasPage: boolean;
  nextTab: number;
  /** The tab that the next step opens. */
  pendingTab: number | undefined;
  /** Whether the next step starts a download. */
  isDownloadPending: boolean;
  /** Whether the next click opens a file chooser. */
  isChooserPending: boolean;
  /** Locator of the element whose click opened the last file chooser. */
  chooserLocator: string | undefined;
  downloadNode: NodeDocument | undefined;
  pendingDialog: object | undefined;
  baseUrl: string | undefined;
  /** The script's name for the element that receives keys without a locator. */
  focused: readonly string[];
}

export function createScriptState(
  draft: RecordingDraft,
  {
    fixtures = [],
    functions = new Map(),
    changing = [],
    unsettled,
    calls,
  }: Pick<ScriptState, 'calls' | 'unsettled'> & {
    readonly fixtures?: readonly string[];
    readonly functions?: ScriptState['functions'];
    readonly changing?: readonly OwnFunction[];
  },
): ScriptState {
  const hasPage = fixtures.includes('page');
  return {
    draft,
    values: new Map(),
    sharing: new Map(),
    versions: new Map(),
    unknownInputs: new Set(),
    variables: new Map(),
    tabs: new Map([['page', 0]]),
    downloads: new Set(),
    choosers: new Set(),
    functions,
    changes: changesOf(changing),
    unsettled,
    calls,
    called: new Set(),
    lastStepLine: 0,
    openTabs: [0],
    contexts: new Map([['context', 0]]),
    nextContext: hasPage || fixtures.includes('context') ? 1 : 0,
    pageContext: hasPage ? 0 : undefined,
    currentTab: 0,
    hasPage,
    nextTab: 1,
    pendingTab: undefined,
    isDownloadPending: false,
    isChooserPending: false,
    chooserLocator: undefined,
    downloadNode: undefined,
    pendingDialog: undefined,
    baseUrl: undefined,
    focused: [],
  };
}

function changesOf(changing: readonly OwnFunction[]): ScriptState['changes'] {
  const changes = changing.flatMap(({ lastLine, mentions }) =>
    mentions.map((chain) => ({ lastLine, chain })),
  );
  return Map.groupBy(changes, ({ chain }) => chain.head);
}

const DEEPEST_ALIAS = 20;

/** Replaces each name of a locator with that locator. `self.page` is the page. */
export function resolveChain(chain: Chain, { values }: ScriptState): Chain {
  let resolved = chain;
  for (let depth = 0; depth < DEEPEST_ALIAS; depth += 1) {
    const own = withOwnName(resolved);
    const value = values.get(own.head);
    if (value?.kind !== 'chain') return withoutOwner(resolved);
    resolved = { kind: 'chain', head: value.head, steps: [...value.steps, ...own.steps] };
  }
  return resolved;
}

function withoutOwner(chain: Chain): Chain {
  const [first, ...steps] = chain.steps;
  const isOwn = chain.head === 'self' || chain.head === 'this';
  return isOwn && first && !first.values ? { kind: 'chain', head: first.name, steps } : chain;
}

/** Forgets the value of a name. For `creds[]` and `creds.pin`, the contents of `creds` change. */
export function forget(name: string, state: ScriptState): void {
  if (OF_CLASS.test(name)) forgetOwn(state);
  const [head = ''] = /^(?:self\.)?[^.[]*/.exec(name) ?? [];
  if (head === name) forgetName(head, state);
  else forgetContents(head, state);
}

/** `type(self).rows`, `self.__dict__["rows"]` and the like. */
const OF_CLASS = /^(?:cls\b|type\(|vars\(|self\.__(?:class|dict)__)/;

/** Forgets the attributes of a Python class: any of them may have changed. */
export function forgetOwn(state: ScriptState): void {
  for (const name of [...state.values.keys()].filter((one) => one.startsWith(ownName('')))) {
    forgetContents(name, state);
    forgetName(name, state);
  }
}

/** Forgets a list or a record that has changed, whatever it is called. */
export function forgetContents(name: string, state: ScriptState): void {
  for (const one of state.sharing.get(name) ?? [name]) {
    forgetName(one, state);
    state.sharing.delete(one);
  }
}

function forgetName(name: string, { values, variables, versions }: ScriptState): void {
  values.delete(name);
  variables.delete(name);
  versions.set(name, (versions.get(name) ?? 0) + 1);
}

/** Opens the expected tab, or another one. */
export function openTab(state: ScriptState): number {
  const tab = state.nextTab;
  state.nextTab += 1;
  return tab;
}

/** Returns the tab that a name stands for, if any. */
export const tabOf = (head: string, state: ScriptState): number | undefined => state.tabs.get(head);
