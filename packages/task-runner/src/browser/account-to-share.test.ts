import { expect, test } from '@jest/globals';
import type { Lease } from '../control-plane-client.ts';
import { lease } from './testing/lease.ts';
import { accountToShare } from './account-to-share.ts';

test.each<[string, Partial<Lease>, object]>([
  ['no account', {}, { account_id: undefined }],
  ['a warm session', { session: { session_id: 's', is_new: true } }, {}],
  ['a wish for one', {}, { is_dedicated: true }],
  ['a remote desktop', {}, { rdp_parameter: { host: 'desk' } }],
  ['a proxy', {}, { use_proxy: true }],
  ['a debug session', {}, { debug_session: {} }],
  ['another browser', {}, { automation: { browser_channel: 'chrome' } }],
  ['the channel rdp', {}, { automation: { browser_channel: 'rdp' } }],
  ['steps on the screen', {}, { automation: { backend: 'computer-vision' } }],
  ['code of the operator', {}, { automation: { nodes: [{ type: 'private_node' }] } }],
])('gives a task with %s its own browser', (_what, given, task) => {
  expect(accountToShare(lease())).toBe('a');
  expect(accountToShare({ ...lease(task), ...given })).toBeUndefined();
});
