import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';

/** For mistakes of the console itself: what the server refuses is shown where it was asked. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <Page title="This page has failed" text="Reload it. If that does not help, report this error:">
      <Problem error={error instanceof Error ? error : new Error(String(error))} />
    </Page>
  );
}
