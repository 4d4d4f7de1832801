import { createScriptSandbox, type SandboxOptions } from '@errand/script-sandbox';
import type { RunDependencies } from '../run/run-dependencies.ts';
import type { FinishedRun, RunOptions, Stage } from './run-on-page.ts';

/** Runs a Python body as an extraction on a page; `answer` is the dict that the body returns. */
export async function runExtraction(
  stage: Pick<Stage, 'run'>,
  html: string | { readonly path: string },
  { body, head = '', options = {}, group = {}, before = [] }: ExtractionOptions,
): Promise<{ readonly run: FinishedRun; readonly answer: unknown }> {
  const lines = body.trim().split('\n');
  const script = `${head}\nasync def code_fn(axtree, browser, ctx):\n    page = ctx.get_page()\n${lines.map((line) => `    ${line}`).join('\n')}\n`;
  const extraction = {
    extraction_action: { python_script: { script, ...group } },
    end_sleep_time: 0,
  };
  const run = await stage.run(html, [...before, extraction], {
    ...options,
    dependencies: { ...scripts(), ...options.dependencies },
  });
  return { run, answer: run.result.outputData[0]?.json_data };
}

interface ExtractionOptions {
  readonly body: string;
  readonly head?: string;
  readonly options?: RunOptions;
  /** Additional fields of the extraction. */
  readonly group?: object;
  readonly before?: readonly object[];
}

/** Run dependencies: a sandbox. */
export function scripts(options: SandboxOptions = {}): Required<Pick<RunDependencies, 'scripts'>> {
  return { scripts: createScriptSandbox(options) };
}
