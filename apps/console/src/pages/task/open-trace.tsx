import { dataOf } from '@errand/client';
import { useChange } from '../../api/change.ts';
import { useErrand } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/loaded.tsx';

interface OpenTraceProps {
  readonly taskId: string;
}

/** Opens the trace viewer in another tab, with a ticket for this task alone. */
export function OpenTrace({ taskId }: OpenTraceProps) {
  const errand = useErrand();
  const open = useChange({
    // Browsers open a tab only while they handle the click: its address follows.
    run: async (viewer: Window | null) => {
      try {
        const params = { path: { task_id: taskId } };
        const { trace_url: url } = await dataOf(
          errand.api.GET('/api/v1/tasks/{task_id}/trace/url', { params }),
        );
        if (viewer) viewer.location.href = url;
        else location.assign(url);
      } catch (error) {
        viewer?.close();
        throw error;
      }
    },
    done: () => 'The trace opens in another tab.',
  });
  return (
    <>
      <Button disabled={open.isPending} onPress={() => open.mutate(window.open('about:blank'))}>
        Trace
      </Button>
      <Problem error={open.error} />
    </>
  );
}
