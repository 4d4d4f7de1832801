import { parseAutomation, InvalidAutomationError } from '@errand/automation-engine/automation';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

type InputParameters = Readonly<Record<string, readonly string[]>>;

/** Maximum number of steps the agent may take. */
const MAX_STEPS = 50;
/** The goal is bound as a value, so braces in it are plain text. */
const GOAL_PARAMETER = 'errand_goal';

interface Goal {
  /** Start page of the recording. */
  readonly url: string;
  readonly goal: string;
  readonly input_parameters: InputParameters;
}

/** Builds the automation that replaces a recording's steps for a goal, and its inputs. */
export function writeGoalAutomation({ url, goal, input_parameters: inputParameters }: Goal): {
  /** The automation as an author would send it. */
  readonly automation: Record<string, unknown>;
  readonly input_parameters: Record<string, string[]>;
} {
  const names = Object.keys(inputParameters).toSorted();
  const given = names.flatMap((name) =>
    (inputParameters[name] ?? []).map((_, index) => `${name}: {${name}[${index}]}`),
  );
  const inputs = given.length > 0 ? ['', 'Input values:', ...given] : [];
  const task = [`{${GOAL_PARAMETER}[0]}`, ...inputs].join('\n');
  const automation = {
    url,
    parameters: {
      input_parameters: Object.fromEntries([GOAL_PARAMETER, ...names].map((name) => [name, []])),
      secure_parameters: {},
      generated_parameters: {},
    },
    nodes: [
      {
        type: 'action_node',
        interaction_action: { agentic_task: { task, max_steps: MAX_STEPS } },
      },
    ],
  };
  const values = Object.entries(inputParameters).map(([name, list]) => [name, [...list]] as const);
  return {
    automation,
    input_parameters: { ...Object.fromEntries(values), [GOAL_PARAMETER]: [goal] },
  };
}

/**
 * Converts the parameters of a legacy submission to input parameters. Throws InvalidRequestError
 * for a name that no automation could use.
 */
export function readGoalParameters(params: Readonly<Record<string, unknown>>): InputParameters {
  const taken = Object.hasOwn(params, GOAL_PARAMETER) ? [GOAL_PARAMETER] : [];
  const inputParameters = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, toTexts(value)]),
  );
  const problems = [
    ...taken.map((name) => ({ name, msg: 'is taken: choose another name' })),
    ...Object.keys(params).flatMap((name) => findProblem(name)),
  ];
  if (problems.length === 0) return inputParameters;
  throw new InvalidRequestError(
    problems.map(({ name, msg }) => ({ loc: ['body', 'params', name], msg, type: 'name' })),
  );
}

function toTexts(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
}

/** The engine defines which names are valid. */
function findProblem(name: string): { readonly name: string; readonly msg: string }[] {
  try {
    const input_parameters = { [name]: [] };
    parseAutomation(
      writeGoalAutomation({ url: 'about:blank', goal: '', input_parameters }).automation,
    );
    return [];
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    return error.issues.map(({ message }) => ({ name, msg: message }));
  }
}
