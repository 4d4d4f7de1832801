import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createAccountStore } from '../accounts/account-store.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission, sealedOrder } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const worker = speakWorker(app);

const failed_command = 'locator("#save")';
const command = 'get_by_role("button", name="Save", exact=True)';
const other = 'locator("xpath=/html/body/button")';
const click = (members: object) => ({
  type: 'action_node',
  interaction_action: { click_element: members },
});
const [typing = {}] = orderAutomation.nodes;
const branch = (node: object) => ({
  type: 'if_else_node',
  condition: '{username[0]} == "ann"',
  if_nodes: [typing, node],
  else_nodes: [],
});
const automation = {
  ...orderAutomation,
  nodes: [typing, branch(click({ command: failed_command }))],
};

let names = 0;
let recording: string;
let proposal: string;
beforeEach(async () => {
  const endpoint_name = `repair-${(names += 1)}`;
  const { body } = await app.post('/api/v1/recordings', { endpoint_name, automation }).expect(201);
  recording = `/api/v1/recordings/${body.recording_id}`;
  await app.post('/api/v1/inference', { ...orderSubmission, endpoint_name }).expect(202);
  const lease = await worker.claim();
  const candidates = [command, other].map((each) => ({ command: each, kind: 'role', score: 9 }));
  const healed_locator = { failed_command, command, candidates, page_url: 'https://a.example/' };
  const place = { sequence: 0, node_path: 'nodes[1].if_nodes[1]', kind: 'click_element' };
  const took = { outcome: 'failed', started_at: '2026-03-02T09:15:01.040Z', duration_ms: 6 };
  const why = { error_class: 'locator_not_found', error_message: 'Nothing.' };
  const steps = [{ ...place, ...took, ...why, healed_locator }];
  await worker.report(lease, 'steps', { steps }).expect(200);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  const { body: listed } = await app.get(`${recording}/locator_proposals`).expect(200);
  proposal = `${recording}/locator_proposals/${listed.proposals[0].proposal_id}`;
});

async function update(node: object): Promise<void> {
  const id = recording.split('/').at(-1);
  const changed = { ...automation, nodes: [typing, branch(node)] };
  await app.patch(`/api/v1/update_recording/${id}`, { automation: changed }).expect(200);
}

// proves operation: getLocatorProposal; acceptLocatorProposal
test('200 shows the change to one node and applies it in a new version', async () => {
  const { body } = await app.get(proposal).expect(200);
  expect(body).toMatchObject({ proposal: { state: 'open', command }, current_version: 1 });
  expect([body.change, body.problem]).toEqual([
    { before: click({ command: failed_command }), after: click({ command }) },
    null,
  ]);
  const { body: saved } = await app.post(`${proposal}/accept`, { base_version: 1 }).expect(200);
  expect(saved).toMatchObject({ version: 2, message: expect.stringContaining('from version 2') });
  const { body: read } = await app.get(`${recording}/versions/2`).expect(200);
  expect(read.version).toMatchObject({
    automation: { ...sealedOrder, nodes: [typing, branch(click({ command }))] },
    comment: 'Locator of nodes[1].if_nodes[1] replaced as proposed.',
    created_by: 'test',
  });
  const { body: after } = await app.get(proposal).expect(200);
  expect(after).toMatchObject({ proposal: { state: 'accepted' }, change: null });
});

test('200 accepts another candidate, a comment, and a locator that was skipped', async () => {
  await update(click({ command: failed_command, skip_command: false, double_click: true }));
  const sent = { base_version: 2, command: other, comment: 'Stable.' };
  await app.post(`${proposal}/accept`, sent).expect(200);
  const { body } = await app.get(`${recording}/versions/3`).expect(200);
  expect(body.version).toMatchObject({ comment: 'Stable.' });
  expect(body.version.automation.nodes[1].if_nodes[1]).toEqual(
    click({ command: other, double_click: true }),
  );
});

// proves operation: getLocatorProposal; acceptLocatorProposal
test('422 for a command that is not a candidate; the change can be read of each candidate', async () => {
  const read = (named: string) => app.get(`${proposal}?command=${encodeURIComponent(named)}`);
  const { body } = await read(other).expect(200);
  expect(body).toMatchObject({
    proposal: { command },
    change: { after: click({ command: other }) },
  });
  const unknown = 'locator("#none")';
  const msg = expect.stringContaining('is not one of the candidates of the proposal');
  const { body: notRead } = await read(unknown).expect(422);
  expect(notRead.detail).toEqual([{ loc: ['query', 'command'], msg, type: 'value' }]);
  const sent = { base_version: 1, command: unknown };
  const { body: notSaved } = await app.post(`${proposal}/accept`, sent).expect(422);
  expect(notSaved.detail).toEqual([{ loc: ['body', 'command'], msg, type: 'value' }]);
  expect((await app.get(recording)).body.recording.version).toBe(1);
});

// proves operation: declineLocatorProposal
test('200 declines a proposal', async () => {
  await app.post(`${proposal}/decline`).expect(200);
  const { body } = await app.get(`${recording}/locator_proposals`).expect(200);
  expect(body.proposals[0]).toMatchObject({ state: 'declined' });
  expect((await app.get(recording)).body.recording.version).toBe(1);
});

// proves operation: listLocatorProposals; getLocatorProposal
test('200 shows a proposal as superseded while a newer version has another locator there', async () => {
  const stateOf = async () => {
    const { body } = await app.get(`${recording}/locator_proposals`).expect(200);
    const { body: read } = await app.get(proposal).expect(200);
    expect(read.proposal).toEqual(body.proposals[0]);
    return read.proposal.state;
  };
  await update(click({ command: failed_command, double_click: true }));
  expect(await stateOf()).toBe('open');
  await update(click({ command: 'locator("#by-hand")' }));
  expect(await stateOf()).toBe('superseded');
  await update(typing);
  expect(await stateOf()).toBe('superseded');
  await app.post(`${recording}/rollback`, { version: 1 }).expect(200);
  expect(await stateOf()).toBe('open');
  await update(click({ command }));
  await app.post(`${proposal}/decline`).expect(200);
  expect(await stateOf()).toBe('declined');
});

// proves operation: acceptLocatorProposal
test('409 when another version is current, or the node has changed; nothing is changed', async () => {
  const accept = (base_version: number) => app.post(`${proposal}/accept`, { base_version });
  const both = await Promise.all([accept(1), accept(1)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { body: moved } = await accept(1).expect(409);
  expect(moved.detail).toMatch(/^base_version is 1, but version 2 is current: read what/);
  const changes: [object, RegExp][] = [
    [click({ command }), /nodes\[1\]\.if_nodes\[1\] already has the proposed locator/],
    [
      click({ command: 'locator("#by-hand")' }),
      /nodes\[1\]\.if_nodes\[1\] now has another locator/,
    ],
    [typing, /is no longer a click_element step/],
  ];
  for (const [index, [node, reason]] of changes.entries()) {
    await update(node);
    const { body } = await app.get(proposal).expect(200);
    expect(body.problem).toMatch(reason);
    expect((await accept(index + 3).expect(409)).body.detail).toMatch(reason);
  }
  const id = recording.split('/').at(-1);
  const short = { automation: { ...automation, nodes: [typing] } };
  await app.patch(`/api/v1/update_recording/${id}`, short).expect(200);
  expect((await accept(6).expect(409)).body.detail).toMatch(/there is no nodes\[1\]/);
  expect((await app.get(recording)).body.recording.version).toBe(6);
});

test('409 when the node may be another one: nodes have moved, and others have its locator', async () => {
  const id = recording.split('/').at(-1);
  const step = click({ command: failed_command });
  const save = async (nodes: readonly object[]) => {
    const inside = { ...branch(step), if_nodes: nodes };
    const changed = { automation: { ...automation, nodes: [typing, inside] } };
    await app.patch(`/api/v1/update_recording/${id}`, changed).expect(200);
    return (await app.get(proposal).expect(200)).body;
  };
  const moved = await save([typing, step, step]);
  expect(moved).toMatchObject({ change: null, problem: expect.stringMatching(/may be another/) });
  const { body } = await app.post(`${proposal}/accept`, { base_version: 2 }).expect(409);
  expect(body.detail).toMatch(/nodes\[1\]\.if_nodes\[1\] may be another node now/);
  // Without another match, it is the same node.
  expect(await save([typing, step, typing])).toMatchObject({ problem: null });
  expect(await save([click({ command }), step])).toMatchObject({ problem: null });
});

// proves operation: acceptLocatorProposal
test('409 while a roll-out is running', async () => {
  await app.post(`${recording}/rollouts`, { version: 1, percent: 1 }).expect(201);
  const accept = () => app.post(`${proposal}/accept`, { base_version: 2 });
  const refused = await accept().expect(409).expect('x-error-code', 'rollout-running');
  expect(refused.body.detail).toMatch(/^Version 2 of recording .* is being rolled out: wait/);
  await app.post(`${recording}/rollouts/end`, { outcome: 'promote' }).expect(200);
  await accept().expect(200);
});

test('422 for a locator that is not a candidate', async () => {
  const sent = { base_version: 1, command: 'locator("#other")' };
  const { body } = await app.post(`${proposal}/accept`, sent).expect(422);
  expect(body.detail[0].loc).toEqual(['body', 'command']);
  await app.post(`${proposal}/accept`, { base_version: '1' }).expect(422);
  await app.get(`${proposal}?full=true`).expect(422);
  await app.post(`${proposal}/decline?full=true`).expect(422);
});

// proves operation: getLocatorProposal; acceptLocatorProposal; declineLocatorProposal
test('401 without a key, 404 for a proposal that the recording or account lacks', async () => {
  const { body } = await app
    .post('/api/v1/recordings', { endpoint_name: `other-${names}`, automation })
    .expect(201);
  const id = proposal.split('/').at(-1);
  const accepted = { base_version: 1 };
  const paths = [
    `/api/v1/recordings/${body.recording_id}/locator_proposals/${id}`,
    `${recording}/locator_proposals/${randomUUID()}`,
    `${recording}/locator_proposals/none`,
  ];
  for (const path of paths) {
    await app.get(path).expect(404);
    await app.post(`${path}/accept`, accepted).expect(404);
    await app.post(`${path}/decline`).expect(404);
  }
  await app.get(proposal).set('x-api-key', app.otherApiKey).expect(404);
  await app.post(`${proposal}/accept`, accepted).set('x-api-key', app.otherApiKey).expect(404);
  await app.post(`${proposal}/decline`).set('x-api-key', app.otherApiKey).expect(404);
  await supertest(app.app).get(proposal).expect(401);
  await supertest(app.app).post(`${proposal}/accept`).send(accepted).expect(401);
  await supertest(app.app).post(`${proposal}/decline`).expect(401);
});

// proves operation: acceptLocatorProposal
test('400, 413 and 415 for a body that cannot be read, 507 for a full account', async () => {
  const path = `${proposal}/accept`;
  await app.post(path).set('content-type', 'application/json').send('{').expect(400);
  await app.post(path, { comment: 'x'.repeat(10_485_760) }).expect(413);
  await app.post(path).expect(415);
  const accounts = createAccountStore(app.database);
  await accounts.limitStorage(app.accountId, 1);
  await app.post(path, { base_version: 1 }).expect(507);
  await accounts.limitStorage(app.accountId, null);
});
