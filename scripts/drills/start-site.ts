import { listen } from '@errand/app-runtime';
import { NO_LOAD_PARAMETERS } from '../chaos/plan-tasks.ts';

/** A page that accepts whatever workers without a browser send to it. */
export async function startSite(): Promise<{ readonly url: string } & AsyncDisposable> {
  const answer = '<form method="post"><input name="token" value="t"></form>';
  return listen(
    (request, response) => {
      request.resume();
      response.setHeader('content-type', 'text/html');
      response.end(answer);
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
}

const ENDPOINT = 'drill';

/** The recording that the tasks of a drill run. */
export const recording = {
  endpoint_name: ENDPOINT,
  automation: {
    url: 'https://portal.example/',
    parameters: { input_parameters: NO_LOAD_PARAMETERS, generated_parameters: {} },
    nodes: [{ type: 'action_node', sleep_action: { sleep_time: 0 } }],
    max_retries: 1,
  },
};

const LOGINS = 8;

/** Every second task waits for others of its login; every fourth one leaves a file. */
export function submissionOf(number: number): object {
  const login = number % 2 === 0 ? [] : [`login-${number % LOGINS}`];
  return {
    endpoint_name: ENDPOINT,
    input_parameters: {
      ...NO_LOAD_PARAMETERS,
      ref: [`task-${number}`],
      login,
      work_ms: [String(100 + (number % 10) * 50)],
      outcome: ['success'],
      steps: ['2'],
      files: [number % 4 === 0 ? '1' : '0'],
    },
    unique_parameter_names: login.length === 0 ? [] : ['login'],
  };
}
