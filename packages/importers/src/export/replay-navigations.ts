import { asText } from '../draft/json.ts';
import type { ReadNode } from './node-reader.ts';
import type { FillIn } from './replay-steps.ts';
import { opensTab, statedAddress } from './replay-tabs.ts';

const leaving = new Set([
  'check',
  'click_element',
  'key_press',
  'select_option',
  'set_value',
  'uncheck',
]);
const staying = new Set([
  'count_locator',
  'expect',
  'hover',
  'input_text',
  'locator',
  'screenshot',
  'scroll',
  'set_variable',
  'sleep_action',
  'wait_for',
]);

/** Whether a step can lead to another page. */
export const canLeave = ({ kind, fields }: ReadNode): boolean =>
  fields['expect_download'] !== true &&
  (leaving.has(kind) || (kind === 'input_text' && fields['press_enter'] === true));

/**
 * Returns the addresses that steps lead to without doubt, by the paths of their nodes: the automation states an
 * address before and another one after, and no other step between can have changed it.
 */
export function findNavigations(
  nodes: readonly ReadNode[],
  fill: FillIn,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let before: string | undefined;
  let between: string[] = [];
  for (const node of nodes) {
    const stated = statedAddress(node, fill);
    const [only, ...others] = between;
    if (stated !== undefined) {
      const isSure = before !== undefined && before !== stated && others.length === 0;
      if (isSure && only !== undefined) found.set(only, stated);
      [before, between] = [stated, []];
    } else if (opensTab(node) || !(canLeave(node) || staying.has(node.kind))) {
      [before, between] = [undefined, []];
    } else if (canLeave(node)) {
      between.push(node.path);
    }
  }
  return found;
}

/** Adds the navigation that a step causes to the one of its parts that causes it. */
export function withNavigation(steps: readonly object[], url: string): object[] {
  const parts = steps.map((step) => asText((step as { type?: unknown }).type) ?? '');
  const clicked = parts.findLastIndex((type) => type === 'click' || type === 'doubleClick');
  const pressed = parts.lastIndexOf('keyDown');
  const at = clicked === -1 ? pressed : clicked;
  const index = at === -1 ? steps.length - 1 : at;
  const assertedEvents = [{ type: 'navigation', url }];
  return steps.map((step, one) => (one === index ? { ...step, assertedEvents } : step));
}
