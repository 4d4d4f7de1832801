import type { JsonValue } from '@errand/foundation';
import type { Automation } from '../document/automation-schema.ts';
import { nameProblem } from '../fields/parameter-name.ts';
import type { RunInputs } from '../run/run-dependencies.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { currentUrl } from '../page/pages/current-url.ts';
import type { SessionState } from './engine-session.ts';
import type { LiveRun } from './live-run.ts';
import { SessionVariableError } from './session-errors.ts';

type Values = Readonly<Record<string, readonly JsonValue[] | null>>;

interface Known {
  readonly automation: Automation;
  readonly inputs: RunInputs;
  readonly secrets: RunSecrets;
}

/** Reads the state of a session. Without a run, it has only what the automation declares. */
export function readState(live: LiveRun | undefined, known: Known): SessionState {
  const { redact } = known.secrets;
  const pages = live?.state.steps.pages;
  const current = pages && pages.count > 0 ? pages.current() : undefined;
  return {
    pageUrl: pages ? redact(currentUrl({ pages })) : '',
    tabs: (pages?.open() ?? []).map((watched) => ({
      url: redact(watched.page.url()),
      isCurrent: watched === current,
    })),
    position: live?.program.position,
    variables: listVariables(live?.state.interpreter, known),
  };
}

function listVariables(
  interpreter: LiveRun['state']['interpreter'] | undefined,
  { automation, inputs, secrets }: Known,
): SessionState['variables'] {
  const counts = Object.entries(secrets.counts);
  const generated = interpreter?.variables ?? automation.parameters.generated_parameters;
  return {
    ...secrets.redactJson({ ...inputs.inputParameters }),
    ...secrets.redactJson({ ...generated }),
    ...Object.fromEntries(
      counts.map(([name, count]) => [name, Array.from({ length: count }, () => '[hidden]')]),
    ),
  };
}

/** Throws `SessionVariableError` for the first name that cannot be set to its value. */
export function assertVariables({ parameters }: Automation, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const problem = nameProblem(name);
    if (problem !== undefined) throw new SessionVariableError(name, `cannot be set: ${problem}`);
    if (Object.hasOwn(parameters.secure_parameters, name)) {
      throw new SessionVariableError(name, 'is a secret: its value is only in the vault');
    }
    if (value === null && Object.hasOwn(parameters.input_parameters, name)) {
      throw new SessionVariableError(name, 'is an input: choose other values instead of null');
    }
  }
}

/** Returns the inputs, updated with each value that has an input's name. */
export function setInputs(
  { parameters }: Automation,
  inputs: RunInputs,
  values: Values,
): RunInputs {
  const own = Object.entries(values).flatMap(([name, value]) =>
    Object.hasOwn(parameters.input_parameters, name) && value ? [[name, value] as const] : [],
  );
  const inputParameters = { ...inputs.inputParameters, ...Object.fromEntries(own) };
  return { ...inputs, inputParameters };
}

/** Sets the values for the steps that follow. */
export function setLiveVariables(
  { parameters }: Automation,
  { inputParameters, interpreter }: LiveRun['state'],
  values: Values,
): void {
  for (const [name, value] of Object.entries(values)) {
    const isInput = Object.hasOwn(parameters.input_parameters, name);
    if (value === null) delete interpreter.variables[name];
    else if (isInput) Object.assign(inputParameters, { [name]: value });
    else interpreter.variables[name] = [...value];
  }
}
