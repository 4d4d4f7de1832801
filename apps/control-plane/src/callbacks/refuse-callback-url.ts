import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** Checks on a receiver's address that the schema cannot express. Throws InvalidRequestError. */
export function refuseCallbackUrl(text: string, loc: readonly (string | number)[]): void {
  const url = URL.parse(text);
  const problem = !url
    ? 'is not a URL: specify a URL such as https://erp.example.com/results'
    : url.username !== '' || url.password !== ''
      ? 'must not contain a user name or password: send credentials in their own members'
      : undefined;
  if (problem === undefined) return;
  throw new InvalidRequestError([{ loc, msg: problem, type: 'format' }]);
}
