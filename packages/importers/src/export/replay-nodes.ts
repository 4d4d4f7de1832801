import { asObject, member } from '../draft/json.ts';
import { lostWaits, type ReadNode } from './node-reader.ts';
import type { PacedSteps } from './paced-steps.ts';
import { canLeave, withNavigation } from './replay-navigations.ts';
import { type FillIn, type ReplaySteps, replaySteps } from './replay-steps.ts';
import { type ReplayTab, type ReplayTabs, statedAddress } from './replay-tabs.ts';

export interface ReplayWriter {
  readonly fill: FillIn;
  readonly paced: PacedSteps;
  readonly tabs: ReplayTabs;
  /** The addresses that steps lead to without doubt, by the paths of their nodes. */
  readonly navigations: ReadonlyMap<string, string>;
}

/** What became of a node. */
export interface Written {
  readonly hasSteps: boolean;
  readonly isSkipped: boolean;
  /** What is lost, in sentences. */
  readonly whys: readonly string[];
}

export const NO_ADDRESS =
  'The format finds a tab by its address: add expect with to_have_url after the step that opens the tab.';

/** Writes the steps of a node that is neither a loop nor a branch. */
export function writeReplayNode(node: ReadNode, writer: ReplayWriter): Written {
  const { kind } = node;
  const { fill, tabs } = writer;
  const tab = tabs.current();
  const address = statedAddress(node, fill);
  if (address !== undefined && tab.target !== 'main') {
    tab.target = address;
    tab.hasLeft = false;
  }
  tabs.follow(node);
  if (kind === 'switch_tab') return { hasSteps: false, isSkipped: false, whys: [] };
  const written = replaySteps(node, fill);
  const problem = written ? whyImpossible(node, written, tab) : usualReason(kind);
  if (!written || problem !== undefined) {
    return { hasSteps: false, isSkipped: true, whys: [problem ?? usualReason(kind)] };
  }
  const moved = addSteps(node, { tab, written, writer });
  if (written.skipped !== undefined) {
    return { hasSteps: true, isSkipped: true, whys: [written.skipped] };
  }
  const own = written.why === undefined ? [] : [written.why];
  return { hasSteps: true, isSkipped: false, whys: [...own, ...moved, ...lostParts(node)] };
}

const usualReason = (kind: string): string =>
  `The format has nothing for ${kind}, its element, or a value that is known only during a run.`;

function whyImpossible(
  { node }: ReadNode,
  { steps, skipped }: ReplaySteps,
  { target }: ReplayTab,
): string | undefined {
  const isOptional = asObject(node['extraction_action'])?.['allow_none'] === true;
  if (skipped !== undefined && (steps.length === 0 || isOptional)) return skipped;
  if (target === undefined) return `It acts in a tab that the file cannot name. ${NO_ADDRESS}`;
  const pressesKeys = steps.some((step) => member(step, 'type') === 'keyDown');
  return pressesKeys && target !== 'main'
    ? 'The format presses keys only in the first tab.'
    : undefined;
}

/** Returns what the steps rely on in a tab that they do not name for certain. */
function addSteps(
  node: ReadNode,
  parts: { readonly tab: ReplayTab; readonly written: ReplaySteps; readonly writer: ReplayWriter },
): string[] {
  const { tab, written, writer } = parts;
  const { steps, frames = [] } = written;
  const { target = 'main', hasLeft } = tab;
  if (node.kind === 'close_current_tab') {
    writer.paced.addFreely(steps.map((step) => ({ ...step, target })));
    return [];
  }
  const navigation = frames.length === 0 ? writer.navigations.get(node.path) : undefined;
  const added = navigation === undefined ? steps : withNavigation(steps, navigation);
  writer.paced.add(added, { target, frames, canLeave: canLeave(node) });
  if (target !== 'main' && canLeave(node)) tab.hasLeft = true;
  return hasLeft ? [`It expects its tab to be still at ${target}.`] : [];
}

/** What the node does besides its step, and the format does not. */
function lostParts(node: ReadNode): string[] {
  const { fields, kind } = node;
  return [
    ...(asObject(node.node['dialog']) ? ['The format does not answer dialogs.'] : []),
    ...(fields['expect_download'] === true ? ['The format does not wait for downloads.'] : []),
    ...(fields['skip_prompt'] === true ? ['The format has no optional steps.'] : []),
    ...(kind === 'input_text' && fields['fill_or_type'] !== 'fill'
      ? ['It replaces the text of the field.']
      : []),
    ...lostWaits(node),
  ];
}
