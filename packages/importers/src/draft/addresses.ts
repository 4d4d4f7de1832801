import { isSecretName } from './parameter-names.ts';

const CREDENTIALS = /^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i;
/** A parameter of a query or a fragment, such as `access_token=abc`. */
const PARAMETER = /(?<=[?&#;])(?<name>[\w.~%[\]-]{1,80})=(?<value>[^&#;\s"'`]+)/g;
const PLACEHOLDER = /^\{\w+\[0\]\}$/;

interface Address {
  readonly url: string;
  readonly why?: string;
}

/**
 * Leaves out the user name and the password of an address, and the values of parameters that are
 * named like secrets. `declare` returns the placeholder for the value of a parameter.
 */
export function withoutSecrets(address: string, declare: (name: string) => string): Address {
  const names = new Set<string>();
  const plain = address.replace(CREDENTIALS, '$1');
  const url = plain.replaceAll(PARAMETER, (pair, name: string, value: string) => {
    if (!isSecretName(name) || PLACEHOLDER.test(value)) return pair;
    names.add(name);
    return `${name}=${declare(name)}`;
  });
  const whys = [
    ...(plain === address ? [] : ['The user name and the password in the address are left out.']),
    ...(names.size === 0
      ? []
      : [
          `The value of ${[...names].join(', ')} is left out of the address: each task supplies it.`,
        ]),
  ];
  return whys.length === 0 ? { url } : { url, why: whys.join(' ') };
}

/** A call of a script's own function that signs in, such as `page.login('ann', 'secret')`. */
const SIGN_IN =
  /\b(?<call>\w{0,40}(?:log_?in|log_?on|sign_?in|authenticate|password)\w{0,40})\((?<given>[^()]{1,2000})\)/gi;
const QUOTED = /(["'`])(?:(?!\1)[^\\]|\\.)*\1/g;

/**
 * Hides the secrets of a source step: names, passwords and tokens in addresses, and what a function
 * that signs in is given.
 */
export function hideSecrets(text: string): string {
  return text
    .replaceAll(
      SIGN_IN,
      (_call, name: string, given: string) => `${name}(${given.replaceAll(QUOTED, '$1…$1')})`,
    )
    .replaceAll(/(?<=:\/\/)[^\s/?#@"'`]{1,2000}@/g, '…@')
    .replaceAll(PARAMETER, (pair, name: string) => (isSecretName(name) ? `${name}=…` : pair));
}
