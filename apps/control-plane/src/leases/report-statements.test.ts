import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { recordStatements } from '../testing/record-statements.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const worker = speakWorker(app);
const statements = recordStatements();

const step = {
  sequence: 0,
  node_path: 'nodes[0]',
  kind: 'input_text',
  outcome: 'done',
  started_at: '2026-03-02T09:15:01.040Z',
  duration_ms: 63,
};
const file = {
  filename: 'step-0.jpg',
  kind: 'evidence',
  content_type: 'image/jpeg',
  size: 4,
};

/** A task makes each of these calls several times, so every statement counts. */
test('a report of steps or files runs few statements', async () => {
  await app.submit();
  const lease = await worker.claim();
  const countOf = async (name: string, body: object): Promise<number> => {
    statements.length = 0;
    const { ok } = await worker.report(lease, name, body);
    // Every request of a worker begins with the check of its registration.
    expect([ok, statements[0]]).toEqual([true, expect.stringContaining('FROM workers')]);
    return statements.length - 1;
  };
  const counts = {
    steps: await countOf('steps', { steps: [step] }),
    artifacts: await countOf('artifacts', { artifacts: [file] }),
    confirm: await countOf('artifacts/confirm', { artifact_ids: [randomUUID()] }),
  };
  expect(counts).toEqual({ steps: 5, artifacts: 8, confirm: 6 });
});
