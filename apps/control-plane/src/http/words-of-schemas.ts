/** Types of the documents' schemas in plain words. */
export const TYPES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

export const FORMATS: Readonly<Record<string, string>> = {
  uri: 'a URL such as https://erp.example.com/results',
  uuid: 'a UUID',
  email: 'an email address such as ops@example.com',
  'date-time': 'a time such as 2026-03-01T00:00:00Z',
};

/** Every pattern that the documents require in a request, keyed by its source. */
export const PATTERNS: Readonly<Record<string, string>> = {
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$':
    'a time in UTC with milliseconds, such as 2026-03-01T00:00:00.000Z',
  '^[0-9a-f]{64}$': 'the login_queue of a task, 64 hexadecimal digits',
  '\\S': 'a string that is not blank',
  '^[^\\s@]+@[^\\s@]+$': 'an email address such as codes@example.com',
  '^[A-Za-z0-9.:-]+$': 'the name or address of a server, such as imap.example.com',
  '^[A-Za-z0-9-]+(\\.slack\\.com)?$': 'the domain of a workspace, such as acme or acme.slack.com',
  '^AC[0-9a-f]{32}$': 'an account SID of Twilio: AC and 32 hexadecimal digits',
  '^https?://': 'a URL that begins with http:// or https://',
  '^[ -~]+$': 'printable ASCII characters',
  '^[!-~]([ -~]*[!-~])?$': 'printable ASCII characters without spaces at the ends',
  '^[^\\u0000-\\u001f\\u007f:]+$': 'a string without colons and control characters',
  '^[^\\u0000-\\u001f\\u007f]*$': 'a string without control characters',
  '^(?!\\s*$)[^\\u0000-\\u001f\\u007f]+$': 'a string that is not blank, without control characters',
  '^[A-Za-z2-7\\s]+=*$': 'a seed in base32: the letters A to Z and the digits 2 to 7',
  '^[A-Za-z0-9._-]{1,100}$': 'at most 100 letters, digits, dots, underscores and hyphens',
  '^[A-Za-z0-9_-]{1,40}$': 'at most 40 letters, digits, underscores and hyphens',
  '^[A-Za-z0-9_-]{1,40}(,[A-Za-z0-9_-]{1,40}){0,49}$':
    'at most 50 labels separated by commas, each of at most 40 letters, digits, underscores and hyphens',
  '^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):[0-9]{1,5}$':
    'a host and a port such as 10.0.3.7:5900 or [fd00::7]:5900',
  '^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?$':
    'a host name or address such as desktop.example.com, 10.0.0.7:3390 or [fd00::7]',
  '^(failed_node|nodes\\[\\d{1,6}\\].{0,900})$':
    'failed_node, or the path of a node such as nodes[3]',
  '^[A-Za-z0-9+/]{43}=$': '32 bytes in base64',
  '^[A-Za-z0-9_-]{43}$': 'the lease_secret that came with the lease, 43 characters',
  '^[^/\\\\\\u0000-\\u001f]+$': 'a file name without slashes, backslashes and control characters',
  '^[a-z][a-z0-9_]*$': 'lowercase letters, digits and underscores, starting with a letter',
};
