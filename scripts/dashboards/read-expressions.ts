import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export interface Expression {
  /** Name of the panel or alert. */
  readonly place: string;
  readonly promql: string;
}

export interface Alert extends Expression {
  readonly name: string;
  readonly runbook: string;
}

const dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ runbook: z.string() }),
        }),
      ),
    }),
  ),
});

/** Reads the PromQL of every panel in infra/grafana. */
export function readPanels(root: string): readonly Expression[] {
  const folder = join(root, 'infra/grafana');
  return readdirSync(folder).flatMap((file) => {
    const json: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { title, panels } = dashboard.parse(json);
    return panels.flatMap((panel) =>
      panel.targets.map(({ expr }) => ({ place: `${title}: ${panel.title}`, promql: expr })),
    );
  });
}

/** Reads the alerts of infra/prometheus. */
export function readAlerts(root: string): readonly Alert[] {
  const yaml: unknown = parse(readFileSync(join(root, 'infra/prometheus/rules.yaml'), 'utf8'));
  return rules.parse(yaml).groups.flatMap((group) =>
    group.rules.map(({ alert, expr, annotations }) => ({
      name: alert,
      place: `alert ${alert}`,
      promql: expr.trim(),
      runbook: annotations.runbook,
    })),
  );
}
