import { expect, test } from '@jest/globals';
import { scriptSession } from '../testing/script-session.ts';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const { start } = scriptSession(app);

test('200 names the secrets whose references the session does not take over', async () => {
  const inputs = { username: ['ann'], number: ['7'] };
  const opened = await start({ automation: orderAutomation, input_parameters: inputs });
  const at = `/api/v1/sessions/${opened.id}/automation`;
  const onepassword = { vault_name: 'Portals', item_name: 'Order', field_name: 'PIN' };
  const { code } = orderAutomation.parameters.secure_parameters;
  const change = async (secrets: object) => {
    const parameters = { ...orderAutomation.parameters, secure_parameters: secrets };
    const automation = { ...orderAutomation, parameters };
    const [{ body }] = await Promise.all([
      app.patch(at, { automation }).expect(200),
      opened.answerNext({ answer: { position: 'nodes[0]' } }, number++),
    ]);
    return body;
  };
  let number = 0;
  const position = 'nodes[0]';
  expect(await change({ code })).toEqual({ position, ignored_secrets: [] });
  const changed = { code: [{ onepassword }], pin: [{ onepassword }], later: [] };
  expect(await change(changed)).toEqual({ position, ignored_secrets: ['code', 'pin'] });
  const sealed = { code: [{ totp: { totp_secret: 'sealed:x' } }] };
  const parameters = { ...orderAutomation.parameters, secure_parameters: sealed };
  await app.patch(at, { automation: { ...orderAutomation, parameters } }).expect(422);
});
