import { expect, test } from '@jest/globals';
import { toolName } from './recording-as-tool.ts';

test('turns every endpoint name into a different, valid name', () => {
  const long = 'a'.repeat(200);
  const names = [
    'order-status',
    'order status',
    'recording',
    'order/status',
    'Zażółć',
    'ZaZoLc',
    '🎈',
    long,
    `${long}b`,
  ];
  const tools = names.map(toolName);
  expect(tools[0]).toBe('run_order-status');
  expect(new Set([...tools, 'run_recording']).size).toBe(names.length + 1);
  for (const tool of tools) expect(tool).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
