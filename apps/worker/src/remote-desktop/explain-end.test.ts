import { expect, test } from '@jest/globals';
import { describeFailure } from '../task-failure.ts';
import { errorOfEnd, explainEnd } from './explain-end.ts';

const host = { text: 'desk.example', name: 'desk.example', address: '10.0.0.7:3389' };

const failed = { class: 'remote_desktop_login_failed', retry: 'never' };
const refused = { class: 'remote_desktop_refused', retry: 'never' };
const unreachable = { class: 'remote_desktop_unreachable', retry: 'infrastructure' };
const lost = { class: 'remote_desktop_lost', retry: 'infrastructure' };

test.each([
  [134, '', failed],
  [154, '', failed],
  [12, '', failed],
  [143, '[ERROR] - certificate not trusted, aborting.', refused],
  [133, '', refused],
  [143, '', unreachable],
  [147, '', unreachable],
  [1, '', lost],
  [null, '', lost],
])('a client that ends with %j before there is a desktop, having said %j', (code, said, wanted) => {
  const failure = describeFailure(errorOfEnd(host, explainEnd(code, said)));
  expect(failure).toMatchObject({ ...wanted, message: expect.stringContaining('"desk.example"') });
});
