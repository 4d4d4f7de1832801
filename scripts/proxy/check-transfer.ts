import type { ApiClient } from '@errand/local-installation';
import { listFiles, submitTask, untilEnded } from '../hardened/run-task.ts';
import type { Nginx } from './start-nginx.ts';

/** More than nginx's default limit of 1 MiB. */
export const UPLOAD_BYTES = 30 * 1024 * 1024;

export interface Client {
  /** URL of nginx. */
  readonly url: string;
  readonly apiKey: string;
  readonly api: ApiClient;
  readonly siteUrl: string;
  readonly nginx: Nginx;
}

export interface Row {
  readonly what: string;
  readonly result: string;
  readonly isGood: boolean;
}

/** Stores a recording with these actions, submits it and returns the id of the task. */
export function runActions(
  { api, siteUrl }: Client,
  name: string,
  actions: readonly object[],
): Promise<string> {
  return submitTask(api, {
    name,
    automation: {
      url: siteUrl,
      parameters: { input_parameters: {}, generated_parameters: {} },
      nodes: actions.map((action) => ({ type: 'action_node', ...action })),
    },
    inputs: {},
    files: [],
  });
}

/** A task downloads a large file, the worker uploads it, and a client reads it. */
export async function checkTransfer(client: Client): Promise<readonly Row[]> {
  const { api, nginx } = client;
  const id = await runActions(client, 'large-file', [
    {
      interaction_action: {
        click_element: {
          command: 'get_by_role("link", name="Download")',
          expect_download: true,
          download_filename: 'archive.bin',
        },
      },
    },
  ]);
  const { status, error } = await untilEnded(api, id);
  const file = (await listFiles(api, id)).find(({ filename }) => filename === 'archive.bin');
  const bytes = await (await fetch(String(file?.url))).bytes();
  const upload = nginx
    .requests()
    .find((request) => request.method === 'PUT' && request.bytes > UPLOAD_BYTES);
  return [
    {
      what: 'upload of 30 MiB by the worker',
      result: `${error ?? status}; nginx passed on a PUT of ${upload?.bytes} bytes`,
      isGood: status === 'success' && upload !== undefined,
    },
    {
      what: 'download of it by a client',
      result: `${bytes.length} bytes, ${bytes.length === UPLOAD_BYTES ? 'all' : 'not all'}`,
      isGood: bytes.length === UPLOAD_BYTES,
    },
  ];
}
