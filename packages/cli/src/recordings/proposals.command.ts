import { dataOf, type ErrandSchemas } from '@errand/client';
import { NotFoundError } from '../errors/command-errors.ts';
import { type Call, defineCommand } from '../command/define-command.ts';
import { plainText } from '../terminal/plain-text.ts';
import { getRecording } from './find-recordings.ts';

const LIST_PATH = '/api/v1/recordings/{recording_id}/locator_proposals';
const PROPOSAL_PATH = `${LIST_PATH}/{proposal_id}` as const;

export const listProposals = defineCommand({
  name: 'recordings proposals',
  words: ['NAME'],
  summary: 'Lists locators that would repair steps of a recording.',
  async run(call) {
    const { recording_id } = await getRecording(call, call.words[0] ?? '');
    const { signal } = call.terminal;
    const proposals: ErrandSchemas['LocatorProposal'][] = [];
    const pages = call.errand().list(LIST_PATH, { path: { recording_id }, signal });
    for await (const proposal of pages) proposals.push(proposal);
    call.print.result({ proposals }, () =>
      call.print.table(
        [
          { title: 'PROPOSAL', text: (row) => row.proposal_id },
          { title: 'STATE', text: (row) => row.state },
          { title: 'NODE', text: (row) => row.node_path },
          { title: 'SEEN', text: (row) => String(row.times_seen) },
          { title: 'FAILED', text: (row) => row.failed_command ?? '', isFlexible: true },
          { title: 'PROPOSED', text: (row) => row.command, isFlexible: true },
        ],
        proposals,
      ),
    );
  },
});

export const acceptProposal = defineCommand({
  name: 'recordings accept',
  words: ['NAME', 'PROPOSAL'],
  summary: 'Makes a version with a proposed locator, and shows what that changes.',
  options: {
    command: { value: 'LOCATOR', summary: 'take this candidate rather than the best one' },
    'dry-run': { summary: 'only show the change, and the other candidates' },
  },
  async run(call) {
    const params = await findProposal(call);
    const { signal } = call.terminal;
    const { api } = call.errand();
    const command = call.value('command');
    const query = command === undefined ? {} : { command };
    const read = await dataOf(api.GET(PROPOSAL_PATH, { params: { ...params, query }, signal }));
    if (read.change === null) throw new NotFoundError(read.problem ?? 'It no longer fits.');
    const { before, after } = read.change;
    const { createTwoFilesPatch } = await import('diff');
    const [left, right] = [before, after].map((node) => JSON.stringify(node, undefined, 2));
    const name = `${call.words[0] ?? ''}: ${read.proposal.node_path}`;
    const patch = createTwoFilesPatch(name, name, `${left ?? ''}\n`, `${right ?? ''}\n`, '', '');
    const change = patch.replace(/^Index: .*\n=+\n/, '').trimEnd();
    if (call.has('dry-run')) {
      const others = describeOthers(read.proposal, command);
      return call.print.result(read, () => plainText([change, ...others].join('\n')));
    }
    const body = { base_version: read.current_version, ...query };
    const saved = await dataOf(api.POST(`${PROPOSAL_PATH}/accept`, { params, body, signal }));
    call.print.result(saved, () => plainText(`${change}\n${saved.message}`));
  },
});

export const declineProposal = defineCommand({
  name: 'recordings decline',
  words: ['NAME', 'PROPOSAL'],
  summary: 'Marks a proposed locator as declined.',
  async run(call) {
    const params = await findProposal(call);
    const { signal } = call.terminal;
    const answered = call.errand().api.POST(`${PROPOSAL_PATH}/decline`, { params, signal });
    const declined = await dataOf(answered);
    call.print.result(declined, () => declined.message);
  },
});

function describeOthers(
  { candidates, command: best }: ErrandSchemas['LocatorProposal'],
  chosen: string = best,
): readonly string[] {
  const others = candidates.filter(({ command }) => command !== chosen);
  if (others.length === 0) return [];
  return ['Other candidates, for --command:', ...others.map(({ command }) => `  ${command}`)];
}

async function findProposal(call: Call) {
  const [name = '', proposal_id = ''] = call.words;
  const { recording_id } = await getRecording(call, name);
  return { path: { recording_id, proposal_id } };
}
