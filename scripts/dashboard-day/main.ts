// Simulates a day's use of a dashboard with the client's generated types against an installation
// like that of `npm start`, through Prism, a proxy that checks requests and responses against the
// API document. Prints a table, and exits with 1 if anything deviates.
// usage: main.ts
import { createErrand } from '@errand/client';
import { listOperations, loadErrandDocument } from '@errand/api-types';
import { startInstallation } from '@errand/local-installation';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSettings } from '../start/choose-settings.ts';
import { PAGES } from './day.ts';
import { followAccount } from './follow-account.ts';
import { startPrism } from './start-prism.ts';
import { watchCalls } from './watch-calls.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-day-'));
try {
  await using owned = new AsyncDisposableStack();
  const { apps: settings, environment } = chooseSettings(process.env);
  const installation = owned.use(
    await startInstallation({
      dataDirectory: join(directory, 'data'),
      autoPorts: true,
      workers: 1,
      slots: undefined,
      environment,
      settings,
    }),
  );
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  owned.defer(() => void receiver.close());
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const folder = join(directory, 'prism');
  mkdirSync(folder);
  const prism = owned.use(await startPrism(folder, installation.apiUrl));
  const document = loadErrandDocument();
  const watch = watchCalls(document);
  const errand = createErrand({
    baseUrl: prism.url,
    apiKey: installation.apiKey,
    fetch: watch.fetch,
  });
  // Bypasses the proxy, which holds a stream back until it ends.
  const account = owned.use(
    await followAccount(
      createErrand({ baseUrl: installation.apiUrl, apiKey: installation.apiKey }),
    ),
  );
  const { sample } = installation;
  for (const [name, open] of Object.entries(PAGES)) {
    watch.visit(name);
    await open({ errand, sample, callbackUrl: `http://127.0.0.1:${port}/results` });
    const calls = watch.calls.filter(({ page }) => page === name);
    const deviations = calls.flatMap(({ operation, status, violations }) =>
      violations.map((violation) => `${operation} ${status}: ${JSON.stringify(violation)}`),
    );
    console.log(
      `${name.padEnd(14)} ${String(calls.length).padStart(3)} calls  ${deviations.length} deviations`,
    );
    for (const deviation of deviations) console.log(`  ${deviation}`);
    if (deviations.length > 0) process.exitCode = 1;
  }
  const missed = await account.findDeviations();
  console.log(`${account.events.length} events of the account, ${missed.length} deviations`);
  for (const deviation of missed) console.log(`  ${deviation}`);
  if (missed.length > 0) process.exitCode = 1;
  const used = new Set(watch.calls.map(({ operation }) => operation));
  const missing = listOperations(document).filter(({ operationId }) => !used.has(operationId));
  console.log(
    `${watch.calls.length} calls of ${used.size} operations; not called: ${missing.map(({ operationId }) => operationId).join(', ')}`,
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.disconnect?.();
