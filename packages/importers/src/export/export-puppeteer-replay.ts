import { parseAutomation } from '@errand/automation-engine/automation';
import { parseTemplate } from '@errand/expressions';
import { asPlain, asText } from '../draft/json.ts';
import type { Exported, ExportLine } from '../exported.ts';
import { readNodes, type ReadNode } from './node-reader.ts';
import { createPacedSteps } from './paced-steps.ts';
import { findNavigations } from './replay-navigations.ts';
import { NO_ADDRESS, type ReplayWriter, writeReplayNode } from './replay-nodes.ts';
import { type FillIn, navigateTo } from './replay-steps.ts';
import { addressOfTab, createReplayTabs, opensTab } from './replay-tabs.ts';

const blocks = ['nodes', 'reset_nodes', 'if_nodes', 'else_nodes'];

/** How long Errand looks for an element unless a node says otherwise; the format's default is 5 s. */
const USUAL_TIMEOUT_MS = 10_000;

/**
 * Writes an automation as a recording of the DevTools Recorder, for `@puppeteer/replay`. The format
 * has no inputs, so the recording contains the example values. Throws InvalidAutomationError.
 */
export function exportPuppeteerReplay(
  automation: unknown,
  title = 'Exported automation',
): Exported {
  const parsed = parseAutomation(automation);
  const fill = createFillIn(parsed.parameters.input_parameters);
  const report: ExportLine[] = [];
  const paced = createPacedSteps();
  const { viewport } = parsed.browser_settings ?? {};
  if (viewport) {
    const plain = { deviceScaleFactor: 1, isMobile: false, hasTouch: false, isLandscape: false };
    paced.addFreely([{ type: 'setViewport', ...viewport, ...plain }]);
  }
  const url = fill(parsed.url);
  if (url) paced.add([navigateTo(url)], { target: 'main', frames: [], canLeave: true });
  const tabs = createReplayTabs();
  for (const list of ['nodes', 'post_processing_nodes'] as const) {
    const nodes = readNodes(parsed[list], list);
    const navigations = findNavigations(nodes, fill);
    report.push(...writeList(nodes, { fill, paced, tabs, navigations }));
  }
  const recording = { title, timeout: USUAL_TIMEOUT_MS, steps: paced.steps };
  return { text: `${JSON.stringify(recording, undefined, 2)}\n`, report };
}

function writeList(nodes: readonly ReadNode[], writer: ReplayWriter): ExportLine[] {
  return nodes.flatMap((node, index) => {
    const { path, kind } = node;
    if (/^(?:for_loop|if_else|while_loop)_node$/.test(kind)) return skipBlock(node);
    const { hasSteps, isSkipped, whys } = writeReplayNode(node, writer);
    const opened = opensTab(node) ? openTab(nodes.slice(index + 1), hasSteps, writer) : [];
    const all = [...whys, ...opened];
    const outcome = isSkipped ? 'skipped' : all.length === 0 ? 'mapped' : 'approximated';
    return { path, step: kind, outcome, ...(all.length > 0 && { why: all.join(' ') }) };
  });
}

/** Returns why the steps in the tab have to be left out. */
function openTab(
  inTab: readonly ReadNode[],
  isOpened: boolean,
  { fill, tabs }: ReplayWriter,
): string[] {
  const address = isOpened ? addressOfTab(inTab, fill) : undefined;
  tabs.open(address);
  return isOpened && address === undefined ? [NO_ADDRESS] : [];
}

function skipBlock(node: ReadNode): ExportLine[] {
  const { path, kind } = node;
  const why = 'The format has no loops and no branches.';
  return [{ path, step: kind, outcome: 'skipped', why }, ...innerNodes(node).flatMap(skipInner)];
}

function skipInner(node: ReadNode): ExportLine[] {
  const { path, kind } = node;
  const why = 'It is in a loop or a branch.';
  return [{ path, step: kind, outcome: 'skipped', why }, ...innerNodes(node).flatMap(skipInner)];
}

const innerNodes = ({ path, fields }: ReadNode): ReadNode[] =>
  blocks.flatMap((name) => readNodes(fields[name], `${path}.${name}`));

/** Only inputs have values before a run; secrets never do. */
function createFillIn(inputs: Readonly<Record<string, readonly unknown[]>>): FillIn {
  return (text) => {
    const pieces = parseTemplate(text).segments.map((segment) => {
      if (segment.kind === 'text') return segment.text;
      const { placeholder } = segment;
      if (placeholder.kind === 'loop-index') return placeholder.source;
      const [step, ...others] = placeholder.kind === 'variable' ? placeholder.path : [];
      if (placeholder.kind !== 'variable' || step?.kind !== 'index' || others.length > 0)
        return undefined;
      const list = Object.hasOwn(inputs, placeholder.name) ? inputs[placeholder.name] : undefined;
      const value = list?.at(step.index);
      return value === undefined ? undefined : asPlain(value);
    });
    return pieces.includes(undefined)
      ? undefined
      : pieces.map((piece) => asText(piece) ?? '').join('');
  };
}
