import type { SampleRecording } from '@errand/sample-site';
import type { ChaosOptions } from './flags.ts';
import { NO_LOAD_PARAMETERS } from './plan-tasks.ts';

const FAKE_PORTALS = 4;

/** Loads endpoints of several portals for workers without a browser; otherwise one for the site. */
export function loadRecordings(
  engine: ChaosOptions['engine'],
  siteUrl: string,
): readonly SampleRecording[] {
  if (engine === 'chromium') {
    return [describe('act', { url: `${siteUrl}/`, nodes: acting })];
  }
  return Array.from({ length: FAKE_PORTALS }, (_, index) =>
    describe(`order-${index}`, { url: `https://portal-${index}.example/`, nodes: waiting }),
  );
}

/** Declares the parameters that tasks pass to workers without a browser and to the history. */
function describe(
  name: string,
  automation: { readonly url: string; readonly nodes: readonly object[] },
): SampleRecording {
  const parameters = { input_parameters: NO_LOAD_PARAMETERS, generated_parameters: {} };
  return {
    endpoint_name: name,
    description: 'Acts for a task.',
    automation: { ...automation, parameters, ...retries },
  };
}

const retries = { max_retries: 1 };

const waiting = [{ type: 'action_node', sleep_action: { sleep_time: 0 } }];

const acting = [
  interact({
    input_text: { command: 'get_by_label("Reference")', input_text: '{ref[0]}' },
  }),
  interact({ click_element: { command: 'get_by_role("button", name="Begin")' } }),
  interact({ click_element: { command: 'get_by_role("button", name="Finish")' } }),
  {
    type: 'action_node',
    extraction_action: {
      unique_identifier: 'receipt',
      locator: {
        command: 'locator("#receipt")',
        output_variable_name: 'receipt',
        extraction_format: { receipt: 'str' },
      },
    },
    end_sleep_time: 0,
  },
];

function interact(action: object): object {
  return { type: 'action_node', interaction_action: action, end_sleep_time: 1 };
}
