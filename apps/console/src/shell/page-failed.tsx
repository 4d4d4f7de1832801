import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';

/** For bugs in the console itself; refusals of the server are shown where the request was made. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <Page title="This page has failed" text="Reload it. If that does not help, report this error:">
      <Problem error={error instanceof Error ? error : new Error(String(error))} />
    </Page>
  );
}
