import type { Installation } from '@errand/local-installation';
import { sampleRecordings } from '@errand/sample-site/recordings';

/** A recording that is stored and then run once. */
export interface HardenedTask {
  readonly name: string;
  readonly automation: object;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  /** Files that the task must leave, by the ends of their names. */
  readonly files: readonly string[];
}

const SCRIPT = `
async def code_fn(page):
    import os
    print("script ran as", os.getuid(), "and sees", len(os.listdir("/proc")) < 200)
`;

/** The sample recordings, and one with a script. Each leaves a video. */
export function listTasks({
  sampleSiteUrl,
}: Pick<Installation, 'sampleSiteUrl'>): readonly HardenedTask[] {
  const samples = sampleRecordings(sampleSiteUrl).map(({ endpoint_name, automation }) => ({
    name: endpoint_name,
    automation,
    inputs: automation.parameters.input_parameters,
    files: ['session.mp4'],
  }));
  const script = {
    name: 'script',
    automation: {
      url: sampleSiteUrl,
      parameters: { input_parameters: {}, generated_parameters: {} },
      nodes: [{ type: 'action_node', python_script_action: { execution_code: SCRIPT } }],
    },
    inputs: {},
    files: ['session.mp4'],
  };
  return [...samples, script];
}
