// @module-tag full
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test, vi } from 'vitest'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp } from '#tests/support/test-app.ts'

// The timeout is long, since processes have to wait for a core on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

/** Kills one sandbox process of each given kind, in the given order, when the process gets its first task. */
function killSandboxes(kinds: string[], by: NodeJS.Signals = 'SIGKILL'): { left: string[]; stop: () => void } {
  const left = [...kinds]
  const onProcess = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // The process is checked in a microtask, since the event is published before the process is started.
    queueMicrotask(() => {
      if (child.spawnargs?.at(-1) !== left[0]) return
      left.shift()
      const send = child.send.bind(child) as (...message: unknown[]) => boolean
      child.send = (...message: unknown[]) => {
        const isSent = send(...message)
        child.kill(by)
        return isSent
      }
    })
  }
  subscribe('child_process', onProcess)
  return { left, stop: () => unsubscribe('child_process', onProcess) }
}

test('pages are rendered by another sandbox process when a process is killed during rendering', async () => {
  const app = await openTestApp()
  const { services } = app
  const content = Buffer.from(await (await buildPdf({ title: 'Killed', pages: 3 })).arrayBuffer())
  const { pdfUrl } = await storeBook(services, { content })
  const killing = killSandboxes(['page-texts', 'page-pictures'])
  await services.reading.bookPages.makeInBackground(new AbortController().signal)
  killing.stop()
  expect(killing.left).toEqual([])
  expect(await services.reading.bookPages.progress()).toEqual({ complete: 1, waiting: 0, failed: 0 })
  for (const page of [1, 2, 3]) {
    expect((await app.get(`/api/media/${pdfUrl}/pages/${page}/480.avif`)).statusCode).toBe(200)
    expect((await app.get(`/api/media/${pdfUrl}/pages/${page}/text`)).json().runs).toHaveLength(1)
  }
  expect(await temporaryFiles(services)).toEqual([])
  expect((await storedKeys(services)).filter((key) => key.endsWith('.pages'))).toHaveLength(1)
  await app.close()
})

test('a page that crashes a new sandbox process is recorded as failed', async () => {
  const app = await openTestApp()
  const { services } = app
  const content = Buffer.from(await (await buildPdf({ title: 'Deadly', pages: 1 })).arrayBuffer())
  const { pdfUrl } = await storeBook(services, { content })
  const killing = killSandboxes(['page-pictures'], 'SIGSEGV')
  await services.reading.bookPages.makeInBackground(new AbortController().signal)
  killing.stop()
  expect(killing.left).toEqual([])
  const picture = await app.get(`/api/media/${pdfUrl}/pages/1/480.avif`)
  expect([picture.statusCode, picture.json().code]).toEqual([404, 'no_page'])
  await app.close()
})

test('work whose sandbox processes are killed is not recorded as failed, and is done later', async () => {
  const app = await openTestApp()
  const { services } = app
  const content = Buffer.from(await (await buildPdf({ title: 'Unlucky', pages: 1 })).arrayBuffer())
  const { pdfUrl } = await storeBook(services, { content })
  const make = () => services.reading.bookPages.makeInBackground(new AbortController().signal)
  for (const kind of ['book-pages', 'page-texts', 'book-reflow', 'page-pictures']) {
    // The file is attempted twice in a run, for its first pages and for all pages, each time with one retry.
    const killing = killSandboxes([kind, kind, kind, kind])
    await make()
    killing.stop()
    expect(killing.left, kind).toEqual([])
    expect(await services.reading.bookPages.progress(), kind).toEqual({ complete: 0, waiting: 1, failed: 0 })
  }
  await make()
  expect(await services.reading.bookPages.progress()).toEqual({ complete: 1, waiting: 0, failed: 0 })
  expect((await app.get(`/api/media/${pdfUrl}/pages/1/480.avif`)).statusCode).toBe(200)
  expect((await app.get(`/api/media/${pdfUrl}/pages/1/text`)).json().runs).toHaveLength(1)
  await app.close()
})

test('a visitor gets 503 for a page whose sandbox processes were killed, and the page on a later request', async () => {
  const app = await openTestApp({ RENDITIONS: 'asked' })
  const content = Buffer.from(await (await buildPdf({ title: 'Busy', pages: 1 })).arrayBuffer())
  const { pdfUrl } = await storeBook(app.services, { content })
  const killing = killSandboxes(['page-pictures', 'page-pictures'])
  const request = async () => (await app.get(`/api/media/${pdfUrl}/pages/1/480.avif`)).statusCode
  expect(await request()).toBe(503)
  // On a busy machine, a request may end while its page is still being rendered.
  await vi.waitFor(async () => expect(await request()).toBe(200), { timeout: 50_000 })
  expect(killing.left).toEqual([])
  killing.stop()
  await app.close()
})
