import { cropPicture, type Desktop, encodePng, type ScreenPoint } from '@errand/desktop';
import type { Part } from '@errand/language-models';
import type { Target } from '../../targets/target.ts';
import { ModelMissingError } from '../../errors.ts';
import { findPoint } from '../models/instructions.ts';
import { PAGE_IS_NO_INSTRUCTION } from '../models/page-view.ts';
import { pointSchema, readPoint } from '../models/point-question.ts';
import { showRecording } from '../models/show-recording.ts';
import type { TargetRun } from './target-step.ts';
import { bindBox } from '../../targets/bind-box.ts';
import type { Box } from '../../targets/box.ts';
import { takeScreenPicture } from '../../screen/take-screen-picture.ts';

interface Wanted {
  readonly desktop: Desktop;
  /** In plain language, with its placeholders bound. */
  readonly goal: string;
  readonly target: Target;
}

/** Asks a model for a point on the screen, within the target's bounding box if it has one. */
export async function askForPoint(
  run: Pick<TargetRun, 'bindings' | 'models' | 'screen' | 'signal'>,
  { desktop, goal, target }: Wanted,
): Promise<{ readonly point: ScreenPoint | undefined; readonly model: string }> {
  if (!run.models) throw new ModelMissingError('target');
  const whole = await takeScreenPicture(desktop, run.screen);
  const box = clip(bindBox(target.bounding_box_variables, run.bindings), whole);
  const picture = cropPicture(whole, box);
  const parts: Part[] = [
    ...(await showRecording(run.screen, target)),
    { type: 'text', text: 'The screen now:' },
    { type: 'image', content: encodePng(picture), mediaType: 'image/png' },
  ];
  const instructions = `${findPoint(goal)}\n\n${PAGE_IS_NO_INSTRUCTION}`;
  const question = { purpose: 'target', instructions, parts, schema: pointSchema };
  const { value, model } = await run.models.answer(question, run.signal);
  const found = readPoint(value, picture);
  return { point: found && { x: box.x + found.x, y: box.y + found.y }, model };
}

function clip(box: Box | undefined, { width, height }: { width: number; height: number }): Box {
  if (!box) return { x: 0, y: 0, width, height };
  const x = Math.min(Math.max(box.x, 0), width - 1);
  const y = Math.min(Math.max(box.y, 0), height - 1);
  const right = Math.min(box.x + box.width, width);
  const bottom = Math.min(box.y + box.height, height);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}
