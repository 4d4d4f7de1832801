import { bindText, parseTemplate } from '@errand/expressions';
import { abortable, type JsonValue } from '@errand/foundation';
import { z } from 'zod';
import { createDeadline } from '../deadline.ts';
import { bindMetadata } from '../page/downloads/bind-metadata.ts';
import { HandlerMissingError, PrivateNodeError } from './run-errors.ts';
import { beginAct, waitUntilAtRest } from '../page/pages/wait-until-at-rest.ts';
import type { PrivateHandler, PrivateHandlers } from './private-handler.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { PrivateNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';
import type { OutputRun } from './create-output-actions.ts';
import type { PageRun } from '../page/page-run.ts';
import type { StepRecord } from '../reports/step-record.ts';
import type { RunStep } from './run-step.ts';

/** What a plug-in's node needs from a run. */
interface PrivateRun
  extends
    Pick<OutputRun, 'logger' | 'output' | 'secrets' | 'variables'>,
    Pick<PageRun, 'bindings' | 'pages' | 'signal'> {
  readonly stepRecord: StepRecord;
  readonly handlers: PrivateHandlers;
  readonly runStep: RunStep;
}

/** Runs a plug-in and binds its result to variables. */
export function runPrivateNode(
  run: PrivateRun,
  { node, path }: PlacedNode<PrivateNode>,
): Promise<RunFailure | undefined> {
  return run.runStep({ path, kind: node.type }, async () => {
    const handler = findHandler(run.handlers, node.handler);
    await settle(run, node.before_sleep_time, {});
    if (run.pages.count > 0) await beginAct(run.pages.current(), run.signal);
    const result = run.secrets.redactJson(await callHandler(run, node, handler));
    for (const [name, value] of nameResults(node, result)) {
      const variable = bindText(parseTemplate(name), run.bindings);
      run.variables[variable] = isList(value) ? value : [value];
      run.output.add({ unique_identifier: variable, json_data: { [variable]: value } });
    }
    await settle(run, node.end_sleep_time, { actedAt: performance.now() });
    return { outcome: 'done' };
  });
}

function findHandler(handlers: PrivateHandlers, name: string): PrivateHandler {
  const handler = handlers.get(name);
  if (!handler) throw new HandlerMissingError(name, [...handlers.keys()]);
  return handler;
}

async function callHandler(
  { pages, signal, logger, bindings }: PrivateRun,
  { handler: name, inputs }: PrivateNode,
  handler: PrivateHandler,
): Promise<JsonValue> {
  const bound = z.record(z.string(), z.json()).parse(bindMetadata(inputs, bindings));
  const context = { page: pages.current().page, signal, logger };
  const answer = await abortable(startHandler(handler, bound, context), signal).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw new PrivateNodeError(name, describeError(error), { cause: error });
    },
  );
  const parsed = z.json().safeParse(answer ?? null);
  if (parsed.success) return parsed.data;
  throw new PrivateNodeError(name, 'its result is not JSON');
}

/** Async, so that a synchronous throw of a plug-in becomes a rejection. */
async function startHandler(
  handler: PrivateHandler,
  ...parameters: Parameters<PrivateHandler>
): Promise<unknown> {
  return handler(...parameters);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A single name binds the whole result; several names each bind a field of it. */
function nameResults(
  { handler, output_variable_names: names = [] }: PrivateNode,
  result: JsonValue,
): [name: string, value: JsonValue][] {
  const [first] = names;
  if (first === undefined) return [];
  if (names.length === 1) return [[first, result]];
  if (typeof result !== 'object' || result === null || isList(result)) {
    throw new PrivateNodeError(handler, `its result has no fields for ${names.join(', ')}`);
  }
  return names.map((name) => {
    const value = Object.hasOwn(result, name) ? result[name] : undefined;
    if (value === undefined) {
      throw new PrivateNodeError(handler, `its result has no field ${JSON.stringify(name)}`);
    }
    return [name, value];
  });
}

async function settle(
  { pages, signal, stepRecord }: PrivateRun,
  seconds: number,
  acted: { readonly actedAt?: number },
): Promise<void> {
  if (seconds === 0 || pages.count === 0) return;
  const deadline = createDeadline(seconds * 1000, signal);
  stepRecord.noteStillActive(await waitUntilAtRest(pages.current(), acted, deadline));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
