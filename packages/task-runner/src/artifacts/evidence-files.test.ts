import { expect, test } from '@jest/globals';
import { evidenceFiles } from './evidence-files.ts';

const event = {
  sequence: 4,
  nodePath: 'nodes[4]',
  kind: 'python_script_action',
  outcome: 'done',
  startedAt: new Date(),
  durationMs: 1,
  pageUrl: 'https://example.com/',
} as const;

test('keeps the output of a script, even for a step that succeeded', () => {
  const files = evidenceFiles({ ...event, log: ['one', 'zwö'] });
  expect([...files.keys()]).toEqual(['log_artifact_id']);
  const file = files.get('log_artifact_id');
  expect(file).toMatchObject({ filename: 'step-4.log', kind: 'evidence' });
  const content = file && 'content' in file.source ? file.source.content : undefined;
  expect(new TextDecoder().decode(content)).toBe('one\nzwö\n');
});

test('keeps nothing for a successful step without output', () => {
  expect(evidenceFiles(event).size).toBe(0);
});
