import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { extractAutomationSchema } from './automation-schema.ts';

const FETCH_MS = 30_000;

/** Adds what an author of automations reads. The control plane provides it, so it fits its version. */
export function addResources(server: McpServer, baseUrl: string): void {
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
