import type { Installation } from '@errand/local-installation';
import { fileURLToPath } from 'node:url';

/** The default folder for the data of an installation. */
export const USUAL_DIRECTORY = fileURLToPath(new URL('../../.errand', import.meta.url));

/** The single line of `--json`. */
export function describeAsJson(installation: Installation): string {
  return JSON.stringify({
    api_url: installation.apiUrl,
    stream_url: installation.streamUrl,
    sample_site_url: installation.sampleSiteUrl,
    local_inference_url: installation.localInferenceUrl,
    worker_urls: installation.workerUrls,
    api_key: installation.apiKey,
    data_dir: installation.dataDirectory,
  });
}

/** What a person needs to continue. */
export function describeForPeople(installation: Installation): string {
  const { apiUrl, apiKey } = installation;
  return `
Errand is running.
  console      ${apiUrl}/ (sign in with the API key)
  API          ${apiUrl}
  gateway      ${installation.streamUrl}
  sample site  ${installation.sampleSiteUrl}
  local server ${installation.localInferenceUrl} (runs tasks posted to /inference itself, without a key)
${describeWorkers(installation)}  API key      ${apiKey}
  data, logs   ${installation.dataDirectory}

This local installation may visit and call back private addresses such as this machine, except its own ports. A
deployment refuses them, also in its browsers, unless ALLOW_PRIVATE_ADDRESSES is set.

Run a task:
  curl -sS ${apiUrl}/api/v1/inference -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
    -d '${JSON.stringify(installation.sample)}'
Read its status (with the task_id from the response):
  curl -sS '${apiUrl}/api/v1/task_status?task_id=TASK_ID' -H 'x-api-key: ${apiKey}'
Watch it in a browser while it runs, and resume it when it waits for a person (enter the API key):
  ${apiUrl}/live/TASK_ID
Get its files:
  curl -sS '${apiUrl}/api/v1/get_downloads?task_id=TASK_ID' -H 'x-api-key: ${apiKey}'
${describeCommandLine(installation)}

Ctrl-C stops everything.`;
}

/** The command line looks for an installation in the usual folder only. */
function describeCommandLine({ apiUrl, apiKey, dataDirectory, sample }: Installation): string {
  const isFound = dataDirectory === USUAL_DIRECTORY;
  const intro = isFound ? ', which finds this installation itself:' : ':';
  const settings = isFound ? '' : `export ERRAND_URL=${apiUrl} ERRAND_API_KEY=${apiKey}\n  `;
  return `Or use the command line${intro}
  ${settings}bin/errand run ${sample.endpoint_name} KEY=VALUE... --wait     bin/errand --help`;
}

function describeWorkers({ workerUrls }: Installation): string {
  const lines = workerUrls.map((url, index) => `  worker ${index + 1}     ${url}/health/ready\n`);
  return lines.join('');
}
