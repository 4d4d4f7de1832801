import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { ImportedFile } from './imported-file.tsx';
import { readFiles, type ReadFile } from './read-files.ts';

/** Converts files from other tools into recordings. The files do not leave the browser. */
export function ImportPage() {
  const picker = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly ReadFile[]>([]);
  const [isOver, setOver] = useState(false);
  const read = useMutation({
    mutationFn: readFiles,
    onSuccess: (next) => setFiles((current) => [...next, ...current]),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    read.mutate([...event.dataTransfer.files]);
  };
  return (
    <Page
      title="Import"
      text="From Chrome’s DevTools Recorder, Selenium IDE, Playwright (TypeScript and Python) and Automa."
    >
      <div
        className="card drop"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>Drop files here, or</p>
        <input
          ref={picker}
          type="file"
          multiple
          className="unseen"
          tabIndex={-1}
          aria-label="Files to import"
          accept=".json,.side,.ts,.js,.mjs,.py,.tsx,.txt"
          onChange={({ currentTarget }) => {
            read.mutate([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <Button look="main-action" onPress={() => picker.current?.click()}>
          Choose files
        </Button>
      </div>
      <div role="status">{read.isPending && 'Reading…'}</div>
      <Problem error={read.error} />
      {files.map((file) => (
        <ImportedFile key={file.id} file={file} />
      ))}
    </Page>
  );
}
