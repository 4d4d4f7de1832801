/** Words that people search for and the sections do not use, by the address of the section. */
export const otherWords: Readonly<Record<string, string>> = {
  '/docs/actions#select_option': 'dropdown combobox',
  '/docs/deploy': 'docker containers kubernetes',
  '/docs/first-automation': 'sign in log in login',
  '/docs/loops#open-each-row-of-a-list': 'pagination paging',
  '/docs/loops#while-something-is-true': 'pagination paging next page',
  '/docs/secrets': 'sign in log in login password credentials',
  '/docs/secrets#one-time-codes-two-factor-2fa': 'otp mfa totp authenticator sms',
  '/docs/waiting#slow-pages': 'cookie banner consent infinite scroll lazy loading',
};
