import { type Fleet, openFleet } from '@errand/task-runner/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runInProcess } from '../testing/run-in-process.ts';

const page = `<!doctype html><title>Reports</title><a href="/report.csv">Export</a>
  <form method=post action="/statement"><button>Statement</button></form>
  <button onclick="document.querySelector('p').textContent = 'ready'">Next</button>
  <label>File <input type=file></label><p></p>`;

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let siteUrl: string;
let env: Record<string, string>;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  owned.use(await fleet.startWorker({ ALLOW_PRIVATE_ADDRESSES: 'true' }));
  const site = createServer(({ url = '' }, response) => {
    const isFile = url === '/report.csv' || url === '/statement';
    response.setHeader('content-type', isFile ? 'text/csv' : 'text/html');
    if (isFile) response.setHeader('content-disposition', 'attachment; filename="report.csv"');
    response.end(isFile ? 'order;total\n7;12' : page);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  owned.defer(() => {
    site.close();
    site.closeAllConnections();
  });
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const { url, apiKey } = fleet.controlPlane;
  env = { ERRAND_URL: url, ERRAND_API_KEY: apiKey, HOME: fleet.directory };
});
afterAll(() => owned.disposeAsync());

const interact = (kind: string, params: object) => ({
  type: 'action_node',
  end_sleep_time: 0,
  interaction_action: { max_tries: 1, max_timeout_seconds_per_try: 2, [kind]: params },
});
const download = (command: string) => interact('click_element', { command, expect_download: true });
const exportReport = download('get_by_role("link", name="Export")');
const statement = (name: string) => download(`get_by_role("button", name="${name}")`);
const next = (name: string) =>
  interact('click_element', { command: `get_by_role("button", name="${name}")` });
const upload = interact('upload_file', {
  command: 'get_by_label("File")',
  file_path: 'report.csv',
});

function write(nodes: readonly object[]): string {
  const path = join(fleet.directory, 'reports.json');
  const parameters = { input_parameters: {}, generated_parameters: {} };
  const automation = { url: siteUrl, parameters, max_retries: 0, nodes };
  writeFileSync(path, JSON.stringify({ endpoint_name: 'reports', automation }));
  return path;
}

const errand = (...args: readonly string[]) => runInProcess(args, { env });

async function replayOf(nodes: readonly object[], changed: readonly object[]) {
  expect((await errand('recordings', 'push', write(nodes))).exitCode).toBe(0);
  const ran = await errand('run', 'reports', '--trace', 'replayable', '--wait', '--json');
  expect(ran.exitCode).toBe(3);
  const { task_id: id } = JSON.parse(ran.stdout) as { readonly task_id: string };
  return errand('replay', id, '--with', write(changed));
}

test('a replay calls steps with a download unknown, and tries those that do not need the file', async () => {
  const terms = interact('download_url_as_pdf', { url: `${siteUrl}/terms` });
  const downloads = [exportReport, statement('Statement'), terms];
  const failed = [...downloads, next('Continue'), upload, next('Next')];
  const repaired = failed.toSpliced(3, 1, next('Next'));
  const { exitCode, stdout } = await replayOf(failed, repaired);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^NODE/),
    expect.stringContaining(`The trace contains no download of ${siteUrl}/report.csv.`),
    expect.stringContaining(`The trace contains no download of ${siteUrl}/statement.`),
    expect.stringMatching(
      /^nodes\[2\] +download_url_as_pdf +done +unknown +The trace contains no download/,
    ),
    expect.stringMatching(/^nodes\[3\] +click_element +failed +done/),
    expect.stringMatching(/^nodes\[4\] +unknown +It reads a file/),
    expect.stringMatching(/^nodes\[5\] +unknown +It follows/),
    'Repaired: nodes[3]',
    expect.stringMatching(/^Warning: .* no response to 2 requests/),
    `  GET ${siteUrl}/report.csv (a download)`,
    `  POST ${siteUrl}/statement (a download)`,
    'No step fails, but the unknown ones could not be judged.',
    '',
  ]);
  expect(exitCode).toBe(0);
});

test('a repaired step whose download the task never began is unknown, as are those after it', async () => {
  const { exitCode, stdout } = await replayOf(
    [statement('Invoice'), next('Next')],
    [statement('Statement'), next('Next')],
  );
  expect(stdout).toMatch(
    /^nodes\[0\] +click_element +failed +unknown +The trace contains no download/m,
  );
  expect(stdout).toMatch(/^nodes\[1\] +unknown +It follows/m);
  expect(exitCode).toBe(0);
});
