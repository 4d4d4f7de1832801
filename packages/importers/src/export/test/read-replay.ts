import { parse, Schema } from '@puppeteer/replay';
import { WAIT_MARK } from '../../draft/wait-mark.ts';

/** The steps of an exported recording, without the waits between them. */
export function stepsOf(text: string): Schema.Step[] {
  return parse(JSON.parse(text)).steps.filter(
    (step) =>
      step.type !== Schema.StepType.WaitForExpression || !step.expression.startsWith(WAIT_MARK),
  );
}
