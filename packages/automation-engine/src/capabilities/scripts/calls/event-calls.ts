import type { JsonValue } from '@errand/foundation';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { settlesWithin } from '../../../deadline.ts';
import { WaitTimeoutError } from '../../../errors.ts';
import { type CallTable, defineCall, pageFields } from '../define-call.ts';
import { CallFailedError } from '../script-action-errors.ts';
import { type ScriptWorld, settle } from '../script-world.ts';

const kind = z.enum(['popup', 'download', 'navigation']);
const token = z.union([z.number().int(), z.string().max(100)]);

/** Events that a script registers before its act and waits for afterwards. */
export const eventCalls: CallTable = {
  'page.expect_begin': defineCall(
    z.strictObject({ ...pageFields, kind }),
    (world, { page, kind: awaited }) => Promise.resolve(begin(world, page, awaited)),
  ),
  'page.expect_end': defineCall(
    z.strictObject({ ...pageFields, kind, since: token }),
    (world, { kind: awaited, since, page, timeout }) => {
      if (awaited === 'popup') return popup(world, Number(since), timeout);
      if (awaited === 'download') return download(world, Number(since), timeout);
      return navigation(world, { page, since: String(since), timeout });
    },
  ),
};

function begin(world: ScriptWorld, page: string, awaited: z.output<typeof kind>): JsonValue {
  if (awaited === 'popup') return world.run.pages.openedCount;
  if (awaited === 'download') return world.run.downloads.startedCount;
  const id = randomUUID();
  const watched = world.pageOf(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  const main = watched.page.mainFrame();
  watched.page.on('framenavigated', (frame) => {
    if (frame === main) resolve();
  });
  world.awaited.set(id, promise);
  return id;
}

async function popup(world: ScriptWorld, since: number, timeoutMs: number): Promise<JsonValue> {
  const { run, signal, idOf } = world;
  if (!(await run.pages.opensBeyond(since, { timeoutMs, signal }))) {
    throw new WaitTimeoutError('Opening a popup', timeoutMs);
  }
  const watched = run.pages.current();
  await settle(world, watched);
  return idOf(watched);
}

async function download(
  { run, signal }: ScriptWorld,
  since: number,
  timeoutMs: number,
): Promise<JsonValue> {
  const limits = { ...run.limits, downloadStartMs: timeoutMs };
  const waiting = { limits, signal, isLoading: () => false };
  const { filename } = await run.downloads.claim(since, {}, waiting);
  return filename;
}

async function navigation(
  world: ScriptWorld,
  { page, since, timeout }: { readonly page: string; since: string; timeout: number },
): Promise<JsonValue> {
  const awaited = world.awaited.get(since);
  if (!awaited) throw new CallFailedError('There is no such expectation.');
  world.awaited.delete(since);
  if (!(await settlesWithin(awaited, timeout, world.signal))) {
    throw new WaitTimeoutError('The navigation', timeout);
  }
  await settle(world, world.pageOf(page));
  return null;
}
