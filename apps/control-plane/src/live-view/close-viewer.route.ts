import { defineRoute } from '../http/define-route.ts';
import type { ViewerStore } from './viewer-store.ts';

export const closeViewer = defineRoute(
  'closeViewer',
  async ({ viewers }: { readonly viewers: ViewerStore }, { params, body }) => {
    await viewers.close(params.jti, {
      closeCode: body.close_code,
      bytesToViewer: body.bytes_to_viewer,
      bytesFromViewer: body.bytes_from_viewer,
    });
    return { status: 204 };
  },
);
