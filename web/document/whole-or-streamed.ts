import { setTimeout as delay } from 'node:timers/promises'

/** Time limit for rendering a complete response, in ms. After the limit, the response is streamed. */
export const WHOLE_ANSWER_WAIT_MS = 300

/**
 * Sends the data of a client navigation as a whole if it is ready within the time limit, so that it can be cached; streams it otherwise.
 * The response header `x-document` is `whole` or `streamed`.
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
  // The rejection is ignored here, since `late`, the second branch of the stream, fails too and its error is handled.
  whole.catch(() => undefined)
  const content = await Promise.race([whole, delay(WHOLE_ANSWER_WAIT_MS, undefined, { signal: waiting.signal })])
  waiting.abort()
  if (!content) return settle(late, 'streamed')
  await late.cancel()
  return settle(content, 'whole')
}
