import { sampleRecordings, startSampleSite } from '@errand/sample-site';
import type { Browser } from 'puppeteer';
import { describeResult, runOnce } from './engine-runner.ts';
import { round } from './statistics.ts';

/** The defaults of a node, in seconds. */
const DEFAULT_WAITS = { interaction: { before: 0, end: 5 }, extraction: { before: 3, end: 0 } };

export interface WaitTimes {
  /** Seconds with the engine's default waits, which end early when the page is quiet. */
  readonly defaultWaitsSeconds: number;
  /** Seconds with fixed sleeps of the same length. */
  readonly fixedSleepsSeconds: number;
  readonly ratio: number;
}

/** Runs the first task of the sample site once with each kind of wait. */
export async function measureSampleWaits(browser: Browser): Promise<WaitTimes> {
  await using site = await startSampleSite({ port: 0, host: '127.0.0.1' });
  const [recording] = sampleRecordings(site.url);
  if (!recording) throw new Error('The sample site has no recordings.');
  const { automation } = recording;
  const withDefaults = { ...automation, nodes: automation.nodes.map(withoutWaits) };
  const withSleeps = { ...automation, nodes: automation.nodes.flatMap(withFixedSleeps) };
  const defaultWaitsSeconds = await secondsOf(browser, withDefaults);
  const fixedSleepsSeconds = await secondsOf(browser, withSleeps);
  return {
    defaultWaitsSeconds,
    fixedSleepsSeconds,
    ratio: round(defaultWaitsSeconds / fixedSleepsSeconds),
  };
}

async function secondsOf(
  browser: Browser,
  automation: Parameters<typeof runOnce>[1],
): Promise<number> {
  const { result, milliseconds } = await runOnce(browser, automation);
  if (result.status === 'success') return round(milliseconds / 1000);
  throw new Error(`The sample task did not run: ${describeResult(result)}`);
}

function withoutWaits(node: object): object {
  const {
    before_sleep_time: _before,
    end_sleep_time: _end,
    ...rest
  } = {
    before_sleep_time: 0,
    end_sleep_time: 0,
    ...node,
  };
  return rest;
}

function withFixedSleeps(node: object): object[] {
  const waits = 'extraction_action' in node ? DEFAULT_WAITS.extraction : DEFAULT_WAITS.interaction;
  return [
    ...sleepNodes(waits.before),
    { ...node, before_sleep_time: 0, end_sleep_time: 0 },
    ...sleepNodes(waits.end),
  ];
}

function sleepNodes(seconds: number): object[] {
  if (seconds === 0) return [];
  return [{ type: 'action_node', sleep_action: { sleep_time: seconds }, end_sleep_time: 0 }];
}
