import { importAutoma } from '../import-automa.ts';

export type Step = readonly [label: string, data?: object];

/** Imports blocks that follow each other, after a first page. */
export function importChain(steps: readonly Step[], settings: object = {}) {
  const given: Step[] = [['trigger'], ['new-tab', { url: 'https://portal.example/' }], ...steps];
  const nodes = given.map(([label, data = {}], at) => ({ id: `b${at}`, label, data }));
  const edges = nodes.slice(1).map(({ id }, at) => ({ source: `b${at}`, target: id }));
  const file = { name: 'Flow', settings, drawflow: { nodes, edges } };
  const [recording] = importAutoma(JSON.stringify(file)).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report, warnings } = recording;
  return { automation, nodes: automation.nodes, lines: report.slice(2), report, warnings };
}

export const click = (selector: string): Step => ['event-click', { selector }];
export const fill = (value: string, selector = '#a'): Step => ['forms', { selector, value }];
export const end = (loopId: string): Step => ['loop-breakpoint', { loopId }];
export const clicked = (command: string) => ({
  interaction_action: { click_element: { command } },
});
export const filled = (text: string) => ({
  interaction_action: { input_text: { input_text: text } },
});
