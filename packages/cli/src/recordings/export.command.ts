import { existsSync, writeFileSync } from 'node:fs';
import type { Exported } from '@errand/importers';
import { defineCommand, type Call } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { LocalError, UsageError } from '../errors/command-errors.ts';
import { assertNew } from './assert-new.ts';
import { fileOf, getRecording } from './find-recordings.ts';
import { readObject } from './recording-file.ts';

const formats = ['playwright-python', 'puppeteer-replay'] as const;

export const exportRecording = defineCommand({
  name: 'export',
  words: ['RECORDING|FILE'],
  summary: 'Writes a recording as a script of another tool; exit code 3 if a node is left out.',
  options: {
    as: { value: 'FORMAT', summary: `the format: ${formats.join(' or ')}` },
    out: { value: 'FILE', summary: 'write to this file instead of standard output' },
  },
  async run(call): Promise<ExitCode> {
    const [word = ''] = call.words;
    const format = formats.find((one) => one === call.value('as'));
    if (!format)
      throw new UsageError(`--as is missing or unknown: specify ${formats.join(' or ')}.`);
    const object = existsSync(word)
      ? await readObject(word)
      : await fileOf(call, await getRecording(call, word));
    const automation = 'automation' in object ? object['automation'] : object;
    const name = 'endpoint_name' in object ? String(object['endpoint_name']) : word;
    const { text, report } = await write(automation, { format, name });
    const out = call.value('out');
    if (out !== undefined) assertNew(out, 'Give another file with --out, or remove it.');
    if (out !== undefined) writeFileSync(out, text);
    call.print.result({ format, text, report }, () =>
      out === undefined ? call.print.content(text.trimEnd()) : `${out} is written.`,
    );
    return printReport(call, report);
  },
});

async function write(
  automation: unknown,
  { format, name }: { readonly format: (typeof formats)[number]; readonly name: string },
): Promise<Exported> {
  const { exportPlaywrightPython, exportPuppeteerReplay } = await import('@errand/importers');
  try {
    return format === 'playwright-python'
      ? exportPlaywrightPython(automation)
      : exportPuppeteerReplay(automation, name);
  } catch (error) {
    const isInvalid =
      error instanceof Error && 'code' in error && error.code === 'invalid_automation';
    if (isInvalid) throw new LocalError(error.message, { cause: error });
    throw error;
  }
}

/** Prints where the script differs from the recording. */
function printReport(call: Call, report: Exported['report']): ExitCode {
  const odd = report.filter(({ outcome }) => outcome !== 'mapped');
  if (odd.length > 0 && !call.print.isJson) {
    const table = call.print.table(
      [
        { title: 'NODE', text: ({ path }) => path },
        { title: 'OUTCOME', text: ({ outcome }) => outcome },
        { title: 'STEP', text: ({ step }) => step },
        { title: 'WHY', text: ({ why = '' }) => why, isFlexible: true },
      ],
      odd,
    );
    call.print.note(table);
  }
  return odd.some(({ outcome }) => outcome === 'skipped') ? EXIT.badResult : EXIT.done;
}
