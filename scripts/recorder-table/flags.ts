export const USAGE = `usage: pnpm recorder-table [flags]
Lets a scripted person use widgets of public npm packages with mouse and keyboard, records that, and
replays the recordings.
  --only NAME       only widgets or cases whose name contains this text; may be given several times
  --json FILE       file for the result (default .errand/gallery/recorded.json)
  --parallel N      persons, each with a screen and a browser, 1 to 4 (default 2)
  --list            print the cases and run none
  --help            show this text`;
