import { expect, test } from '@jest/globals';
import type { Recorded } from '../session/session-desk.ts';
import { shownMode } from './shown-mode.ts';

const node: Recorded['nodes'][number] = {
  node_path: 'nodes[0]',
  kind: 'click',
  page_url: 'https://portal.example',
  candidates: [],
};
const recording = { is_recording: true, nodes: [node] };
const pointed = { mode: 'extract', count: 1 } as const;

test('shows the chosen mode until its click is recorded', () => {
  expect(shownMode(undefined, recording)).toBe('record');
  expect(shownMode(pointed, recording)).toBe('extract');
  expect(shownMode(pointed, { ...recording, nodes: [node, node] })).toBe('record');
});

test('returns to recording once the recording has stopped, or after the end of a row', () => {
  expect(shownMode(pointed, { ...recording, is_recording: false })).toBe('record');
  expect(shownMode(pointed, undefined)).toBe('record');
  expect(shownMode({ mode: 'end_each', count: 1 }, recording)).toBe('record');
});
