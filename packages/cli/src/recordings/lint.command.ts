import type { ErrandSchemas } from '@errand/client';
import { defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { plainLine } from '../terminal/plain-text.ts';
import { checkAutomation, describeCheck } from './check-automation.ts';
import { listFiles } from './list-files.ts';
import { hasEndpointName, readObject } from './recording-file.ts';

const NAMELESS = {
  path: [],
  rule: 'no-endpoint-name',
  message:
    'It has no endpoint_name, which "errand recordings push" needs: the name of the file does not count.',
};

export const lint = defineCommand({
  name: 'lint',
  words: ['FILE...'],
  summary:
    'Checks files or folders of recordings, or of automations alone; exit code 3 if one has a fault.',
  async run(call): Promise<ExitCode> {
    let isValid = true;
    for (const path of listFiles(call.words)) {
      const object = await readObject(path);
      const automation = (object['automation'] ?? object) as ErrandSchemas['Automation'];
      const found = await checkAutomation(call, automation);
      const isNameless = 'automation' in object && !hasEndpointName(object);
      const warnings = isNameless ? [NAMELESS, ...found.warnings] : found.warnings;
      const check = { ...found, warnings };
      isValid &&= check.valid;
      const lines = describeCheck(path, check);
      call.print.line({ path, ...check }, () =>
        lines.length === 0 ? `${plainLine(path)}: no faults` : lines.join('\n'),
      );
    }
    return isValid ? EXIT.done : EXIT.badResult;
  },
});
