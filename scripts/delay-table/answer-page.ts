import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { COUNTRIES } from '../gallery/countries.ts';

const CITIES: readonly string[] = ['Athens', 'Berlin', 'Cairo', 'Dublin', 'Vienna'];

interface Question {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The run that the page belongs to. */
  readonly run: string;
  readonly search: URLSearchParams;
}

type Answer = (question: Question) => void | Promise<void>;

/** When jobs end and who listens for updates, keyed by run. */
const jobs = new Map<string, number>();
const listeners = new Map<string, ServerResponse>();

const waitFor = ({ search }: Question): Promise<void> => delay(Number(search.get('ms')));

function after(type: string, body: string, status = 200): Answer {
  return async (question) => {
    await waitFor(question);
    question.response.writeHead(status, { 'content-type': type }).end(body);
  };
}

/**
 * Handlers of `api/KIND?ms=`, which pages request. Nearly all respond after that many milliseconds.
 */
const ANSWERS: Readonly<Record<string, Answer>> = {
  text: after('text/plain', 'new'),
  fail: after('text/plain', 'Try again.', 503),
  image: after('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  script: after('text/javascript', `arrive('new');`),
  module: after('text/javascript', `export const text = 'new';`),
  style: after('text/css', 'p { color: teal }'),
  frame: after('text/html', `<script>parent.postMessage('new', '*')</script>`),
  job({ request, response, run, search }) {
    if (request.method === 'POST') jobs.set(run, performance.now() + Number(search.get('ms')));
    response.end(performance.now() < (jobs.get(run) ?? 0) ? 'pending' : 'done');
  },
  async stream(question) {
    question.response.write('first');
    await waitFor(question);
    question.response.end('new');
  },
  async cities(question) {
    await waitFor(question);
    const wanted = question.search.get('term') ?? question.search.get('q') ?? '';
    const found = [...CITIES, ...COUNTRIES].filter((name) => name.startsWith(wanted));
    question.response.end(JSON.stringify(found.map((text, id) => ({ id: id + 1, text }))));
  },
  async events(question) {
    const send = openStream(question);
    await waitFor(question);
    send('new');
  },
  async progress(question) {
    const send = openStream(question);
    const ms = Number(question.search.get('ms'));
    for (const text of ['a third', 'two thirds', 'new']) {
      await delay(ms / 3);
      send(text);
    }
  },
  ticks(question) {
    const send = openStream(question);
    const interval = setInterval(() => send(String(Date.now())), Number(question.search.get('ms')));
    question.response.on('close', () => clearInterval(interval));
  },
  updates(question) {
    openStream(question);
    listeners.set(question.run, question.response);
  },
  async update(question) {
    await waitFor(question);
    listeners.get(question.run)?.write('data: new\n\n');
    question.response.end();
  },
};

/** Handles `api/KIND`. */
export async function answerPage(kind: string, question: Question): Promise<void> {
  question.request.resume();
  const answer = ANSWERS[kind];
  if (answer) await answer(question);
  else question.response.writeHead(404).end();
}

function openStream({ response }: Question): (text: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  return (text) => void response.write(`data: ${text}\n\n`);
}
