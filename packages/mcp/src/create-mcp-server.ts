import { createErrand, dataOf, type Errand, ErrandError } from '@errand/client';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { addResources } from './resources/add-resources.ts';
import type { Tool } from './tools/define-tool.ts';
import { getFile, listFiles } from './tools/file-tools.ts';
import { recordingAsTool } from './tools/recording-as-tool.ts';
import {
  checkAutomation,
  findRecordings,
  listRecordings,
  runRecording,
  saveAutomation,
} from './tools/recording-tools.ts';
import { openSession } from './tools/open-session.ts';
import { closeSession, snapshot, tryLocator, tryStep } from './tools/session-tools.ts';
import { cancelTask, getTask, waitForTask, whyWaiting } from './tools/task-tools.ts';
import { VERSION } from './version.ts';

/** More tools than this would fill an agent's context. */
const MAX_RECORDING_TOOLS = 50;
/** A command of a debug session may take two minutes. */
const REQUEST_TIMEOUT_MS = 130_000;
/** Less than a client waits for the answer to its first message. */
const KEY_CHECK_MS = 10_000;
/** Maximum elements and members in the arguments of a call; an automation has thousands. */
const MAX_ELEMENTS = 100_000;

const tools: readonly Tool[] = [
  listRecordings,
  runRecording,
  getTask,
  waitForTask,
  whyWaiting,
  cancelTask,
  listFiles,
  getFile,
  checkAutomation,
  saveAutomation,
  openSession,
  snapshot,
  tryLocator,
  tryStep,
  closeSession,
];

export interface McpServerSettings {
  /** URL of the control plane, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Addresses for the X-Forwarded-For header of every request. Default: none is sent. */
  readonly forwardedFor?: string | undefined;
  /** Whether each of the first 50 recordings becomes a tool. */
  readonly hasRecordingTools: boolean;
  /** Whether an API key that is not valid throws ErrandError. Default: the first call reports it. */
  readonly isKeyChecked?: boolean | undefined;
}

/** Creates a server for one caller, with the rights of the API key. */
export async function createMcpServer({
  baseUrl,
  apiKey,
  forwardedFor,
  hasRecordingTools,
  isKeyChecked = false,
}: McpServerSettings): Promise<McpServer> {
  const errand = createErrand({
    baseUrl,
    apiKey,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    ...(forwardedFor !== undefined && { fetch: fetchFor(forwardedFor) }),
  });
  // Reading the recordings checks the key, too.
  if (isKeyChecked && !hasRecordingTools) await checkKey(errand);
  const server = new McpServer(
    { name: 'errand', title: 'Errand', version: VERSION },
    {
      instructions:
        'Runs recorded browser automations as tasks. list_recordings shows what there is, run_recording runs one, and get_task says why it failed. To write or repair one, open_session opens a browser in which try_locator and try_step try its steps, and save_automation stores it.',
      maxToolInputElements: MAX_ELEMENTS,
    },
  );
  const recordings = hasRecordingTools ? await findRecordings(errand, MAX_RECORDING_TOOLS) : [];
  for (const add of [...tools, ...recordings.map(recordingAsTool)]) {
    add(server, { errand, baseUrl });
  }
  addResources(server, { errand, baseUrl });
  return server;
}

/** Other errors are left to the first call, whose result explains them. */
async function checkKey({ api }: Errand): Promise<void> {
  const signal = AbortSignal.timeout(KEY_CHECK_MS);
  const [checked] = await Promise.allSettled([dataOf(api.GET('/api/v1/me', { signal }))]);
  if (checked.status === 'fulfilled') return;
  const { reason }: { reason: unknown } = checked;
  if (reason instanceof ErrandError && reason.status === 401) throw reason;
}

function fetchFor(addresses: string): typeof globalThis.fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set('x-forwarded-for', addresses);
    return fetch(request);
  };
}
