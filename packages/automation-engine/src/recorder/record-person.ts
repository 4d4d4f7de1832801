import type { RunDependencies } from '../run/run-dependencies.ts';
import { startRecorder } from './start-recorder.ts';
import type { Recording } from './write-recording.ts';

/** Of the log of a step. */
const MOST_CHARACTERS = 90_000;

/**
 * Records what a person does while a run waits for them, as nodes that can be copied into the
 * automation. What the person types is not kept: it becomes an input parameter without an example.
 */
export const recordPerson: NonNullable<RunDependencies['recordPerson']> = async (page) => {
  const recorder = await startRecorder({ page });
  return {
    async read() {
      const recording = await recorder.read();
      return recording.report.nodes.length === 0 ? undefined : proposalOf(recording);
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
