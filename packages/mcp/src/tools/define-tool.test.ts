import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createMcpServer } from '../create-mcp-server.ts';

const client = new Client({ name: 'test', version: '1' });
let server: McpServer;
beforeAll(async () => {
  // Nothing listens there, so a call that is not refused has another error.
  const settings = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key', hasRecordingTools: false };
  server = await createMcpServer(settings);
  const [own, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(other), client.connect(own)]);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

test.each([
  [{ name: 'a', version: 1 }, 'run_recording has no argument "version". It takes name, inputs, '],
  [{ name: 'a', dry_run: true, inpts: {} }, 'run_recording has no argument "dry_run". It takes '],
  [{ name: 'a', dry_run: true, inpts: {} }, 'no argument "inpts". Did you mean "inputs"?'],
])('%j is refused', async (args, message) => {
  const result = await client.callTool({ name: 'run_recording', arguments: args });
  expect(result).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining(message) }],
  });
});

test('the schema of every tool allows no other arguments', async () => {
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    expect([name, inputSchema]).toEqual([
      name,
      expect.objectContaining({ type: 'object', additionalProperties: false }),
    ]);
  }
});
