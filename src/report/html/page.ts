import { createHash } from 'node:crypto';
import { type Html, html, type Part } from './html.ts';
import { STYLE } from './style.ts';

/** The page must not load, run or send anything; its own style is allowed by its digest. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE.markup).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** One self-contained page: it has no scripts, fonts or images, and makes no requests. */
export function page(title: string, content: Part): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>`;
}
