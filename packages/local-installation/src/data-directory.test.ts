import { expect, test } from '@jest/globals';
import {
  createTicketSigner,
  createTicketVerifier,
  parseSigningKeys,
  parseVerifyingKeys,
} from '@errand/stream-ticket';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningInstallation, openDataDirectory } from './data-directory.ts';

test('adds secrets that an older start did not create, and keeps the others', () => {
  using scratch = makeScratch();
  const old = { workerToken: 'w', sealingKey: 'local:s', storageSigningKey: 'f', apiKey: 'k' };
  const file = join(scratch.path, 'secrets.json');
  writeFileSync(file, JSON.stringify(old));

  const opened = readAgain(scratch.path);
  expect(opened).toMatchObject(old);
  expect(opened.gatewayToken.length).toBeGreaterThanOrEqual(32);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(opened);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readAgain(scratch.path)).toEqual(opened);
});

test("creates keys with which a gateway can verify the control plane's signatures", () => {
  using scratch = makeScratch();
  const { streamSigningKeys, streamVerifyingKeys } = readAgain(scratch.path);
  const claims = { taskId: randomUUID(), accountId: randomUUID(), apiKeyId: randomUUID() };
  const signer = createTicketSigner({ keys: parseSigningKeys(streamSigningKeys) });
  const { ticket } = signer.sign({ ...claims, leaseEpoch: 1, mode: 'view' });
  const verifier = createTicketVerifier({ keys: parseVerifyingKeys(streamVerifyingKeys) });
  expect(verifier.verify(ticket)).toMatchObject(claims);
});

test('finds the database and the key of an installation only while it runs', () => {
  using scratch = makeScratch();
  expect(findRunningInstallation(scratch.path)).toBeUndefined();
  {
    using directory = openDataDirectory(scratch.path);
    using _published = directory.publishDatabase('postgresql://127.0.0.1:5433/errand');
    expect(findRunningInstallation(scratch.path)).toEqual({
      databaseUrl: 'postgresql://127.0.0.1:5433/errand',
      sealingKey: directory.secrets.sealingKey,
      files: directory.folder('files'),
      storageSigningKey: directory.secrets.storageSigningKey,
    });
  }
  expect(findRunningInstallation(scratch.path)).toBeUndefined();
});

test('refuses a directory in use, but not one whose owner has exited', () => {
  using scratch = makeScratch();
  const lock = join(scratch.path, 'lock');
  {
    using _directory = openDataDirectory(scratch.path);
    expect(() => openDataDirectory(scratch.path)).toThrow(
      `The data directory "${scratch.path}" is in use by process ${process.pid}.`,
    );
  }
  expect(existsSync(lock)).toBe(false);
  // This process's id with another start time: an ended process had the same id.
  writeFileSync(lock, `${process.pid} 1`);
  using directory = openDataDirectory(scratch.path);
  expect(directory.path).toBe(scratch.path);
});

function makeScratch(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'errand-data-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

function readAgain(path: string) {
  using directory = openDataDirectory(path);
  return directory.secrets;
}
