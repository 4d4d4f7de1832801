import type { TestControlPlane } from '@errand/test-kit';

/** Grants the test account every secret of the installation at one origin. */
export async function grantVaults(
  { command }: Pick<TestControlPlane, 'command'>,
  origin: string,
): Promise<void> {
  for (const provider of ['onepassword', 'aws_secrets_manager']) {
    const place = ['--provider', provider, '--vault', '*', '--item', '*'];
    await command('secrets', 'grant', 'test', ...place, '--origin', origin);
  }
}
