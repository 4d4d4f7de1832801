import { expect, test } from '@jest/globals';
import { sampleRecordings } from './sample-recordings.ts';

test('inserts the address of the site into every recording', () => {
  const recordings = sampleRecordings('http://127.0.0.1:8090');
  expect(recordings.map(({ endpoint_name }) => endpoint_name)).toEqual([
    'order-status',
    'place-order',
    'verify-code',
  ]);
  expect(JSON.stringify(recordings)).not.toContain('sample_site_url');
  for (const { automation } of recordings) expect(automation.url).toMatch('http://127.0.0.1:8090/');
});

test('uses only declared inputs, with values', () => {
  for (const { automation } of sampleRecordings('http://localhost:1')) {
    const { input_parameters: inputs } = automation.parameters;
    const used = JSON.stringify(automation.nodes).matchAll(/\{(\w+)\[(\d)\]\}/g);
    const missing = [...used].filter(
      ([, name = '', index]) => inputs[name]?.[Number(index)] === undefined,
    );
    expect(missing).toEqual([]);
  }
});

test('refuses an invalid address', () => {
  expect(() => sampleRecordings('harbor')).toThrow('Invalid URL');
});
