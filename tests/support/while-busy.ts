import { setTimeout as delay } from 'node:timers/promises'

const TRIES = 30
const PAUSE_MS = 1000

/** Sends a request, and retries while the response is 503, which a server on a busy machine may return. Returns the last response. */
export async function whileBusy<Answer>(send: () => Promise<Answer>, statusOf: (answer: Answer) => number): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (statusOf(answer) !== 503 || tries === TRIES) return answer
    await delay(PAUSE_MS)
  }
}
