import { useQuery } from '@tanstack/react-query';
import { useErrand } from '../../api/errand-context.ts';
import { formatBytes, formatMoment } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Table } from '../../ui/table.tsx';
import { ScreenVideo } from './screen-video.tsx';
import type { TaskDetail } from './task-detail.ts';

interface TaskFilesProps {
  readonly task: TaskDetail;
}

/** The files of the task; its videos can be played. */
export function TaskFiles({ task }: TaskFilesProps) {
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['task', task.task_id, 'files'],
    queryFn: ({ signal }) => errand.downloads.list(task.task_id, { signal }),
    enabled: task.files_deleted_at === null,
  });
  if (task.files_deleted_at !== null) {
    return (
      <div className="empty">The files were deleted on {formatMoment(task.files_deleted_at)}.</div>
    );
  }
  return (
    <Loaded query={query}>
      {(files) => (
        <div className="section">
          {files
            .filter(({ content_type: type }) => type.startsWith('video/'))
            .map(({ url, filename }) => (
              <ScreenVideo key={withoutSignature(url)} url={url} filename={filename} />
            ))}
          <Table
            label="Files of the task"
            rows={files}
            rowKey={({ url }) => withoutSignature(url)}
            empty="The task has no files."
            columns={[
              { name: 'Name', cell: ({ filename, url }) => <a href={url}>{filename}</a> },
              { name: 'Type', cell: ({ content_type: type }) => type },
              { name: 'Size', kind: 'number', cell: ({ size }) => formatBytes(size) },
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}

/** Each read of the list signs new URLs. */
const withoutSignature = (url: string): string => url.split('?')[0] ?? url;
