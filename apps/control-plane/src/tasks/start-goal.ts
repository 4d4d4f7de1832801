import type { ErrandSchemas } from '@errand/api-types';
import { readGoalParameters } from '../leases/goal-automation.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';

/** Converts a legacy submission to a task. Throws InvalidRequestError. */
export function toGoalTask(body: ErrandSchemas['StartInferenceRequest']): SubmittedTask {
  return {
    endpoint_name: body.end_point,
    goal: body.goal,
    input_parameters: readGoalParameters(body.params ?? {}),
  };
}
