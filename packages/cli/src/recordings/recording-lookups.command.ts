import { defineCommand } from '../command/define-command.ts';
import { durationBetween } from '../tasks/times.ts';
import { fileOf, getRecording, listRecordings } from './find-recordings.ts';
import { formatRecording } from './recording-file.ts';

export const listCommand = defineCommand({
  name: 'recordings ls',
  words: ['[PATTERN]'],
  summary: 'Lists recordings; PATTERN is a regular expression for their names.',
  async run(call) {
    const recordings = await listRecordings(call, call.words[0]);
    const rows = recordings.map(({ automation, ...rest }) => ({
      ...rest,
      inputs: Object.keys(automation.parameters.input_parameters),
    }));
    call.print.result({ recordings: rows }, () =>
      call.print.table(
        [
          { title: 'RECORDING', text: (row) => row.endpoint_name, isFlexible: true },
          { title: 'VERSION', text: (row) => String(row.version) },
          { title: 'CHANGED', text: (row) => `${durationBetween(row.updated_at, null)} ago` },
          { title: 'INPUTS', text: (row) => row.inputs.join(', '), isFlexible: true },
          { title: 'DESCRIPTION', text: (row) => row.description, isFlexible: true },
        ],
        rows,
      ),
    );
  },
});

export const showCommand = defineCommand({
  name: 'recordings show',
  words: ['NAME'],
  summary: 'Prints a recording as recordings pull writes it.',
  options: { yaml: { summary: 'as YAML' } },
  async run(call) {
    const file = await fileOf(call, await getRecording(call, call.words[0] ?? ''));
    const text = await formatRecording(call.has('yaml') ? 'x.yaml' : 'x.json', file);
    call.print.result(file, () => call.print.content(text.trimEnd()));
  },
});
