import { dataOf } from '@errand/client';
import { useMutation } from '@tanstack/react-query';
import { useErrand } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/loaded.tsx';
import { tell } from '../../ui/tell.ts';

interface OpenTraceProps {
  readonly taskId: string;
}

/** Opens the trace viewer in another tab, with a ticket for this task only. */
export function OpenTrace({ taskId }: OpenTraceProps) {
  const errand = useErrand();
  const open = useMutation({
    mutationFn: async (viewer: Window | null) => {
      try {
        const params = { path: { task_id: taskId } };
        const { trace_url: url } = await dataOf(
          errand.api.GET('/api/v1/tasks/{task_id}/trace/url', { params }),
        );
        if (!viewer) return location.assign(url);
        viewer.location.href = url;
        tell('The trace opens in another tab.');
      } catch (error) {
        viewer?.close();
        throw error;
      }
    },
  });
  return (
    <>
      <Button disabled={open.isPending} onPress={() => open.mutate(openTab())}>
        Trace
      </Button>
      <Problem error={open.error} />
    </>
  );
}

/**
 * Opens an empty tab. Returns null if a popup blocker intervenes. Browsers open tabs only during
 * the click, so the URL is set later. They also copy this tab's storage, which has the API key.
 */
function openTab(): Window | null {
  const opened = window.open('about:blank');
  opened?.sessionStorage.clear();
  if (opened) opened.opener = null;
  return opened;
}
