import { afterEach, expect, test, vi } from 'vitest'
import { FileGoneError, fetchFiles, loadWithFiles } from './load-files.ts'

afterEach(() => vi.useRealTimers())

let count = 0
const nextName = (kind: string) => `assets/test-${++count}.${kind}`
const fetchWith = (answer: () => Promise<Response>) => vi.spyOn(window, 'fetch').mockImplementation(answer)

test('a module is imported only after its files were fetched, and a file that failed is fetched again', async () => {
  const name = nextName('js')
  const load = vi.fn(async () => 'module')
  const fetch = fetchWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(loadWithFiles(load, [name])).rejects.toThrow('Failed to fetch')
  expect(load).not.toHaveBeenCalled()
  fetch.mockImplementation(async () => new Response('export {}'))
  expect(await loadWithFiles(load, [name])).toBe('module')
  // Repeated loading fetches nothing, since the files are in the browser's cache.
  await loadWithFiles(load, [name])
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a file that is missing on the server is reported as a failure', async () => {
  fetchWith(async () => new Response('', { status: 404 }))
  await expect(fetchFiles([`/${nextName('js')}`])).rejects.toThrow(FileGoneError)
})

test('an HTML page in place of a script file is a failure, and the file is fetched again', async () => {
  const name = nextName('js')
  const load = vi.fn(async () => 'module')
  const fetch = fetchWith(async () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  await expect(loadWithFiles(load, [name])).rejects.toThrow('did not load')
  expect(load).not.toHaveBeenCalled()
  fetch.mockImplementation(async () => new Response('export {}', { headers: { 'content-type': 'text/javascript' } }))
  expect(await loadWithFiles(load, [name])).toBe('module')
})

test('a file that stalls fails after a time limit; a file that arrives slowly does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream({
    start(controller) {
      send = controller
    },
  })
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.addEventListener('abort', () => send?.error(init.signal?.reason))
    return new Response(body)
  })
  const failed = vi.fn()
  fetchFiles([`/${nextName('js')}`]).catch(failed)
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000)
    send?.enqueue(new Uint8Array(1))
  }
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(failed).toHaveBeenCalled()
})

test('a stylesheet that failed to load is added again by the next attempt', async () => {
  const style = `/${nextName('css')}`
  const fetch = fetchWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchFiles([style])).rejects.toThrow()
  expect(document.querySelector(`link[href="${style}"]`)).toBeNull()
  fetch.mockImplementation(async () => new Response(''))
  const added = fetchFiles([style])
  await expect.poll(() => document.querySelector(`link[href="${style}"]`)).not.toBeNull()
  document.querySelector(`link[href="${style}"]`)?.dispatchEvent(new Event('load'))
  await added
  document.querySelector(`link[href="${style}"]`)?.remove()
})
