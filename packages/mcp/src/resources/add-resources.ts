import { dataOf } from '@errand/client';
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Service } from '../tools/define-tool.ts';
import { findRecordingId, NoRecordingError } from '../tools/find-recording.ts';
import { extractAutomationSchema } from './automation-schema.ts';

const FETCH_MS = 30_000;
const JSON_TYPE = 'application/json';
/** The code that the protocol has for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32_002;

/**
 * Adds the documents for authors of automations. The control plane provides them, so they match its
 * version.
 */
export function addResources(server: McpServer, service: Service): void {
  addGuides(server, service);
  const list = undefined;
  server.registerResource(
    'recording',
    new ResourceTemplate('errand://recordings/{name}', { list }),
    {
      title: 'A recording',
      description: 'The recording with this endpoint name, with its current automation.',
      mimeType: JSON_TYPE,
    },
    async ({ href: uri }, { name }, { signal }) => {
      const { errand } = service;
      const id = await resourceOf(
        findRecordingId(errand, decodeURIComponent(String(name)), signal),
      );
      const params = { path: { recording_id: id } };
      const { recording } = await dataOf(
        errand.api.GET('/api/v1/recordings/{recording_id}', { params, signal }),
      );
      return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(recording) }] };
    },
  );
}

function addGuides(server: McpServer, { baseUrl }: Service): void {
  const read = async (path: string): Promise<Response> => {
    const url = `${baseUrl}${path}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'error' });
    if (response.ok) return response;
    throw new Error(`The control plane returned ${response.status} for ${path}.`);
  };
  server.registerResource(
    'automation-schema',
    'errand://automation-schema',
    {
      title: 'Schema of automations',
      description: 'JSON schema of the argument "automation" of save_automation.',
      mimeType: 'application/schema+json',
    },
    async ({ href: uri }) => {
      const schema = extractAutomationSchema(await (await read('/openapi.json')).json());
      const text = JSON.stringify(schema);
      return { contents: [{ uri, mimeType: 'application/schema+json', text }] };
    },
  );
  server.registerResource(
    'locator-guide',
    'errand://locator-guide',
    {
      title: 'How to write locators',
      description:
        'The notation of `command`, which says on which element of the page a step acts.',
      mimeType: 'text/markdown',
    },
    async ({ href: uri }) => {
      const text = await (await read('/docs/guide/locators.md')).text();
      return { contents: [{ uri, mimeType: 'text/markdown', text }] };
    },
  );
}

async function resourceOf<T>(finding: Promise<T>): Promise<T> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof NoRecordingError) throw new McpError(RESOURCE_NOT_FOUND, error.message);
    throw error;
  }
}
