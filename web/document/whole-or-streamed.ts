import { setTimeout as delay } from 'node:timers/promises'

/** How long an answer waits for its data before what is there is sent. */
export const WHOLE_ANSWER_WAIT_MS = 300

/**
 * The data of a client navigation, like a document: whole when it is there at once, so that it can be kept for everyone, else as it
 * comes. The header `x-document` says which.
 */
export async function wholeOrStreamed({ body, status, headers }: Response): Promise<Response> {
  const settle = (content: BodyInit | null, kind: 'whole' | 'streamed') => {
    headers.set('x-document', kind)
    return new Response(content, { status, headers })
  }
  if (!body) return settle(null, 'whole')
  const [early, late] = body.tee()
  const waiting = new AbortController()
  const whole = new Response(early).arrayBuffer()
  // A stream that breaks breaks for its reader too.
  whole.catch(() => undefined)
  const content = await Promise.race([whole, delay(WHOLE_ANSWER_WAIT_MS, undefined, { signal: waiting.signal })])
  waiting.abort()
  if (!content) return settle(late, 'streamed')
  await late.cancel()
  return settle(content, 'whole')
}
