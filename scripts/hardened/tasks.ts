import type { Installation } from '@errand/local-installation';
import { sampleRecordings } from '@errand/sample-site/recordings';
import type { RdpServer } from '@errand/test-kit/rdp-server';

/** A recording that is stored and then run once. */
export interface HardenedTask {
  readonly name: string;
  readonly automation: object;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  /** Files that the task must leave, by name suffix. */
  readonly files: readonly string[];
  /** Further members of the submission. */
  readonly submission?: object;
  /** What the task must have changed elsewhere. */
  readonly effect?: { readonly read: () => Promise<string | undefined>; readonly wanted: string };
}

/** Position of the field in the form that the remote desktop shows. */
const FIELD = { '[0]': 430, '[1]': 148 };
const PRODUCT = 'Bolt M8';

const SCRIPT = `
async def code_fn(page):
    import os
    print("script ran as", os.getuid(), "and sees", len(os.listdir("/proc")) < 200)
`;

/** The sample recordings, one with a script and one on a remote desktop. Each leaves a video. */
export function listTasks(
  { sampleSiteUrl }: Pick<Installation, 'sampleSiteUrl'>,
  desktop: RdpServer,
): readonly HardenedTask[] {
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
  return [...samples, script, remoteDesktop(desktop)];
}

/** Fills in the form of the test desktop. */
function remoteDesktop({ host, username, password, readHome }: RdpServer): HardenedTask {
  return {
    name: 'remote-desktop',
    automation: {
      url: '',
      browser_channel: 'rdp',
      take_final_screenshot: true,
      parameters: { input_parameters: {}, generated_parameters: {} },
      nodes: [
        { interaction_action: { input_text: { coordinates: FIELD, input_text: PRODUCT } } },
        { interaction_action: { click_element: { keyword: 'Send order' } } },
        { sleep_action: { sleep_time: 1 } },
      ].map((action) => ({ type: 'action_node', ...action })),
    },
    inputs: {},
    files: ['final_screenshot.png', 'session.mp4'],
    submission: { rdp_parameter: { host, username, password } },
    effect: { read: () => readHome('sent'), wanted: PRODUCT },
  };
}
