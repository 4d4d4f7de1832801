import {
  InvalidAutomationError,
  lintAutomation,
  parseAutomation,
} from '@errand/automation-engine/automation';
import { parseTemplate } from '@errand/expressions';
import type { AutomationDocument, ImportedRecording, ReportLine } from '../imported.ts';
import { hideSecrets } from './addresses.ts';
import { problemOfNodes } from './check-nodes.ts';
import { createDraftNames, type DraftNames } from './draft-names.ts';
import { member } from './json.ts';
import { type Mapping, type NodeDocument, skipped } from './mapping.ts';

/** Further steps are reported as skipped: automations have a limit on their nodes, too. */
const MOST_STEPS = 5000;
const LONGEST_STEP_TEXT = 160;
const LONGEST_REASON = 400;

interface SourceStep {
  /** The step in the words of the source, without typed values. */
  readonly step: string;
  readonly line?: number | undefined;
}

/** An automation under construction. Accepts only nodes that the engine accepts. */
export interface RecordingDraft {
  readonly names: DraftNames;
  /** Fields of the automation besides url, parameters and nodes. */
  readonly settings: Record<string, unknown>;
  /** Reports one step of the source, and adds its nodes. */
  readonly add: (source: SourceStep, map: () => Mapping) => Mapping;
  /** Reports one step for everything that `run` adds, such as the commands of another test. */
  readonly inline: (source: SourceStep, run: () => void) => void;
  /** Whether the engine accepts a node with the names declared so far. */
  readonly accepts: (node: NodeDocument) => boolean;
  /**
   * Sets the start page, which opens before the first node and only once. False if there is one
   * already, if nodes come before this step, in a block, or if the address depends on steps.
   */
  readonly start: (url: string) => boolean;
  /**
   * Changes the last node at this level, apart from skipped ones. False if there is none, `change`
   * returns none, or it would not be valid.
   */
  readonly amendLast: (
    change: (node: NodeDocument) => NodeDocument | undefined,
    isPassedOver?: (node: NodeDocument) => boolean,
  ) => boolean;
  /** Adds further nodes to this list, until `leave`. */
  readonly enter: (list: NodeDocument[]) => void;
  readonly leave: () => void;
  readonly depth: () => number;
  readonly finish: (name: string) => ImportedRecording;
}

export function createDraft(): RecordingDraft {
  const names = createDraftNames();
  const settings: Record<string, unknown> = {};
  const lists: NodeDocument[][] = [[]];
  const reporter = createReporter();
  let url: string | undefined;
  const current = (): NodeDocument[] => lists.at(-1) ?? [];
  return {
    names,
    settings,
    inline: reporter.inline,
    add(source, map) {
      const mapping = reporter.isFull()
        ? skipped(`Only the first ${MOST_STEPS} steps are imported.`)
        : checkMapping(map(), names);
      current().push(...mapping.nodes);
      reporter.report(source, mapping);
      return mapping;
    },
    accepts: (node) => problemOfNodes([node], names) === undefined,
    start(address) {
      const isFirst = lists.length === 1 && current().every(setsVariable);
      if (url !== undefined || !isFirst || !readsOnlyInputs(address, names)) return false;
      if (!isStartPage(address)) return false;
      url = address;
      return true;
    },
    amendLast(change, isPassedOver = () => false) {
      const last = current().findLast((node) => !isPassedOver(node));
      const changed = last && change(last);
      if (!last || !changed || problemOfNodes([changed], names) !== undefined) return false;
      Object.assign(last, changed);
      return true;
    },
    enter: (list) => void lists.push(list),
    leave() {
      if (lists.length > 1) lists.pop();
    },
    depth: () => lists.length,
    finish(name) {
      const document = toDocument({ url, names, settings, nodes: lists[0] ?? [] });
      return { name, ...checkWhole(document, reporter.lines) };
    },
  };
}

function checkMapping(mapping: Mapping, names: DraftNames): Mapping {
  if (mapping.nodes.length === 0) return mapping;
  const problem = problemOfNodes(mapping.nodes, names);
  if (problem === undefined) return mapping;
  const { candidates = [] } = mapping;
  return { ...skipped(problem), candidates };
}

interface Reporter extends Pick<RecordingDraft, 'inline'> {
  readonly lines: readonly ReportLine[];
  readonly isFull: () => boolean;
  readonly report: (source: SourceStep, mapping: Mapping) => void;
}

function createReporter(): Reporter {
  const lines: ReportLine[] = [];
  /** What is added within `inline`; undefined outside. */
  let inlined: Mapping[] | undefined;
  let added = 0;
  const report: Reporter['report'] = (source, mapping) => {
    added += 1;
    if (inlined) inlined.push({ ...mapping, nodes: [] });
    else lines.push(toLine(mapping, { ...source, index: lines.length }));
  };
  return {
    lines,
    isFull: () => added >= MOST_STEPS,
    report,
    inline(source, run) {
      const outer = inlined;
      const inner: Mapping[] = [];
      inlined = inner;
      run();
      inlined = outer;
      report(source, joinInlined(inner));
    },
  };
}

/** If any step differs, the joined mapping is approximate. */
function joinInlined(mappings: readonly Mapping[]): Mapping {
  const odd = mappings.filter(({ outcome }) => outcome !== 'mapped');
  if (odd.length === 0) return { outcome: 'mapped', nodes: [] };
  const isNothing = mappings.every(({ outcome }) => outcome === 'skipped');
  const why = `${odd.length} of its ${mappings.length} steps differ: ${[...new Set(odd.map((one) => one.why))].join(' ')}`;
  return { outcome: isNothing ? 'skipped' : 'approximated', why, nodes: [] };
}

/** Such a node does not depend on the page, so it may as well run after the page has opened. */
const setsVariable = (node: NodeDocument): boolean =>
  member(node['misc_action'], 'set_variable') !== undefined;

/** Only inputs have values when the start page opens. */
function readsOnlyInputs(address: string, { inputs, variables, secrets }: DraftNames): boolean {
  return parseTemplate(address).segments.every((segment) => {
    if (segment.kind !== 'placeholder' || segment.placeholder.kind === 'loop-index') return true;
    if (segment.placeholder.kind !== 'variable') return false;
    const { name } = segment.placeholder;
    return inputs.has(name) && !variables.has(name) && !secrets.has(name);
  });
}

function isStartPage(url: string): boolean {
  try {
    parseAutomation({
      url,
      parameters: { input_parameters: {}, generated_parameters: {} },
      nodes: [],
    });
    return true;
  } catch (error) {
    if (error instanceof InvalidAutomationError) return false;
    throw error;
  }
}

function oneLine(text: string, longest: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest).toWellFormed()}…` : plain;
}

function toLine(
  { outcome, why, candidates = [], isSetup }: Mapping,
  { step, line, index }: SourceStep & { index: number },
): ReportLine {
  return {
    index,
    ...(line !== undefined && { line }),
    step: oneLine(hideSecrets(step), LONGEST_STEP_TEXT),
    outcome,
    ...(why !== undefined && { why: oneLine(why, LONGEST_REASON) }),
    candidates: [...new Set(candidates)],
    ...(isSetup && { isSetup }),
  };
}

interface Parts {
  readonly url: string | undefined;
  readonly names: DraftNames;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly nodes: NodeDocument[];
}

function toDocument({ url = 'about:blank', names, settings, nodes }: Parts): AutomationDocument {
  const secrets = [...names.secrets].map((name): [string, never[]] => [name, []]);
  return {
    url,
    parameters: {
      input_parameters: Object.fromEntries(names.inputs),
      generated_parameters: Object.fromEntries(names.variables),
      secure_parameters: Object.fromEntries(secrets),
    },
    ...settings,
    nodes,
  };
}

/** Each node is valid already; together they may still be too many or too large. */
function checkWhole(
  automation: AutomationDocument,
  report: readonly ReportLine[],
): Omit<ImportedRecording, 'name'> {
  try {
    const warnings = lintAutomation(parseAutomation(automation));
    return { automation, report, warnings };
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    const why = `The automation as a whole is refused: ${error.issues[0]?.message ?? error.message}`;
    const empty = { ...automation, nodes: [] };
    const refused = report.map((line): ReportLine => ({ ...line, outcome: 'skipped', why }));
    return { automation: empty, report: refused, warnings: [] };
  }
}
