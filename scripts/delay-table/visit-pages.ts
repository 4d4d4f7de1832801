import type { ApiClient } from '@errand/local-installation';
import { runTask, type StepRecord, type TaskRecord } from '../gallery/run-task.ts';
import { goTo, read } from '../gallery/steps.ts';
import { selectorOf, type DelayPage, type DelaySite } from './delay-site.ts';
import type { TaskTimes } from './judge-case.ts';

export interface Stage {
  readonly site: DelaySite;
  readonly api: ApiClient;
}

export interface Visit {
  readonly delayMs: number;
  /** False shows the page without its recurring changes. Default true. */
  readonly isTicking?: boolean;
}

/** A visit, from the task's record. */
export interface Visited {
  readonly taskId: string;
  readonly times: TaskTimes;
  /** Duration of both steps together. */
  readonly stepsMs: number;
  /** What was still active when a wait reached its bound. */
  readonly waitedFor: readonly string[];
}

/** Goes to the page, acts, reads and requests the page's record. */
const NODES_OF_A_VISIT = 4;

export const runOf = ({ name }: DelayPage, { delayMs, isTicking = true }: Visit): string =>
  `${name}-${delayMs}${isTicking ? '' : '-still'}`;

/** Makes the visits in one task, through the public API. Throws when the task fails. */
export async function visitPages(
  { api, site }: Stage,
  { page, act, visits }: { page: DelayPage; act: object; visits: readonly Visit[] },
): Promise<Visited[]> {
  for (const visit of visits) await site.open(runOf(page, visit), page);
  const endpointName = `delays-${page.name}`;
  await api.post('/api/v1/update_example', {
    endpoint_name: endpointName,
    description: page.name,
    automation: {
      url: '{site[0]}/empty',
      parameters: { input_parameters: { site: [], run: [] }, generated_parameters: {} },
      nodes: visits.flatMap((visit, index) => nodesOf(page, visit, { act, index })),
      take_final_screenshot: false,
    },
  });
  const inputs = { site: [site.url], run: [`${page.name}-${Date.now()}`] };
  const { taskId, task } = await runTask(api, endpointName, inputs);
  if (task.status !== 'success')
    throw new Error(`${taskId}: ${task.error_class ?? task.status}: ${task.error ?? ''}`);
  return visits.map((_, index) => ({ taskId, ...readVisit(task, index) }));
}

function nodesOf(
  page: DelayPage,
  visit: Visit,
  { act, index }: { readonly act: object; readonly index: number },
): object[] {
  const run = runOf(page, visit);
  const ticks = visit.isTicking === false ? 'no' : 'yes';
  const command = `locator(${JSON.stringify(selectorOf(page))}).first`;
  const askPage = {
    type: 'action_node',
    before_sleep_time: 0,
    extraction_action: { api_call: { url: `{site[0]}/oracle/${run}` } },
  };
  return [
    goTo(`{site[0]}/${run}/${page.name}/?delay=${visit.delayMs}&ticks=${ticks}`),
    { ...act, end_sleep_time: 5 },
    { ...read(command, nameOf(index)), before_sleep_time: 3 },
    askPage,
  ];
}

const nameOf = (index: number): string => `shown_${index}`;

function readVisit(task: TaskRecord, index: number): Omit<Visited, 'taskId'> {
  const first = index * NODES_OF_A_VISIT;
  const [acting, reading] = [stepOf(task, first + 1), stepOf(task, first + 2)];
  const [shown] = (task.output_data ?? []).flatMap(({ json_data: content }) =>
    typeof content === 'object' && content !== null && nameOf(index) in content
      ? [(content as Readonly<Record<string, unknown>>)[nameOf(index)]]
      : [],
  );
  return {
    times: { actEndedAt: endOf(acting), readEndedAt: endOf(reading), read: String(shown) },
    stepsMs: acting.duration_ms + reading.duration_ms,
    waitedFor: [...(acting.waited_for ?? []), ...(reading.waited_for ?? [])],
  };
}

function stepOf({ steps }: TaskRecord, index: number): StepRecord {
  const step = steps.find((each) => each.node_path === `nodes[${index}]`);
  if (!step) throw new Error(`The task has no record of nodes[${index}].`);
  return step;
}

const endOf = (step: StepRecord): number => Date.parse(step.started_at) + step.duration_ms;
