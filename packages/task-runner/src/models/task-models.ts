import type { WorkerSchemas } from '@errand/api-types';
import type { ModelCall, RunDependencies } from '@errand/automation-engine';
import { createLanguageModels, type ModelUsageRecord } from '@errand/language-models';
import type { ArtifactFile } from '../artifacts/upload-artifacts.ts';
import type { ModelConfig } from './model-settings.ts';

type WireUsage = WorkerSchemas['ModelUsage'];

/** The models of one task, in the forms needed by a run and by reports. */
export interface TaskModels {
  readonly dependencies: Pick<RunDependencies, 'models' | 'onModelCall'>;
  /** Usage so far, for a report. Empty when no model was asked. */
  readonly report: () => { readonly model_usage?: WireUsage };
  /** Prompts and responses as files, if they should be stored. */
  readonly files: () => readonly ArtifactFile[];
}

const noModels: TaskModels = { dependencies: {}, report: () => ({}), files: () => [] };

/** Maximum size of the file in characters; later calls are omitted. */
const LONGEST_FILE = 5_000_000;

/** `spent` is the usage of earlier attempts, which counts against the budget. */
export function openTaskModels(
  config: ModelConfig | undefined,
  spent: WireUsage | null,
): TaskModels {
  if (!config) return noModels;
  const models = createLanguageModels(config, spent?.models.map(fromWire));
  const kept = createCallFile();
  return {
    dependencies: { models, ...(config.keepsPrompts && { onModelCall: kept.add }) },
    report() {
      const usage = models.usage();
      return usage.calls === 0 ? {} : { model_usage: toWire(usage) };
    },
    files: kept.files,
  };
}

function createCallFile() {
  const lines: string[] = [];
  let length = 0;
  return {
    add: (call: ModelCall): void => {
      const line = `${JSON.stringify(call)}\n`;
      length += line.length;
      if (length <= LONGEST_FILE) lines.push(line);
    },
    files: (): readonly ArtifactFile[] =>
      lines.length === 0
        ? []
        : [
            {
              filename: 'model_calls.jsonl',
              kind: 'evidence',
              content_type: 'application/jsonl',
              source: { content: Uint8Array.from(Buffer.from(lines.join(''))) },
            },
          ],
  };
}

function toWire(usage: ModelUsageRecord): WireUsage {
  return {
    ...wireCounts(usage),
    models: usage.models.map((entry) => ({ model: entry.model, ...wireCounts(entry) })),
  };
}

type Counts = Omit<ModelUsageRecord, 'models'>;
type WireCounts = Omit<WireUsage, 'models'>;

function wireCounts({ calls, inputTokens, outputTokens, costUsd }: Counts): WireCounts {
  return { calls, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd };
}

function fromWire({ model, calls, ...counts }: WireUsage['models'][number]) {
  const { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd } = counts;
  return { model, calls, inputTokens, outputTokens, costUsd };
}
