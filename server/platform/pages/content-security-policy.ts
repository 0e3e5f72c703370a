/**
 * The content security policy of pages. `scripts` are the hashes of a buffered document's inline scripts, or a streamed one's nonce.
 * pdf.js decodes JPEG 2000 and JBIG2 in WebAssembly; toasts and dialogs insert inline styles.
 */
export function contentSecurityPolicy({
  scripts,
  apiUrl,
  mediaUrl,
  develop = false,
}: {
  scripts: string[]
  apiUrl?: string | undefined
  /** Where redirects of media lead */
  mediaUrl?: string | undefined
  develop?: boolean
}): string {
  const api = apiUrl ? ` ${new URL(apiUrl).origin}` : ''
  const media = mediaUrl ? ` ${mediaUrl}` : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${develop ? "'unsafe-inline'" : scripts.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${api}`,
    `media-src 'self' blob:${api}${media}`,
    `connect-src 'self'${api}${media}${develop ? ' ws: http:' : ''}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
