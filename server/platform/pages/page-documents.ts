import { createHash } from 'node:crypto'
import { type CachedResponse, cachedResponse } from '#server/platform/response-cache/cached-response.ts'

/**
 * Buffers a document, or the data of a document. Inline scripts with the nonce are allowed by hash instead, so that the same bytes can be
 * cached for everyone. An injected script has no nonce and is not allowed.
 */
export async function finishDocument(
  response: Response,
  { nonce, policy, lasting }: { nonce: string; policy: (scripts: string[]) => string; lasting: boolean },
): Promise<CachedResponse> {
  const text = await response.text()
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-document'))
  return cachedResponse({
    status: response.status,
    headers: {
      ...headers,
      ...(headers['content-type']?.includes('html') && { 'content-security-policy': policy(inlineScriptHashes(text, nonce)) }),
      ...(!lasting && { 'cache-control': 'no-store' }),
    },
    body: Buffer.from(text.replaceAll(` nonce="${nonce}"`, '')),
  })
}

function inlineScriptHashes(html: string, nonce: string) {
  const scripts = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)
  const own = [...scripts].filter(([, attributes = '']) => attributes.includes(` nonce="${nonce}"`) && !/\ssrc=/.test(attributes))
  return [...new Set(own.map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`))]
}

/**
 * Returns the content security policy of pages. `scripts` are the hashes of inline scripts in a buffered document, or the nonce of a
 * streamed document. pdf.js needs WebAssembly to decode JPEG 2000 and JBIG2; toasts and dialogs insert inline styles.
 */
export function contentSecurityPolicy({
  scripts,
  apiUrl,
  mediaUrl,
  develop = false,
}: {
  scripts: string[]
  apiUrl?: string
  /** Origin that media requests are redirected to */
  mediaUrl?: string
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
