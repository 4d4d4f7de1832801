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
])(
  'explains a client that ends with %j before a desktop appears, with the output %j',
  (code, said, wanted) => {
    const failure = describeFailure(errorOfEnd(host, explainEnd(code, said)));
    expect(failure).toMatchObject({
      ...wanted,
      message: expect.stringContaining('"desk.example"'),
    });
  },
);

const endedByServer = `
[ERROR][com.freerdp.core] - rdp_set_error_info:freerdp_set_last_error_ex ERRINFO_LOGOFF_BY_USER [0x0001000C]
[ERROR][com.freerdp.core.transport] - transport_check_fds: transport->ReceiveCallback() - -1`;
const endedAtOnce = `
[ERROR][com.freerdp.core.transport] - BIO_read returned a system error 104: Connection reset by peer`;
const noConnection = `
[ERROR][com.freerdp.core.transport] - BIO_should_retry returned a system error 32: Broken pipe`;
const webServer = '[ERROR][com.freerdp.core] - tpdu length 72 > tpkt header length 0';

test.each([
  [131, endedByServer, /the server responded and closed the connection before a session began/],
  [147, endedAtOnce, /the server responded and closed the connection before a session began/],
  [147, noConnection, /no connection could be made/],
  [131, '', /no connection could be made/],
  [133, webServer, /the server there does not speak RDP/],
  [143, '', /a server responded, but TLS with it failed/],
  [138, '', /the connection failed/],
])('explains a client that ends with %j as far as %j allows', (code, said, wanted) => {
  const error = errorOfEnd(host, explainEnd(code, said));
  expect(error).toMatchObject({ code: 'remote_desktop_unreachable' });
  expect(error.message).toMatch(wanted);
});
