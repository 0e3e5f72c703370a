import { setTimeout as delay } from 'node:timers/promises'

/** How long a response waits for all of its data before it is streamed. */
export const WHOLE_ANSWER_WAIT_MS = 300

/**
 * The data of a client navigation, sent like a document: whole if it is ready soon, so that it can be cached, else streamed. The header
 * `x-document` says which.
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
  // The other branch of the tee fails too, and is handled there.
  whole.catch(() => undefined)
  const content = await Promise.race([whole, delay(WHOLE_ANSWER_WAIT_MS, undefined, { signal: waiting.signal })])
  waiting.abort()
  if (!content) return settle(late, 'streamed')
  await late.cancel()
  return settle(content, 'whole')
}
