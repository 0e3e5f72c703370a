import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const CAN_SEE_PROCESSES = process.platform === 'linux'
const killed = new Set<string>()

/** Kills the next process that inspects files for this one in the background, when it has its task. */
async function killNextInspector(kind: string): Promise<void> {
  for (;;) {
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && !killed.has(name) && isInspector(name, kind))
    if (pid) {
      process.kill(Number(pid), 'SIGKILL')
      killed.add(pid)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function isInspector(pid: string, kind: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent, nice] = [fields[1], fields[16]]
    // It gets its priority when it has started, just before its task.
    return (
      parent === String(process.pid) &&
      nice === '19' &&
      readFileSync(`/proc/${pid}/cmdline`, 'latin1').endsWith(`inspect.child.ts\0${kind}\0`)
    )
  } catch {
    return false
  }
}

test.runIf(CAN_SEE_PROCESSES)('a process that is killed while it makes pages costs no page: another one makes them', async () => {
  const app = await openTestApp()
  const { services } = app
  const content = Buffer.from(await (await buildPdf({ title: 'Killed', pages: 3 })).arrayBuffer())
  const { pdfUrl } = await storeBook(services, { content })
  const making = services.bookPages.makeInBackground(new AbortController().signal)
  for (const kind of ['page-texts', 'page-pictures']) await killNextInspector(kind)
  await making
  expect(await services.bookPages.progress()).toEqual({ complete: 1, waiting: 0, failed: 0 })
  for (const page of [1, 2, 3]) {
    expect((await app.get(`/api/media/${pdfUrl}/pages/${page}/480.avif`)).statusCode).toBe(200)
    expect((await app.get(`/api/media/${pdfUrl}/pages/${page}/text`)).json().runs).toHaveLength(1)
  }
  expect(await temporaryFiles(services)).toEqual([])
  expect((await storedKeys(services)).filter((key) => key.endsWith('.pages'))).toHaveLength(1)
  await app.close()
})

test.runIf(CAN_SEE_PROCESSES)('a page that ends each process that opens it is given up after the second', async () => {
  const app = await openTestApp()
  const { services } = app
  const content = Buffer.from(await (await buildPdf({ title: 'Deadly', pages: 1 })).arrayBuffer())
  const { pdfUrl } = await storeBook(services, { content })
  const making = services.bookPages.makeInBackground(new AbortController().signal)
  for (const kind of ['page-pictures', 'page-pictures']) await killNextInspector(kind)
  await making
  const picture = await app.get(`/api/media/${pdfUrl}/pages/1/480.avif`)
  expect([picture.statusCode, picture.json().code]).toEqual([404, 'no_page'])
  await app.close()
})
