/** The page of the API reference. Its scripts draw it from the OpenAPI document. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference · Errand</title>
    <link rel="icon" href="/favicon.ico" type="image/svg+xml">
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="stylesheet" href="index.css">
    <style>
      .guide { max-width: 1460px; margin: 0 auto; padding: 16px 20px; font: 14px/1.5 system-ui, sans-serif; }
      .guide a { color: #14624f; }
    </style>
  </head>
  <body>
    <p class="guide">
      <a href="/docs/">Documentation</a> · the document as <a href="/openapi.json">JSON</a> and
      <a href="/openapi.yaml">YAML</a>
    </p>
    <noscript>
      <p class="guide">
        This reference needs JavaScript. The same text is in the
        <a href="/openapi.yaml">OpenAPI document</a>; the
        <a href="/docs/">documentation</a> needs none.
      </p>
    </noscript>
    <div id="swagger-ui"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="swagger-ui-standalone-preset.js"></script>
    <script src="swagger-initializer.js"></script>
  </body>
</html>
`;
