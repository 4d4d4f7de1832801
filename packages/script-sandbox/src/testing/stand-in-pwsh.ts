import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Emulates `pwsh -Command -` as far as the tests need it: lines in, lines out, `$?` after each
 * command.
 */
const source = `#!/usr/bin/python3
import re, sys, os
variables, isGood = {}, True
def expand(text):
    text = text.replace("$?", str(isGood))
    text = re.sub(r"(?<!\`)\\$(\\w+)", lambda m: str(variables.get(m[1], "")), text)
    return re.sub(r"\`(.)", r"\\1", text)
def literal(text):
    if text[0] == "'": return text[1:-1].replace("''", "'")
    if text[0] == '"': return expand(text[1:-1])
    return expand(text.strip("()"))
assert sys.argv[1:] == ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", "-"], sys.argv
for line in sys.stdin:
    line = line.strip()
    if not line: continue
    if match := re.fullmatch(r"Write-Output (.+)", line): print(literal(match[1]), flush=True); isGood = True
    elif match := re.fullmatch(r"\\$(\\w+) = (.+)", line): variables[match[1]] = literal(match[2]); isGood = True
    elif match := re.fullmatch(r"\\[Console\\]::Error\\.WriteLine\\((.+)\\)", line): print(literal(match[1]), file=sys.stderr, flush=True); isGood = True
    elif line == "Get-Location": print(os.getcwd(), os.getuid(), sorted(os.listdir("/")), flush=True)
    elif line == "exit": break
    elif line == "Start-Sleep 60": import time; time.sleep(60)
    else: print("The term", line, "is not recognized", file=sys.stderr, flush=True); isGood = False
`;

/** Installs a stand-in for PowerShell, which neither Debian nor npm provides. */
export async function installStandInPwsh() {
  // The sandbox has its own /dev, which hides temporary directories in /dev/shm.
  const directory = await mkdtemp('/tmp/errand-pwsh-');
  const path = join(directory, 'pwsh');
  await writeFile(path, source);
  // Readable by others like an installed program: the sandbox accesses it as another user.
  for (const each of [directory, path]) await chmod(each, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}
