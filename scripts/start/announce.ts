import type { Submission } from './sample-task.ts';

export interface Installation {
  readonly apiUrl: string;
  readonly streamUrl: string;
  readonly sampleSiteUrl: string;
  readonly localInferenceUrl: string;
  readonly apiKey: string;
  readonly dataDirectory: string;
  /** The submission of the first task. */
  readonly sample: Submission;
}

/** The single line of `--json`. */
export function describeAsJson(installation: Installation): string {
  return JSON.stringify({
    api_url: installation.apiUrl,
    stream_url: installation.streamUrl,
    sample_site_url: installation.sampleSiteUrl,
    local_inference_url: installation.localInferenceUrl,
    api_key: installation.apiKey,
    data_dir: installation.dataDirectory,
  });
}

/** What a person needs to continue. */
export function describeForPeople(installation: Installation): string {
  const { apiUrl, apiKey } = installation;
  return `
Errand is running.
  API          ${apiUrl}
  gateway      ${installation.streamUrl}
  sample site  ${installation.sampleSiteUrl}
  local server ${installation.localInferenceUrl} (runs what is posted to /inference itself, no key)
  API key      ${apiKey}
  data, logs   ${installation.dataDirectory}

This local installation may visit and call back private addresses such as this machine, but for its own ports; a deployment
refuses them, its browsers too, unless ALLOW_PRIVATE_ADDRESSES is set.

Run a task:
  curl -sS ${apiUrl}/api/v1/inference -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
    -d '${JSON.stringify(installation.sample)}'
Read its status (with the task_id of the answer):
  curl -sS '${apiUrl}/api/v1/task_status?task_id=TASK_ID' -H 'x-api-key: ${apiKey}'
Watch it in a browser while it runs, with the API key, and let it go on when it waits for a person:
  ${apiUrl}/live/TASK_ID
Get its files:
  curl -sS '${apiUrl}/api/v1/get_downloads?task_id=TASK_ID' -H 'x-api-key: ${apiKey}'

Ctrl-C ends everything.`;
}
