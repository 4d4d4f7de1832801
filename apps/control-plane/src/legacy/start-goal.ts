import type { ErrandSchemas } from '@errand/api-types';
import type { SubmittedTask } from '../tasks/task.ts';
import { readGoalParameters } from './goal-automation.ts';

/** The task of an older submission. Throws InvalidRequestError. */
export function toGoalTask(body: ErrandSchemas['StartInferenceRequest']): SubmittedTask {
  return {
    endpointName: body.end_point,
    goal: body.goal,
    inputParameters: readGoalParameters(body.params ?? {}),
  };
}
