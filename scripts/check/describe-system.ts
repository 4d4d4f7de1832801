import { join } from 'node:path';
import { postgresDirectory } from '@errand/embedded-postgres';
import {
  describeProgram,
  describeVersions,
  readPackageVersions,
} from '../system/describe-versions.ts';
import { COMPANIONS, RUN_PACKAGES, TEST_PACKAGES } from '../system/system-packages.ts';

/**
 * One line with the version of each program that the tests run and the repository does not include.
 */
export async function describeSystem(): Promise<readonly string[]> {
  const companions = Object.values(COMPANIONS);
  const [postgres, versions, packages] = await Promise.all([
    describeProgram(join(postgresDirectory(), 'postgres')),
    describeVersions({ ...RUN_PACKAGES, ...TEST_PACKAGES }),
    readPackageVersions(companions),
  ]);
  return [
    `node ${process.version}`,
    `postgres ${postgres}`,
    ...versions,
    ...companions.map((name) => `${name} ${packages.get(name) ?? 'missing'}`),
  ];
}
