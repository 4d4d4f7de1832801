import type { Printer } from '../terminal/printer.ts';
import { plainLine, plainText } from '../terminal/plain-text.ts';
import { ERROR_HINTS } from '../tasks/error-hints.generated.ts';
import { formatRows } from '../tasks/describe-task.ts';
import type { Tried } from './try-steps.ts';

/** Describes what happened in human-readable form. */
export function describeTried(
  print: Printer,
  tried: Tried,
  { files, isLook }: { readonly files: readonly string[]; readonly isLook: boolean },
): string {
  const { failure, position, page_url: page, output_data: outputs } = tried;
  return formatRows([
    ...tried.steps.map((step): [string, string] => ['Step', describeStep(print, step)]),
    ['Steps', isLook ? describeLook(position) : ''],
    ['Error', plainText(failure?.message ?? '')],
    ['Class', failure?.class ?? ''],
    ['Hint', ERROR_HINTS[failure?.class ?? ''] ?? ''],
    ['Next', position ?? 'nothing: the automation is at its end'],
    ['Page', plainLine(page ?? '')],
    ['Output', outputs.length === 0 ? '' : plainText(JSON.stringify(outputs, undefined, 2))],
    ...tried.located.map((one): [string, string] => ['Located', describeMatches(one)]),
    ...tried.problems.map((problem): [string, string] => ['Problem', plainText(problem)]),
    ...files.map((path): [string, string] => ['Saved', path]),
  ]);
}

function describeLook(position: string | null): string {
  const place = position === null ? 'after the last step' : `at ${position}`;
  return `No step ran; the session is ${place}. --locate alone leaves it there: add --to or --step to run steps.`;
}

function describeStep(print: Printer, step: Tried['steps'][number]): string {
  const color = step.outcome === 'failed' ? 'red' : 'green';
  const outcome = print.color(color, step.outcome);
  return `${step.node_path} ${step.kind}: ${outcome} after ${step.duration_ms} ms`;
}

function describeMatches({ command, count, matches }: Tried['located'][number]): string {
  const lines = matches.map(({ role, name, tag, text, is_visible: isVisible, box }) => {
    const what = `${role ?? tag ?? 'element'} ${JSON.stringify(name || text || '')}`;
    const place = box ? `at ${Math.round(box.x)},${Math.round(box.y)}` : 'without a box';
    return plainLine(`  ${what} ${place}${isVisible ? '' : ', invisible'}`);
  });
  return [`${plainLine(command)} matches ${count}`, ...lines].join('\n');
}
