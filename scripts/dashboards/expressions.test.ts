import { expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAlerts, readPanels } from './read-expressions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where apps declare their metrics. */
const SOURCES = [
  'apps/control-plane/src/metrics/installation-gauges.ts',
  'apps/control-plane/src/telemetry/create-metrics.ts',
  'apps/stream-gateway/src/metrics.ts',
  'apps/worker/src/metrics.ts',
];

test('every panel and alert uses metrics that an app declares', () => {
  const declared = new Set(
    SOURCES.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/name: '(\w+)'/g)].map(
        ([, name]) => name,
      ),
    ),
  );
  const used = [...readPanels(root), ...readAlerts(root)].flatMap(({ place, promql }) =>
    [...promql.matchAll(/\b(?:errand|http_server)_\w+/g)].map(([name]) => ({
      place,
      name: name.replace(/_(bucket|count|sum)$/, ''),
    })),
  );
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter(({ name }) => !declared.has(name))).toEqual([]);
});

test('every alert has a runbook of the same name, and every runbook an alert', () => {
  const alerts = readAlerts(root);
  for (const { name, runbook } of alerts) {
    expect(runbook).toBe(`infra/runbooks/${name}.md`);
    expect([name, existsSync(join(root, runbook))]).toEqual([name, true]);
  }
  const pages = readdirSync(join(root, 'infra/runbooks')).map((file) => file.replace('.md', ''));
  expect(pages.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
});
