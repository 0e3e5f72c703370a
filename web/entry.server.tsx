import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from './document/nonce.ts'
import { scriptsAfterPaint } from './document/scripts-after-paint.ts'
import { serviceWorkerContext } from './document/service-worker-state.ts'
import { WHOLE_ANSWER_WAIT_MS } from './document/whole-or-streamed.ts'
import { publicManifest } from './public-manifest.ts'

export const streamTimeout = 10_000

/**
 * Renders a document as a whole if its data is ready within the time limit; streams it otherwise, with loading placeholders for missing
 * data. The response header `x-document` is `whole` or `streamed`.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  return new Promise<Response>((resolve, reject) => {
    // The nonce is omitted in development, where every inline script is allowed and React would warn about a mismatch, since browsers hide
    // nonces.
    const nonce = import.meta.env.PROD ? context.get(nonceContext) : undefined
    let responseStatus = status
    let sent = false
    let closed = false
    let waiting: NodeJS.Timeout | undefined
    // The scripts of admin pages are not delayed, since the admin area renders nothing without scripts.
    const needsScripts = new URL(request.url).pathname.startsWith('/admin')
    const crawler = isbot(request.headers.get('user-agent') ?? '')

    const send = (kind: 'whole' | 'streamed') => {
      if (sent) return
      sent = true
      headers.set('content-type', 'text/html; charset=utf-8')
      headers.set('x-document', kind)
      const body =
        import.meta.env.PROD && !needsScripts
          ? scriptsAfterPaint({ serviceWorker: context.get(serviceWorkerContext), nonce })
          : new PassThrough()
      // The `close` listener of the response body is added before React's own listener, which reports a canceled response as an error.
      body.once('close', () => {
        closed = true
      })
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: responseStatus }))
    }

    const manifest = import.meta.env.PROD && !needsScripts ? { ...entry.manifest, url: publicManifest(entry.manifest.url) } : entry.manifest
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={{ ...entry, manifest }} url={request.url} nonce={nonce} />, {
      nonce,
      // The chunk size is unlimited, since React would otherwise move large lists to the document's end and position them by script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => {
        // The abort timer is cleared because it would retain the page in memory.
        clearTimeout(abortTimer)
        clearTimeout(waiting)
        send('whole')
      },
      onShellReady: () => {
        if (!crawler) waiting = setTimeout(() => send('streamed'), WHOLE_ANSWER_WAIT_MS)
      },
      onShellError: reject,
      onError: (error) => {
        if (closed || request.signal.aborted) return
        responseStatus = 500
        console.error(error)
      },
    })
    const abortTimer = setTimeout(abort, streamTimeout + 1000).unref()
  })
}
