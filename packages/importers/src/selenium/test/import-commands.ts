import { importSeleniumIde } from '../import-selenium-ide.ts';

export type Command = readonly [command: string, target?: string, value?: string, more?: object];

/** Imports a test of these commands, exactly as they stand. */
export function importTest(commands: readonly Command[], url = 'https://p.example') {
  const toJson = ([command, target = '', value = '', more]: Command) => ({
    command,
    target,
    value,
    targets: [],
    ...more,
  });
  const tests = [{ name: 'main', commands: commands.map(toJson) }];
  const [recording] = importSeleniumIde(JSON.stringify({ url, tests })).recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report, warnings } = recording;
  const outcomes = report.map(({ outcome }) => outcome);
  return { automation, nodes: automation.nodes, report, outcomes, warnings };
}

/** Imports commands on a page that is open. */
export function onPage(...commands: Command[]) {
  const { report, outcomes, ...imported } = importTest([['open', '/'], ...commands]);
  return { ...imported, report: report.slice(1), outcomes: outcomes.slice(1) };
}
