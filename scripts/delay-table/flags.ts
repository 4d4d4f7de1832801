export const USAGE = `usage: pnpm delay-table [flags]
  --only NAME       only pages whose name contains this text; may be given several times
  --json FILE       file for the result (default .errand/delay-table/result.json)
  --parallel N      pages at a time, 1 to 4 (default 2)
  --list            print the pages and run none
  --help            show this text`;
