import { afterEach, expect, test, vi } from 'vitest'
import { ANSWER_MS, browserApi, openBrowserApi } from './browser-api.ts'

afterEach(() => vi.useRealTimers())

/** Simulates a connection that neither receives data nor fails. */
function hang() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(window, 'fetch').mockImplementation(
    (_, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
}

test('a request without a response fails after its time limit', async () => {
  hang()
  const answer = expect(browserApi.getClientId()).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(ANSWER_MS)
  await answer
})

test('a request is aborted by the abort signal of its page, both before the request is sent and while it is in flight', async () => {
  hang()
  const page = new AbortController()
  const api = openBrowserApi(page.signal)
  const running = expect(api.listBooks()).rejects.toMatchObject({ name: 'AbortError' })
  page.abort()
  await running
  await expect(fetchAborted(api)).resolves.toBe(true)
})

async function fetchAborted(api: ReturnType<typeof openBrowserApi>) {
  let aborted: boolean | undefined
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    aborted = init?.signal?.aborted
    return Response.json([])
  })
  await api.listBooks()
  return aborted
}
