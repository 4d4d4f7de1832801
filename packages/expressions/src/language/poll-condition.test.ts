import { expect, test } from '@jest/globals';
import { createBindings } from '../bindings.ts';
import { parseExpression } from './parse-expression.ts';
import { evaluatePollCondition } from './poll-condition.ts';

const bindings = createBindings({
  inputParameters: { wanted: ['completed'], status_code: ['not this one'] },
  generatedVariables: {},
});
const response = {
  status_code: 200,
  headers: { 'content-type': 'application/json' },
  body: { status: 'completed', items: [{ id: 7 }], none: null },
};

const poll = (source: string) =>
  evaluatePollCondition(parseExpression(source), { response, bindings });

test.each([
  ["body.status == 'completed'", true],
  ["body.status == 'status'", false],
  ['body.status == {wanted[0]}', true],
  ["body.status == '{wanted[0]}'", true],
  ['status_code == 200 and body.items[0].id == 7', true],
  ["body.items[0]['id'] in [6, 7]", true],
  ["headers['content-type'].startswith('application')", true],
  ['body.progress is None', true],
  ['body.none.deeper is None', true],
  ['body.status.deeper', false],
  ['body', true],
])('%s is %s', (source, isMet) => {
  expect(poll(source)).toEqual({ kind: 'value', isMet });
});

test.each(['wanted[0]', 'error', 'body.items[3].id == 7', 'body.status > 5', '{absent[0]}'])(
  '%s is an error that the caller may treat as not met',
  (source) => {
    expect(poll(source)).toMatchObject({ kind: 'error', error: { message: expect.any(String) } });
  },
);
