import type { Fleet } from '@errand/task-runner/testing';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from '@jest/globals';

interface Setup {
  readonly fleet: () => Fleet;
  readonly client: () => Client;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<CallToolResult>;
}

/** Defines the tests for tools and resources that show recordings. */
export function testRecordings({ fleet, client, call }: Setup): void {
  const valueOf = async (name: string, args: Record<string, unknown>) => {
    const { isError, content, structuredContent = {} } = await call(name, args);
    if (isError) throw new Error(JSON.stringify(content));
    return structuredContent;
  };

  test('lists recordings without the example values of their inputs', async () => {
    const { recordings, has_more } = await valueOf('list_recordings', { name_pattern: '^order' });
    expect(has_more).toBe(false);
    expect(await valueOf('list_recordings', { limit: 1 })).toMatchObject({
      recordings: [{ name: 'order-status' }],
      has_more: true,
    });
    const names = ['email', 'password', 'order_number'];
    expect(recordings).toEqual([expect.objectContaining({ name: 'order-status', inputs: names })]);
    expect(JSON.stringify(recordings)).not.toContain('harbor-demo');
  });

  test('provides each recording with its automation', async () => {
    const { contents } = await client().readResource({ uri: 'errand://recordings/order-status' });
    const { text: recording } = contents[0] as { readonly text: string };
    const automation = { nodes: expect.arrayContaining([expect.anything()]) };
    expect(JSON.parse(recording)).toMatchObject({ endpoint_name: 'order-status', automation });
    const none = client().readResource({ uri: 'errand://recordings/no%20such' });
    await expect(none).rejects.toThrow(/no recording "no such"/);
  });

  test('finds recordings in every workspace', async () => {
    const { controlPlane, site } = fleet();
    const { body } = await controlPlane.call('POST', '/api/v1/workspaces', { name: 'other' });
    const { workspace } = body as { readonly workspace: { readonly workspace_id: string } };
    const parameters = { input_parameters: {}, generated_parameters: {} };
    const recording = {
      endpoint_name: 'elsewhere',
      automation: { url: site.url, parameters, nodes: [] },
      workspace_id: workspace.workspace_id,
    };
    const stored = await controlPlane.call('POST', '/api/v1/recordings', recording);
    expect(stored.status).toBe(201);
    const { recordings } = await valueOf('list_recordings', { name_pattern: 'elsewhere' });
    expect(recordings).toMatchObject([{ name: 'elsewhere' }]);
    const uri = 'errand://recordings/elsewhere';
    expect(JSON.stringify(await client().readResource({ uri }))).toContain('elsewhere');
    const { session_id } = await valueOf('open_session', {
      recording: 'elsewhere',
      wait_seconds: 0,
    });
    await valueOf('close_session', { session_id });
  });
}
