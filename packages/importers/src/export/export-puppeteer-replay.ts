import { parseAutomation } from '@errand/automation-engine/automation';
import { parseTemplate } from '@errand/expressions';
import { asObject, asPlain, asText } from '../draft/json.ts';
import type { Exported, ExportLine } from '../exported.ts';
import { lostWaits, readNodes, type ReadNode } from './node-reader.ts';
import { type FillIn, replaySteps } from './replay-steps.ts';

const blocks = ['nodes', 'reset_nodes', 'if_nodes', 'else_nodes'];

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
  const steps: object[] = [];
  const { viewport } = parsed.browser_settings ?? {};
  if (viewport) {
    const plain = { deviceScaleFactor: 1, isMobile: false, hasTouch: false, isLandscape: false };
    steps.push({ type: 'setViewport', ...viewport, ...plain });
  }
  const url = fill(parsed.url);
  if (url) steps.push({ type: 'navigate', url });
  const writer = { fill, report, steps, hasNewTab: false };
  writeList(readNodes(parsed.nodes, 'nodes'), writer);
  writeList(readNodes(parsed.post_processing_nodes, 'post_processing_nodes'), writer);
  return { text: `${JSON.stringify({ title, steps }, undefined, 2)}\n`, report };
}

interface Writer {
  readonly fill: FillIn;
  readonly report: ExportLine[];
  readonly steps: object[];
  /** Whether a step before has opened a tab. */
  hasNewTab: boolean;
}

function writeList(nodes: readonly ReadNode[], writer: Writer): void {
  for (const node of nodes) writeNode(node, writer);
}

function writeNode(node: ReadNode, writer: Writer): void {
  const { fill, report, steps } = writer;
  const { path, kind } = node;
  const inner = blocks.flatMap((name) => readNodes(node.fields[name], `${path}.${name}`));
  const isBlock = /^(?:for_loop|if_else|while_loop)_node$/.test(kind);
  if (isBlock) {
    report.push({
      path,
      step: kind,
      outcome: 'skipped',
      why: 'The format has no loops and no branches.',
    });
    skipAll(inner, report);
    return;
  }
  const written =
    kind === 'close_current_tab' && writer.hasNewTab
      ? { steps: [], skipped: 'It would close the first tab: the new one has no name in the file.' }
      : replaySteps(node, fill);
  writer.hasNewTab ||= node.node['expect_new_tab'] === true || node.fields['new_tab'] === true;
  if (!written || written.skipped !== undefined) {
    const usual = `The format has nothing for ${kind}, its element, or a value that is known only during a run.`;
    report.push({ path, step: kind, outcome: 'skipped', why: written?.skipped ?? usual });
    return;
  }
  steps.push(...written.steps);
  const lost = [
    ...(written.why === undefined ? [] : [written.why]),
    ...(node.node['expect_new_tab'] === true
      ? ['Steps in the new tab need its address as target.']
      : []),
    ...(asObject(node.node['dialog']) ? ['The format does not answer dialogs.'] : []),
    ...(node.fields['expect_download'] === true ? ['The format does not wait for downloads.'] : []),
    ...(node.fields['skip_prompt'] === true ? ['The format has no optional steps.'] : []),
    ...(kind === 'input_text' && node.fields['fill_or_type'] !== 'fill'
      ? ['It replaces the text of the field.']
      : []),
    ...lostWaits(node),
  ];
  const why = lost.join(' ');
  report.push({
    path,
    step: kind,
    outcome: why === '' ? 'mapped' : 'approximated',
    ...(why !== '' && { why }),
  });
}

function skipAll(nodes: readonly ReadNode[], report: ExportLine[]): void {
  for (const { path, kind, fields } of nodes) {
    report.push({ path, step: kind, outcome: 'skipped', why: 'It is in a loop or a branch.' });
    skipAll(
      blocks.flatMap((name) => readNodes(fields[name], `${path}.${name}`)),
      report,
    );
  }
}

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
