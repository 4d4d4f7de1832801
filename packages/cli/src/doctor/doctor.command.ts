import { type Call, defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { openLimit } from '../terminal/open-limit.ts';
import type { Printer } from '../terminal/printer.ts';
import { plainLine } from '../terminal/plain-text.ts';
import { checkEventStream } from './check-event-stream.ts';
import { checkKey } from './check-key.ts';
import { checkLiveView } from './check-live-view.ts';
import { checkServer } from './check-server.ts';
import { checkVersions } from './check-versions.ts';
import type { Check, Finding } from './finding.ts';

const CHECKS: Readonly<Record<string, Check>> = {
  key: checkKey,
  versions: checkVersions,
  'event stream': checkEventStream,
  'live view': checkLiveView,
};
/** Time limit of each check. */
const CHECK_MS = 15_000;
const NAME_WIDTH = 12;
const OUTCOME_WIDTH = 7;

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Checks the connection: server, clock, API key, versions, event stream, live view.',
  async run(call): Promise<ExitCode> {
    const { url, source } = call.connection();
    call.print.note(`${url}, from ${source}`);
    using limit = openLimit(call.terminal.signal, CHECK_MS);
    const findings: Finding[] = await checkServer(call, limit.signal);
    // Without a server, the other checks would all fail in the same way.
    if (findings.every(({ outcome }) => outcome !== 'failed')) {
      for (const [name, check] of Object.entries(CHECKS)) {
        findings.push({ name, ...(await runCheck(call, check)) });
      }
    }
    const isHealthy = findings.every(({ outcome }) => outcome !== 'failed');
    const document = { url, source, is_healthy: isHealthy, checks: findings };
    call.print.result(document, () => findings.map((one) => describe(call.print, one)).join('\n'));
    return isHealthy ? EXIT.done : EXIT.badResult;
  },
});

async function runCheck(call: Call, check: Check): Promise<Omit<Finding, 'name'>> {
  using limit = openLimit(call.terminal.signal, CHECK_MS);
  try {
    return await check(call, limit.signal);
  } catch (error) {
    call.terminal.signal.throwIfAborted();
    return { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

function describe(print: Printer, { name, outcome, detail }: Finding): string {
  const style = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'dim' } as const;
  const mark = print.color(style[outcome], outcome.padEnd(OUTCOME_WIDTH));
  return `${mark}  ${name.padEnd(NAME_WIDTH)}  ${plainLine(detail)}`;
}
