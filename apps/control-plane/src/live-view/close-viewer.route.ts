import { defineRoute } from '../http/define-route.ts';

export const closeViewer = defineRoute('closeViewer', async ({ viewers }, { params, body }) => {
  await viewers.close(params.jti, {
    closeCode: body.close_code,
    bytesToViewer: body.bytes_to_viewer,
    bytesFromViewer: body.bytes_from_viewer,
  });
  return { status: 204 };
});
