import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FollowOptions, followEvents } from './follow-events.ts';
import { eventsOfTask } from './task-event.ts';

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** One handler per connection; the last one serves all further connections. */
let responses: Respond[];
let connections: IncomingMessage[];
const server = createServer((request, response) => {
  connections.push(request);
  (responses.length > 1 ? responses.shift() : responses[0])?.(response, request);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  connections = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
const eventOf = (id: string, status: string): string =>
  `retry: 1\nid: ${id}\nevent: status\ndata: {"status":"${status}"}\n\n`;
const end: Respond = (response) => open(response).end(eventOf('2', 'success'));

async function follow(options: Partial<FollowOptions> = {}): Promise<string[]> {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = { fetch, baseUrl, headers: { 'x-api-key': 'k' } };
  const signal = new AbortController().signal;
  const ids: string[] = [];
  const given = { signal, patienceMs: 20_000, ...options };
  for await (const { id } of followEvents(source, eventsOfTask('../t'), given)) ids.push(id);
  return ids;
}
const lastEventIds = () => connections.map(({ headers }) => headers['last-event-id']);

async function send(response: ServerResponse, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    await new Promise((resolve) => response.write(part, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

test('continues where a server went silent in the middle of an event', async () => {
  responses = [(response) => open(response).write(`${eventOf('1', 'running')}id: 2\nev`), end];
  // Patience counts from the first failure, not from the last event.
  expect(await follow({ silenceMs: 300, patienceMs: 200 })).toEqual(['1', '2']);
  expect(lastEventIds()).toEqual([undefined, '1']);
  expect(connections[0]?.url).toBe('/api/v1/tasks/..%2Ft/events');
});

test('continues after a stream that ended early, an empty one, and one with different content', async () => {
  responses = [
    (response) => open(response).end(eventOf('1', 'running')),
    (response) => open(response).end(),
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    (response) => response.writeHead(502).end('bad gateway'),
    end,
  ];
  const states: boolean[] = [];
  const onConnection = (isOpen: boolean) => states.push(isOpen);
  expect(await follow({ onConnection })).toEqual(['1', '2']);
  expect(lastEventIds()).toEqual([undefined, '1', '1', '1', '1']);
  // The first stream ended in order; the next three failed, one of them after it had opened.
  expect(states).toEqual([true, true, false, false, false, true]);
});

test('keeps the position of a stream that sends only positions, wherever its pieces are cut', async () => {
  const pieces = ['id: 7\n', '\n: still here\n\nid: 8', '\n\nid: 9\n\nid: 10\nev'];
  responses = [
    (response) => send(open(response), [eventOf('1', 'running'), ...pieces]),
    (response) => send(open(response), ['id: 11\n', '\n: still here\n\n']),
    (response) => send(open(response), ['id: 12\r\n', '\r\n: still here\r\n\r\n']),
    (response) => open(response).end(eventOf('13', 'success')),
  ];
  expect(await follow()).toEqual(['1', '13']);
  expect(lastEventIds()).toEqual([undefined, '9', '11', '12']);
});

test.each(['retry: 1\n\n: still here\n\n', 'retry: 1\nid: 7\n\n', 'retry: 1\n\nid: 7\n\n'])(
  'keeps its patience with streams that break off after %j',
  async (sent) => {
    const brief: Respond = (response) => open(response).write(sent, () => response.destroy());
    responses = [...Array.from({ length: 3 }, () => brief), end];
    expect(await follow({ patienceMs: 1 })).toEqual(['2']);
  },
);

test('yields nothing when the server has no event after the last one', async () => {
  responses = [(response) => response.writeHead(204).end()];
  expect(await follow({ lastEventId: '2' })).toEqual([]);
});

test.each<[string, Respond]>([
  ['break off', (response) => response.destroy()],
  ['are empty', (response) => open(response).end()],
  ['end after the reconnection time', (response) => open(response).end('retry: 1\n\n')],
  [
    'break off after the reconnection time',
    (response) => open(response).write('retry: 1\n\n', () => response.destroy()),
  ],
])('gives up on streams that %s when its patience is over', async (_, respond) => {
  responses = [respond];
  await expect(follow({ patienceMs: 1_000 })).rejects.toMatchObject({
    name: 'ErrandConnectionError',
  });
  expect(connections.length).toBeGreaterThan(1);
});

test.each<[string, string]>([
  ['data that is not JSON', 'id: 1\nevent: status\ndata: {\n\n'],
  ['an event without an end', `data: ${'x'.repeat(4_100_000)}`],
])('refuses %s, and asks only once', async (_, sent) => {
  responses = [(response) => open(response).end(sent)];
  await expect(follow()).rejects.toMatchObject({ name: 'ErrandProtocolError' });
  expect(connections).toHaveLength(1);
});

test('tolerates a slow caller', async () => {
  responses = [
    (response) => open(response).write(eventOf('1', 'queued') + eventOf('2', 'running')),
    (response) => open(response).end(eventOf('3', 'success')),
  ];
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { signal: new AbortController().signal, patienceMs: 100, silenceMs: 200 };
  const ids: string[] = [];
  for await (const { id } of followEvents(
    { fetch, baseUrl, headers: { 'x-api-key': 'k' } },
    eventsOfTask('t'),
    options,
  )) {
    ids.push(id);
    // The caller itself waits longer than the server may be silent.
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(ids).toEqual(['1', '2', '3']);
  expect(lastEventIds().at(-1)).toBe('2');
});

test('closes its connection when the caller leaves the loop', async () => {
  responses = [(response) => open(response).write(eventOf('1', 'queued'))];
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { signal: new AbortController().signal, patienceMs: 100 };
  for await (const { id } of followEvents(
    { fetch, baseUrl, headers: { 'x-api-key': 'k' } },
    eventsOfTask('t'),
    options,
  )) {
    expect(id).toBe('1');
    break;
  }
  const [connection] = connections;
  if (connection?.socket.destroyed === false) await once(connection.socket, 'close');
  expect(connection?.socket.destroyed).toBe(true);
});
