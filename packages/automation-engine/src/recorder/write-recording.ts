import type { RankedCandidate } from '@errand/locators/ranking';
import { type Automation, parseAutomation } from '../document/index.ts';
import { candidatesOf, type Step } from './recorded-steps.ts';
import { encodeBraces } from './write-act.ts';
import { type StepChoices, writeNodes } from './write-nodes.ts';

/** What happened to a node when the recording was replayed. */
export interface ReplayOutcome {
  readonly outcome: 'passed' | 'failed' | 'not_reached';
  /** Why it failed or was not reached, or what was changed so that it passes. */
  readonly reason?: string | undefined;
}

export interface RecordedNode extends Partial<ReplayOutcome> {
  /** `nodes[3]`, as in the records of a task. */
  readonly node_path: string;
  readonly kind: string;
  /** Address of the page without its query. */
  readonly page_url: string;
  /** Every locator that was tried, the unique ones first, each with its score and its matches. */
  readonly candidates: readonly RankedCandidate[];
}

/** A recording as it is returned to its user. */
export interface Recording {
  /** As a user sends it: `POST /automations/check` accepts it. */
  readonly automation: Readonly<Record<string, unknown>>;
  /** What the person typed, by the names of the input parameters. */
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  /** Secrets that the automation needs. Their values never left the page. */
  readonly secure_parameters: Readonly<Record<string, readonly []>>;
  readonly report: {
    readonly nodes: readonly RecordedNode[];
    /** What could not be recorded. */
    readonly faults: readonly string[];
  };
  /** For `replayRecording`; not returned to the user. */
  readonly source: RecordingSource;
}

export interface RecordingSource {
  readonly url: string;
  readonly steps: readonly Step[];
  readonly faults: readonly string[];
}

/** Writes the recorded steps as an automation. `choices`: what a replay has changed. */
export function writeRecording(source: RecordingSource, choices?: StepChoices): Recording {
  const { nodes, written, inputs, secrets, variables, faults } = writeNodes(source.steps, choices);
  const secure = Object.fromEntries(secrets.map((name) => [name, [] as const]));
  const automation = {
    url: encodeBraces(source.url),
    parameters: {
      input_parameters: inputs,
      generated_parameters: Object.fromEntries(variables.map((name) => [name, []])),
      secure_parameters: secure,
    },
    nodes,
  };
  return {
    automation,
    inputs,
    secure_parameters: secure,
    report: {
      nodes: written.map(({ step, path }) => ({
        node_path: path,
        kind: step.act.kind,
        page_url: step.pageUrl,
        candidates: candidatesOf(step),
      })),
      faults: [...source.faults, ...faults],
    },
    source,
  };
}

/** The automation with its defaults. Throws `InvalidAutomationError`. */
export function parseRecorded({ automation }: Pick<Recording, 'automation'>): Automation {
  return parseAutomation(structuredClone(automation));
}
