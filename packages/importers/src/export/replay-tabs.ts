import { asNumber, asPlain, asText } from '../draft/json.ts';
import type { ReadNode } from './node-reader.ts';
import type { FillIn } from './replay-steps.ts';

/** A tab, as the format names it: `main`, or the address of its page. */
export interface ReplayTab {
  /** Undefined if the automation does not say it. */
  target: string | undefined;
  /** Whether a step may have led it to another page since. */
  hasLeft: boolean;
}

/** The tabs that are open at a point of a run. */
export interface ReplayTabs {
  readonly current: () => ReplayTab;
  readonly open: (target: string | undefined) => void;
  /** Follows a step that closes tabs or switches to another one. */
  readonly follow: (node: ReadNode) => void;
}

const newTab = (target: string | undefined): ReplayTab => ({ target, hasLeft: false });

export function createReplayTabs(): ReplayTabs {
  let tabs = [newTab('main')];
  let current = tabs[0] ?? newTab('main');
  const keep = (kept: readonly ReplayTab[]): void => {
    if (kept.length > 0) tabs = [...kept];
    current = tabs.at(-1) ?? current;
  };
  return {
    current: () => current,
    open: (target) => keep([...tabs, newTab(target)]),
    follow({ kind, fields }) {
      const index = asNumber(fields['tab_index']);
      if (kind === 'switch_tab') current = tabs.at(index ?? 0) ?? newTab(undefined);
      if (kind === 'close_current_tab') keep(tabs.filter((tab) => tab !== current));
      if (kind === 'close_all_but_last_tab') keep(tabs.slice(-1));
      if (kind === 'close_tabs_until')
        keep(index === undefined ? [newTab(undefined)] : tabs.slice(0, index + 1));
    },
  };
}

/** Whether a step opens a tab, and the run continues in it. */
export const opensTab = ({ node, fields }: ReadNode): boolean =>
  node['expect_new_tab'] === true || fields['new_tab'] === true;

/** Returns the whole address that the automation expects of a page; undefined if there is none. */
export function statedAddress({ kind, fields }: ReadNode, fill: FillIn): string | undefined {
  const isExpectation = kind === 'expect' || kind === 'wait_for';
  const isEqual = (asText(fields['match']) ?? 'equals') === 'equals';
  if (!isExpectation || fields['assertion'] !== 'to_have_url' || !isEqual) return undefined;
  if (fields['is_negated'] === true) return undefined;
  const address = fill(asPlain(fields['expected']));
  return address !== undefined && URL.canParse(address) ? new URL(address).href : undefined;
}

/** Returns the address that the steps in a tab state before they leave it. */
export function addressOfTab(nodes: readonly ReadNode[], fill: FillIn): string | undefined {
  for (const node of nodes) {
    const address = statedAddress(node, fill);
    if (address !== undefined) return address;
    if (opensTab(node) || /tab|_node$|^go_/.test(node.kind)) return undefined;
  }
  return undefined;
}
