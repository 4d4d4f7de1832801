import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openTraceFile,
  parseAutomation,
  runAutomation,
  type RunResult,
  type StepEvent,
} from '@errand/automation-engine';
import type { Browser } from 'puppeteer';
import { answers } from './form-page.ts';
import { assertResult, type FormRunner, STEPS_AFTER_GOTO } from './form-runner.ts';

/** Runs the form in this process. */
export function engine(browser: Browser, trace?: TraceWish): FormRunner {
  return {
    name: trace ? `engine, trace ${trace}` : 'engine',
    async run(url) {
      let startedAt: number | undefined;
      let endedAt = 0;
      const onEvent = ({ durationMs }: StepEvent) => {
        endedAt = performance.now();
        startedAt ??= endedAt - durationMs;
      };
      const { result } = await runOnce(browser, automationFor(url), { onEvent, trace });
      const shown = result.outputData[0]?.json_data?.['result'];
      assertResult(typeof shown === 'string' ? shown : describeResult(result));
      return (endedAt - (startedAt ?? NaN)) / STEPS_AFTER_GOTO;
    },
  };
}

/** `failed`: the trace is discarded, as when an attempt succeeds; `all`: it is packed. */
export type TraceWish = 'failed' | 'all';

interface RunOptions {
  readonly onEvent?: (event: StepEvent) => void;
  /** Default: no trace. */
  readonly trace?: TraceWish | undefined;
}

export interface TimedRun {
  readonly result: RunResult;
  readonly milliseconds: number;
}

/** Runs an automation once in a new browser context. */
export async function runOnce(
  browser: Browser,
  automation: { readonly parameters: { readonly input_parameters?: object } },
  { onEvent = () => undefined, trace }: RunOptions = {},
): Promise<TimedRun> {
  const parsed = parseAutomation(automation);
  await using resources = new AsyncDisposableStack();
  const downloadsDirectory = await mkdtemp(join(tmpdir(), 'errand-bench-'));
  resources.defer(() => rm(downloadsDirectory, { recursive: true, force: true }));
  const context = await browser.createBrowserContext();
  resources.defer(() => context.close());
  const page = await context.newPage();
  const directory = join(downloadsDirectory, 'trace');
  await mkdir(directory);
  const file = trace && openTraceFile({ directory, title: 'bench', keepsBodies: false });
  const startedAt = performance.now();
  const result = await runAutomation(
    parsed,
    { inputParameters: parsed.parameters.input_parameters },
    {
      page,
      signal: new AbortController().signal,
      downloadsDirectory,
      logger: { warn: () => undefined },
      onEvent,
      trace: file,
    },
  );
  await (trace === 'all' ? file?.pack() : file?.close());
  return { result, milliseconds: performance.now() - startedAt };
}

/** What went wrong, for an error message. */
export function describeResult(result: RunResult): string {
  return result.status === 'failed'
    ? `${result.error.class}: ${result.error.message}`
    : result.status;
}

/** The form as an automation with all sleeps at 0. */
export function automationFor(url: string) {
  const fill = (id: 'first' | 'last' | 'email' | 'notes') =>
    step('input_text', { command: locator(id), input_text: answers[id] });
  return {
    url,
    parameters: { input_parameters: {}, generated_parameters: {} },
    take_final_screenshot: false,
    nodes: [
      fill('first'),
      fill('last'),
      fill('email'),
      step('select_option', { command: locator('country'), select_values: [answers.country] }),
      step('check', { command: locator('terms') }),
      step('check', { command: locator('express') }),
      fill('notes'),
      step('click_element', { command: locator('send') }),
      {
        type: 'action_node',
        extraction_action: {
          locator: {
            command: locator('result'),
            extraction_format: { result: 'str' },
            output_variable_name: 'result',
          },
        },
        before_sleep_time: 0,
      },
    ],
  };
}

function locator(id: string): string {
  return `locator("#${id}")`;
}

function step(kind: string, params: object) {
  return { type: 'action_node', interaction_action: { [kind]: params }, end_sleep_time: 0 };
}
