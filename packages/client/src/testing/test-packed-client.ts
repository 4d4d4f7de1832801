import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '@errand/app-runtime';
import { createRequire } from 'node:module';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestControlPlane } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { createErrand } from '../create-errand.ts';
import { type BareProject, readExample } from './bare-project.ts';
import { CHECKED_TYPES } from './checked-types.ts';

const order = {
  endpoint_name: 'order-status',
  input_parameters: {
    email: ['demo@harbor.example'],
    password: ['harbor-demo'],
    order_number: ['HS-10424'],
  },
};

interface Setup {
  readonly controlPlane: Pick<TestControlPlane, 'url' | 'apiKey'>;
  readonly project: BareProject;
}

/** Defines the tests for the packed client in a project that contains nothing else. */
export function testPackedClient(setup: () => Setup): void {
  const runExample = (heading: string) => setup().project.run(readExample(heading));

  test('runs a task and saves its files', async () => {
    const [ended, ...saved] = (await runExample('Run a task')).trim().split('\n');
    expect(ended).toMatch(/^success null .*"order_status":"Shipped"/);
    const csv = saved.find((line) => line.includes('HS-10424.csv')) ?? '';
    const [path = '', size] = csv.split(' ');
    const content = readFileSync(join(setup().project.directory, path));
    expect(content.toString()).toContain('HS-10424,RP-120');
    expect(String(content.length)).toBe(size);
  });

  test('runs many tasks, each only once however often the program is started', async () => {
    const outputs = [await runExample('Many tasks'), await runExample('Many tasks')];
    const listed = outputs.map((output) => output.trim().split('\n'));
    expect(listed[0]?.[0]).toBe("[ 'success', 'success' ]");
    expect(listed[0]?.length).toBeGreaterThanOrEqual(3);
    expect(listed[1]).toEqual(listed[0]);
  });

  test('follows a task', async () => {
    const lines = (await runExample('Follow a task')).trim().split('\n');
    expect([lines[0], lines.at(-1)]).toEqual(['queued', 'success']);
    expect(lines.filter((line) => /^nodes\[\d+\].* done$/.test(line)).length).toBeGreaterThan(3);
  });

  test('tries a locator and a step in a debug session', async () => {
    const lines = (await runExample('Try steps in a session')).trim().split('\n');
    expect(lines.slice(-3)).toEqual(['ready', '1 Sign in', 'done works']);
  });

  test('shows an error', async () => {
    expect(await runExample('Errors')).toMatch(
      /^404 endpoint-not-found 404: .*no-such-recording.* [0-9a-f-]+\n$/,
    );
  });

  test('receives a result and verifies it', async () => {
    const { project, controlPlane } = setup();
    const { url: baseUrl, apiKey } = controlPlane;
    const errand = createErrand({ baseUrl, apiKey });
    const { data } = await errand.api.GET('/api/v1/signing_secrets');
    const secrets = data?.signing_secrets.map(({ secret }) => secret).join(' ') ?? '';
    const port = String(await findFreePort());
    const variables = { PORT: port, ERRAND_SIGNING_SECRETS: secrets };
    const server = project.start(readExample('Receive results'), variables);
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await once(server.stdout ?? server, 'data');
      const receiver = `http://127.0.0.1:${port}/`;
      const { task_id: taskId } = await errand.submit({ ...order, task_callback_url: receiver });
      await errand.cancel(taskId);
      while (!output.includes(taskId)) await once(server.stdout ?? server, 'data');
      expect(output).toMatch(new RegExp(`\\n[0-9a-f-]+ ${taskId} (cancelled|success)\\n`));
      const forged = await fetch(receiver, { method: 'POST', body: '{"status":"success"}' });
      expect(forged.status).toBe(400);
    } finally {
      server.kill();
    }
  });

  test('has types that a strict project accepts, and that reject mistakes', () => {
    const { directory } = setup().project;
    writeFileSync(join(directory, 'checked.ts'), CHECKED_TYPES);
    const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
    const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true };
    const platform = { module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [] };
    const project = { compilerOptions: { ...compilerOptions, ...platform }, files: ['checked.ts'] };
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(project));
    const command = [join(dirname(compiler), 'bin/tsc'), '-p', directory];
    const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(readdirSync(join(directory, 'node_modules'))).not.toContain('typescript');
  });
}
