import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TableFlags } from './flags.ts';
import type { GalleryCase, Widget } from './widget.ts';
import { widgets } from './widgets.ts';

/** Where the packages of the gallery are installed and its tables are written. */
export const GALLERY = fileURLToPath(new URL('../../.errand/gallery', import.meta.url));

export interface PlannedCase {
  readonly widget: Widget;
  readonly gallery: GalleryCase;
}

interface Table<Flags extends TableFlags> {
  readonly usage: string;
  /** File for the result, in `GALLERY`, unless a flag names another one. */
  readonly file: string;
  /** Throws an error that names an unknown flag or one with an invalid value. */
  readonly parse: (args: readonly string[], defaultFile: string) => Flags;
  /** Default: every case. */
  readonly accepts?: (gallery: GalleryCase) => boolean;
  /** Returns the exit status. */
  readonly run: (flags: Flags, planned: readonly PlannedCase[]) => Promise<number>;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs, or lists, the cases that the command line names, and sets the exit status. */
export async function runTable<Flags extends TableFlags>(table: Table<Flags>): Promise<void> {
  try {
    const flags = table.parse(process.argv.slice(2), join(GALLERY, table.file));
    const planned = planCases(flags.only, table.accepts);
    if (flags.help) say(table.usage);
    else if (flags.list)
      for (const { widget, gallery } of planned) say(`${widget.name}: ${gallery.name}`);
    else process.exitCode = await table.run(flags, planned);
  } catch (error) {
    process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
  process.disconnect?.();
}

function planCases(
  only: readonly string[],
  accepts: (gallery: GalleryCase) => boolean = () => true,
): PlannedCase[] {
  return widgets
    .flatMap((widget) => widget.cases.map((gallery) => ({ widget, gallery })))
    .filter(({ gallery }) => accepts(gallery))
    .filter(
      ({ widget, gallery }) =>
        only.length === 0 || only.some((text) => `${widget.name}: ${gallery.name}`.includes(text)),
    );
}
