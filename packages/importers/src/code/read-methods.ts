/**
 * Methods, with their names as in Python, whose results hold no part of their list, record or text.
 * If a callback returns such a part, it is followed there.
 */
export const plainReaders: ReadonlySet<string> = new Set(
  'count every find_index flat_map for_each has includes index index_of join keys last_index_of map reduce some to_string capitalize ends_with endswith lower pad_end pad_start replace replace_all split starts_with startswith strip title to_fixed to_locale_string to_lower_case to_upper_case trim upper'.split(
    ' ',
  ),
);

/** Methods whose results hold parts, but that change nothing. */
export const partReaders: ReadonlySet<string> = new Set(
  'at concat copy entries filter find find_last flat get items slice to_reversed to_sorted values'.split(
    ' ',
  ),
);

/** Methods that call a function with the parts of their list. */
export const callers: ReadonlySet<string> = new Set(
  'every filter find find_index find_last flat_map for_each map reduce some to_sorted'.split(' '),
);

/** Functions that only read what they get; members as in Python. */
export const plainCalls: ReadonlySet<string> = new Set(
  'Array.is_array Boolean JSON.parse JSON.stringify Number Object.keys String all any bool encodeURIComponent float int isinstance json.dumps len parseFloat parseInt repr str sum type'.split(
    ' ',
  ),
);

/** Objects whose methods leave their arguments unchanged. */
export const harmlessHeads: ReadonlySet<string> = new Set(
  'browser console context expect page print request test'.split(' '),
);

/** The step from a list or record to any of its parts, however deep. */
export const ANY_PART = '*';
