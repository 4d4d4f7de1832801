import type { RunDependencies } from '../run/run-dependencies.ts';
import { type Act, publicAddress } from './recorded-steps.ts';
import { startRecorder } from './start-recorder.ts';
import { type Recording, writeRecording } from './write-recording.ts';

/** Limit for the log of a step. */
const MOST_CHARACTERS = 90_000;
/** Shorter text may occur in other text by chance. */
const SHORTEST_PART = 3;

/**
 * Records what a person does while a run waits for them, as nodes that can be copied into the
 * automation. What the person types is not kept: it becomes an input parameter without an example,
 * even where a locator quotes it. Addresses lose their queries and fragments, which may be secret.
 */
export const recordPerson: NonNullable<RunDependencies['recordPerson']> = async (page) => {
  const recorder = await startRecorder({ page, hasTabs: true });
  return {
    async read() {
      const recording = await recorder.read();
      return recording.report.nodes.length === 0 ? undefined : proposalOf(withoutTyped(recording));
    },
    [Symbol.asyncDispose]: () => recorder[Symbol.asyncDispose](),
  };
};

function proposalOf({ automation, inputs, secure_parameters, report }: Recording): string {
  const nodes = automation['nodes'] as readonly unknown[];
  for (let count = nodes.length; ; count -= 1) {
    const faults = [...report.faults];
    if (count < nodes.length) faults.push(`${nodes.length - count} further nodes are left out.`);
    const parameters = {
      input_parameters: Object.fromEntries(Object.keys(inputs).map((name) => [name, []])),
      secure_parameters,
    };
    const proposal = { proposed_nodes: nodes.slice(0, count), parameters, faults };
    const text = JSON.stringify(proposal, undefined, 2);
    if (text.length <= MOST_CHARACTERS || count === 0) return text;
  }
}

function withoutTyped({ source }: Recording): Recording {
  const steps = source.steps.map((step) => ({ ...step, act: publicAct(step.act) }));
  const recording = writeRecording({ ...source, steps });
  const typed = Object.entries(recording.inputs).flatMap(([name, values]) =>
    values.map((value, index) => ({ value, placeholder: `{${name}[${index}]}` })),
  );
  const nodes = JSON.stringify(recording.automation['nodes'], (key, value: unknown) =>
    key === 'command' && typeof value === 'string' ? withPlaceholders(value, typed) : value,
  );
  return { ...recording, automation: { ...recording.automation, nodes: JSON.parse(nodes) } };
}

function publicAct(act: Act): Act {
  if (act.kind === 'go') return { ...act, url: publicAddress(act.url) };
  const [key = ''] = act.kind === 'keys' ? act.keys : [];
  const isLetter = act.kind === 'keys' && act.keys.length === 1 && /^.$/u.test(key);
  return isLetter ? { kind: 'letters', text: key, isOnPage: act.isOnPage } : act;
}

interface Typed {
  readonly value: string;
  readonly placeholder: string;
}

/** Longest first, because a longer text may contain others. */
function withPlaceholders(command: string, typed: readonly Typed[]): string {
  const longestFirst = typed.toSorted((one, other) => other.value.length - one.value.length);
  return longestFirst.reduce((text, { value, placeholder }) => {
    if (value.length >= SHORTEST_PART) return text.replaceAll(value, placeholder);
    return value === '' ? text : text.replaceAll(`"${value}"`, `"${placeholder}"`);
  }, command);
}
