import { expect, test } from '@jest/globals';
import { readTraceContext, writeTraceHeaders } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const valid = `00-${TRACE}-${SPAN}-01`;

const stateOf = (tracestate: unknown): string | undefined =>
  readTraceContext({ traceparent: valid, tracestate })?.traceState;

test('reads the example of the standard and writes it back', () => {
  const headers = { traceparent: valid, tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE' };

  const context = readTraceContext(headers);

  expect(context).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    flags: 1,
    traceState: headers.tracestate,
  });
  expect(context && writeTraceHeaders(context)).toEqual(headers);
});

test.each([
  ['nothing', undefined],
  ['two headers, as Node joins them', `${valid}, ${valid}`],
  ['capitals', valid.toUpperCase()],
  ['the version that is forbidden', `ff-${TRACE}-${SPAN}-01`],
  ['more than version 00 has', `${valid}-00`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['another digit than hexadecimal', `00-${TRACE.slice(1)}g-${SPAN}-01`],
  ['flags of one digit', `00-${TRACE}-${SPAN}-1`],
  ['a later version with something attached', `01-${TRACE}-${SPAN}-01.what`],
  ['a line break', `${valid}\n`],
  ['a list', [valid]],
  ['a megabyte', `01-${TRACE}-${SPAN}-01-${'a'.repeat(1_000_000)}`],
])('ignores a traceparent of %s, with its tracestate', (_, traceparent) => {
  expect(readTraceContext({ traceparent, tracestate: 'a=1' })).toBeUndefined();
});

test('reads a later version as far as version 00 goes, without flags that it does not know', () => {
  const context = readTraceContext({ traceparent: `cc-${TRACE}-${SPAN}-ff-later` });
  expect(context && writeTraceHeaders(context)).toEqual({
    traceparent: `00-${TRACE}-${SPAN}-03`,
  });
});

test('keeps the parent but drops a tracestate that is not valid', () => {
  expect(stateOf('a=1, ,\tb@c=x y ,')).toBe('a=1,b@c=x y');
  const wrong = ['a', 'A=1', 'a=1,a=2', 'a=b=c', 'a=\u{e9}', '=1', 'a=', '', ' ,', ['a=1']];
  for (const tracestate of wrong) expect(stateOf(tracestate)).toBeUndefined();
  const many = Array.from({ length: 33 }, (_, number) => `k${number}=1`).join();
  expect(stateOf(many)).toBeUndefined();
});

test('shortens a tracestate: long members first, then the last ones', () => {
  const long = `long=${'x'.repeat(200)}`;
  const short = Array.from({ length: 10 }, (_, number) => `k${number}=${'y'.repeat(60)}`);

  const state = stateOf([long, ...short].join());

  expect(state).toBe(short.slice(0, 8).join());
  expect(stateOf([long, long.replace('l', 'm')].join())?.length).toBe(411);
});
