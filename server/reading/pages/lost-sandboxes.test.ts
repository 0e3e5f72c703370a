// @module-tag full
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp } from '#tests/support/test-app.ts'

/** Kills one sandbox process of each given kind, in the given order, when the process gets its first task. */
function killSandboxes(kinds: string[]): { left: string[]; stop: () => void } {
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
        child.kill('SIGKILL')
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

test('a page that crashes each sandbox process is recorded as failed after the second process', async () => {
  const app = await openTestApp()
  const { services } = app
  const content = Buffer.from(await (await buildPdf({ title: 'Deadly', pages: 1 })).arrayBuffer())
  const { pdfUrl } = await storeBook(services, { content })
  const killing = killSandboxes(['page-pictures', 'page-pictures'])
  await services.reading.bookPages.makeInBackground(new AbortController().signal)
  killing.stop()
  expect(killing.left).toEqual([])
  const picture = await app.get(`/api/media/${pdfUrl}/pages/1/480.avif`)
  expect([picture.statusCode, picture.json().code]).toEqual([404, 'no_page'])
  await app.close()
})
