import { beforeEach, expect, test } from '@jest/globals';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';
import { createSigningSecretStore } from '../callbacks/signing-secret-store.ts';
import { createSecretGrantStore } from '../secret-grants/secret-grant-store.ts';
import { begin } from '../testing/begin.ts';
import { claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { useStores } from '../testing/use-stores.ts';
import { createSessionList } from '../warm-sessions/session-list.ts';
import { lockAccount } from './lock-account.ts';

// A statement that waits for a row sees that row as it is now, and everything else as it was before.
const stores = await useStores();
const { database } = stores;
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

/** What a promise is rejected with; undefined if it is fulfilled. */
const messageOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => String(error),
  );

const receiver = { url: 'https://erp.example/in', secret: null };

test('a key that is created while its account is being deleted is refused', async () => {
  await using deletion = await begin(stores);
  await deletion.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  await deletion.query(`INSERT INTO account_deletions (account_id, name) VALUES ($1, 'gone')`, [
    accountId,
  ]);
  const created = messageOf(createApiKeyStore(database).create(accountId, { name: 'late' }));
  await untilBlocked(database, deletion, 'FROM accounts');
  await deletion.query('commit');
  expect(await created).toMatch(/delet/);
});

test('two concurrent grants of the same secret become one', async () => {
  const grants = createSecretGrantStore(database);
  const given = {
    accountId,
    provider: 'onepassword',
    vault: 'Portals',
    item: 'order',
    origins: ['https://portal.example'],
  } as const;
  await using holder = await begin(stores);
  await holder.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  const both = Promise.all([grants.grant(given), grants.grant(given)]);
  await untilBlocked(database, holder, 'FROM accounts');
  await holder.query('commit');
  const [first, second] = await both;
  expect(first.grantId).toBe(second.grantId);
  expect(first.isCreated).toBe(!second.isCreated);
});

test('a rotation waits for the first signing secret', async () => {
  const secrets = createSigningSecretStore(stores);
  await using first = await begin(stores);
  await first.query('SELECT FROM accounts WHERE id = $1 FOR KEY SHARE', [accountId]);
  const rotated = secrets.rotate(accountId, { overlapHours: 0 });
  await untilBlocked(database, first, 'FROM accounts');
  await first.query(
    `INSERT INTO signing_secrets (id, account_id, secret, created_at)
     VALUES (gen_random_uuid(), $1, 'unreadable', now())`,
    [accountId],
  );
  await first.query('commit');
  await rotated;
  expect(await secrets.list(accountId)).toHaveLength(1);
});

test('a session whose task ends while an operator closes it is closed', async () => {
  await stores.tasks.submit(accountId, orderOf('ann', { is_dedicated: true }));
  const lease = await claimNow(stores.leases);
  const sessionId = lease?.session?.sessionId ?? '';
  await using end = await begin(stores);
  await end.query(
    `UPDATE warm_sessions SET state = 'idle', task_id = NULL, idle_since = now(),
       expires_at = now() + interval '1 min' WHERE id = $1`,
    [sessionId],
  );
  const closed = createSessionList(database).close(sessionId);
  await untilBlocked(database, end, 'FROM warm_sessions');
  await end.query('commit');
  await closed;
  const { rows } = await database.pool.query('SELECT state FROM warm_sessions');
  expect(rows).toEqual([{ state: 'closing' }]);
});

test('a callback of a task that is being deleted reports that there is no task', async () => {
  await stores.tasks.submit(accountId, orderOf());
  const holder = holderOf(await claimNow(stores.leases));
  await stores.leases.complete(holder, noResult);
  await using deletion = await begin(stores);
  await deletion.query('DELETE FROM tasks WHERE id = $1', [holder.taskId]);
  const requested = messageOf(stores.deliveries.request(accountId, holder.taskId, receiver));
  await untilBlocked(database, deletion, 'FOR KEY SHARE');
  await deletion.query('commit');
  expect(await requested).toMatch(/no task/i);
});

test('a limited number is counted by one transaction at a time', async () => {
  await using holder = await begin(stores);
  await holder.query('SELECT FROM accounts WHERE id = $1 FOR KEY SHARE', [accountId]);
  await using second = await begin(stores);
  const transaction = { query: second.query } as Parameters<typeof lockAccount>[0];
  // New tasks hold this lock, and must not wait for each other.
  await lockAccount(transaction, accountId);
  const { rowCount } = await database.pool.query(
    'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED',
    [accountId],
  );
  expect(rowCount).toBe(0);
});
