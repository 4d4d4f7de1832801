import { expect, test } from '@jest/globals';
import { nextReadSize, ReadBuffers } from './read-buffers.ts';

test('reuses a released buffer for the next request of its size', () => {
  const buffers = new ReadBuffers();
  const [first, second] = [buffers.acquire(), buffers.acquire()];
  expect(second.buffer).not.toBe(first.buffer);
  buffers.release(first);
  expect(buffers.acquire(64 * 1024)).not.toBe(first);
  expect(buffers.acquire()).toBe(first);
  expect(buffers.acquire()).not.toBe(first);
});

test('keeps at most four megabytes per size', () => {
  const buffers = new ReadBuffers();
  const all = Array.from({ length: 20 }, () => buffers.acquire(256 * 1024));
  for (const buffer of all) buffers.release(buffer);
  const again = new Set(all.map(() => buffers.acquire(256 * 1024)));
  expect(all.filter((buffer) => again.has(buffer))).toHaveLength(16);
});

test('gives each viewer less while much data waits for all viewers together', () => {
  const buffers = new ReadBuffers(500 * 1024);
  const [first, second] = [buffers.acquire(256 * 1024), buffers.acquire(256 * 1024)];
  buffers.queue(first);
  expect(buffers.allow(1024 * 1024)).toBe(1024 * 1024);
  buffers.queue(second);
  expect(buffers.allow(1024 * 1024)).toBe(64 * 1024);
  expect(buffers.acquire(256 * 1024)).toHaveLength(64 * 1024);
  buffers.dequeue(first);
  expect(buffers.acquire(256 * 1024)).toBe(first);
});

test('reads with more room after a full buffer, and with less after a few bytes', () => {
  expect(nextReadSize(4096, 4096)).toBe(16_384);
  expect(nextReadSize(262_144, 262_144)).toBe(262_144);
  expect(nextReadSize(16_384, 5_000)).toBe(16_384);
  expect(nextReadSize(16_384, 100)).toBe(4096);
  expect(nextReadSize(4096, 100)).toBe(1024);
  expect(nextReadSize(1024, 100)).toBe(1024);
});
