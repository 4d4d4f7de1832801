import { extensionOf } from './safe-filename.ts';

const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/**
 * Returns the extension with its dot; empty for an unknown type. Parameters such as a charset are
 * ignored.
 */
export function extensionOfType(contentType: string): string {
  const wanted = contentType.split(';', 1)[0]?.trim().toLowerCase();
  return Object.entries(types).find(([, type]) => type === wanted)?.[0] ?? '';
}

/**
 * Returns the media type by file extension, because Chromium does not report that of a download.
 */
export function contentTypeOf(filename: string): string {
  return types[extensionOf(filename).toLowerCase()] ?? 'application/octet-stream';
}
