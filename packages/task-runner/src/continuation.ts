import type { WorkerSchemas } from '@errand/api-types';
import type { Checkpoint, RunStart } from '@errand/automation-engine';

/** Converts a checkpoint to the worker protocol's shape. */
export function writeCheckpoint(checkpoint: Checkpoint): WorkerSchemas['Checkpoint'] {
  return {
    node_path: checkpoint.nodePath,
    page_url: checkpoint.pageUrl,
    variables: checkpoint.variables,
    lost_variables: [...checkpoint.lostVariables],
    output_count: checkpoint.outputCount,
    file_count: checkpoint.fileCount,
    has_acted: checkpoint.hasActed,
  };
}

/** Converts the point where a task starts from the worker protocol's shape. */
export function readStart(start: WorkerSchemas['Start']): RunStart {
  return {
    nodePath: start.node_path,
    pageUrl: start.page_url,
    // Variables and output come from an earlier attempt, so they are JSON.
    variables: start.variables as RunStart['variables'],
    outputData: start.output_data as RunStart['outputData'],
    fileCount: start.file_count,
  };
}
