/** Methods, as in Python, whose results hold no part of their list, record or text. */
export const plainReaders: ReadonlySet<string> = new Set(
  'count every find_index for_each has includes index index_of join keys last_index_of some to_string'.split(
    ' ',
  ),
);

/** Methods whose results hold parts, but that change nothing. */
export const partReaders: ReadonlySet<string> = new Set(
  'at concat copy entries filter find find_last flat flat_map get items map slice to_reversed to_sorted values'.split(
    ' ',
  ),
);

/** Methods that call a function with the parts of their list. */
export const callers: ReadonlySet<string> = new Set(
  'every filter find find_index find_last flat_map for_each map some to_sorted'.split(' '),
);

/** Objects whose methods leave what they get as it is. */
export const harmlessHeads: ReadonlySet<string> = new Set(
  'browser console context expect page print request test'.split(' '),
);

/** The step from a list or record to any of its parts, however deep. */
export const ANY_PART = '*';
