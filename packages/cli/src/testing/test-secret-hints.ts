import { expect, test } from '@jest/globals';
import type { Ran } from './run-in-process.ts';

/** Defines the test for a recording `vault` that declares the secret `pin`. */
export function testSecretHints(errand: (args: string) => Promise<Ran>): void {
  test('says how to give a secret that is missing, or was given as an input', async () => {
    const missing = await errand('run vault note=x');
    expect(missing.stderr).toMatch(
      /^400: secure_parameters lacks "pin", which the automation declares\. Give a reference to the secret: --secure pin=REF, where REF is such as op:\S+\. \(/,
    );
    const asInput = await errand('run vault note=x pin=1234');
    expect(asInput.stderr).toMatch(
      /^400: input_parameters contains "pin", which the automation declares in secure_parameters\. Give a reference .* --secure pin=REF, .*FIELD\. \(/,
    );
    expect(asInput.stderr).not.toContain('1234');
    const both = await errand('run vault pin=1234');
    expect(both.stderr).toMatch(/--secure pin=REF.* Give inputs as key=value/);
    const input = await errand('run vault');
    expect(input.stderr).toMatch(/lacks "note".* declares\. Give inputs as key=value/);
    const wrongPlace = await errand('run vault --secure note=totp:JBSWY3DPEHPK3PXP note=x');
    expect(wrongPlace.stderr).toContain(
      'contains "note", which the automation declares in input_parameters',
    );
  });
}
