import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from './document/nonce.ts'
import { scriptsAfterPaint } from './document/scripts-after-paint.ts'
import { WHOLE_ANSWER_WAIT_MS } from './document/whole-or-streamed.ts'

export const streamTimeout = 10_000

/**
 * Renders a document: whole when its data is there at once, else the shell first, with Loading in the data's place. The header
 * `x-document` says which.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  return new Promise<Response>((resolve, reject) => {
    // In development the policy allows every inline script, and React would find that browsers hide a nonce.
    const nonce = import.meta.env.PROD ? context.get(nonceContext) : undefined
    let responseStatus = status
    let sent = false
    let left = false
    let waiting: NodeJS.Timeout | undefined
    // There is nothing to see before they have come.
    const drawnByScripts = new URL(request.url).pathname.startsWith('/admin')
    const crawler = isbot(request.headers.get('user-agent') ?? '')

    const send = (kind: 'whole' | 'streamed') => {
      if (sent) return
      sent = true
      headers.set('content-type', 'text/html; charset=utf-8')
      headers.set('x-document', kind)
      const body = import.meta.env.PROD && !drawnByScripts ? scriptsAfterPaint() : new PassThrough()
      // Before React hears of it, to whom it is a failure.
      body.once('close', () => {
        left = true
      })
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: responseStatus }))
    }

    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
      nonce,
      // Large lists would be put at the end, to be moved by a script; they belong in their place, where every reader finds them.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => {
        // A timer keeps the whole page in memory.
        clearTimeout(patience)
        clearTimeout(waiting)
        send('whole')
      },
      onShellReady: () => {
        if (!crawler) waiting = setTimeout(() => send('streamed'), WHOLE_ANSWER_WAIT_MS)
      },
      onShellError: reject,
      onError: (error) => {
        if (left || request.signal.aborted) return
        responseStatus = 500
        console.error(error)
      },
    })
    const patience = setTimeout(abort, streamTimeout + 1000).unref()
  })
}
