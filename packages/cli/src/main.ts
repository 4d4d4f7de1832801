#!/usr/bin/env node
// The command line of Errand: `errand --help`.
import { runProcess } from './run-process.ts';

await runProcess();
