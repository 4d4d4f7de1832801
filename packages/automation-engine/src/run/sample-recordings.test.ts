import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { sampleRecordings, startSampleSite } from '@errand/sample-site';
import { openBrowser } from '@errand/test-kit';
import { parseAutomation } from '../document/index.ts';
import { runAutomation } from './run-automation.ts';

test('completes every recording of the sample site', async () => {
  await using site = await startSampleSite({ port: 0, host: '127.0.0.1' });
  await using browser = await openBrowser();
  await using cleanup = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-samples-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  for (const { endpoint_name: name, automation } of sampleRecordings(site.url)) {
    await using opened = await browser.openPage();
    const result = await runAutomation(
      parseAutomation(automation),
      { inputParameters: automation.parameters.input_parameters },
      {
        page: opened.page,
        signal: AbortSignal.timeout(60_000),
        downloadsDirectory: join(directory, name),
        logger: { warn: () => undefined },
        onEvent: () => undefined,
      },
    );
    expect({ name, result }).toMatchObject({ name, result: { status: 'success' } });
    for (const { path, size } of result.downloads) expect(await readFile(path)).toHaveLength(size);
  }
});
