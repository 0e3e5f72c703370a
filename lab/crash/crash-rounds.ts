import { randomInt } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Book } from '#contracts/catalogue/book.ts'
import type { ItemDetails } from '#contracts/catalogue/item.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildBookForm, buildImage, buildPdf } from '#tests/support/sample-files.ts'
import { findMediaFaults } from './find-media-faults.ts'
import { postmasterPid } from './postmaster-pid.ts'

export type CrashReport = { rounds: number; published: number; interrupted: number; adopted: number; restarted: number }

/**
 * Kills the server repeatedly while books are being published, sometimes together with its PostgreSQL. After each start, checks that every
 * acknowledged book is complete and that interrupted uploads left nothing behind. Throws at the first difference.
 */
export async function runCrashRounds(dataDir: string, rounds: number, log: (line: string) => void = () => {}): Promise<CrashReport> {
  const report: CrashReport = { rounds, published: 0, interrupted: 0, adopted: 0, restarted: 0 }
  const acknowledged = new Map<string, Book>()
  let app = await runApp(dataDir)
  const credentials = await app.admin()

  for (let round = 1; round <= rounds; round++) {
    const headers = await signIn(app.url, credentials)
    const uploads = [0, 1, 2].map((number) => publishOne(app, headers, `Round ${round}, book ${number}`, randomInt(0, 300)))
    // The server is killed at a random point: after zero, one or two responses, plus up to 0.9 seconds.
    const answered = randomInt(0, 3)
    if (answered > 0) await nth(uploads, answered)
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 900)))
    const postmaster = await postmasterPid(dataDir)
    await app.kill()
    const withDatabase = round % 3 === 0
    if (withDatabase) process.kill(postmaster, 'SIGKILL')
    for (const book of await Promise.all(uploads)) {
      if (book) acknowledged.set(book.id, book)
      else report.interrupted += 1
    }

    app = await runApp(dataDir)
    report[(await postmasterPid(dataDir)) === postmaster ? 'adopted' : 'restarted'] += 1
    await swept(dataDir)
    await drawn(app)
    await checkWhole(dataDir, app, acknowledged)
    log(`round ${round}: ${acknowledged.size} books acknowledged and whole`)
  }
  report.published = acknowledged.size
  await app.stop()
  return report
}

/**
 * Kills one of two instances on the same data folder, alternately, while both publish. Checks the books at both instances after each
 * restart. Returns the number of acknowledged books. Throws at the first difference.
 */
export async function runSharedFolderRounds(dataDir: string, rounds: number): Promise<number> {
  const acknowledged = new Map<string, Book>()
  const first = await runApp(dataDir)
  const apps = [first, await runApp(dataDir)]
  const credentials = await first.admin()
  for (let round = 1; round <= rounds; round++) {
    const uploads: Promise<Book | undefined>[] = []
    for (const [at, app] of apps.entries()) {
      const headers = await signIn(app.url, credentials)
      for (const number of [0, 1, 2]) uploads.push(publishOne(app, headers, `Round ${round}, app ${at}, book ${number}`, randomInt(0, 300)))
    }
    await nth(uploads, randomInt(1, 4))
    await apps[round % 2]?.kill()
    for (const book of await Promise.all(uploads)) if (book) acknowledged.set(book.id, book)
    apps[round % 2] = await runApp(dataDir)
    await swept(dataDir, apps.length)
    for (const app of apps) {
      await drawn(app)
      await checkWhole(dataDir, app, acknowledged)
    }
  }
  for (const app of apps) await app.stop()
  return acknowledged.size
}

/** Resolves when `count` of the promises have resolved. */
function nth(promises: Promise<unknown>[], count: number) {
  let left = count
  return new Promise<void>((resolve) => {
    for (const promise of promises) void promise.then(() => --left === 0 && resolve())
  })
}

/** Waits for the cleanup that each instance runs right after its start, until only the temporary folders of running instances are left. */
export async function swept(dataDir: string, apps = 1) {
  for (let look = 0; look < 1200; look++) {
    if ((await readdir(join(dataDir, 'tmp'))).length === apps) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Temporary folders remained after the restart')
}

/** Resolves when each book has its share image, so that the background rendering of share images has ended. */
export async function drawn(app: RunningApp) {
  for (const { id } of await listBooks(app)) {
    for (let look = 0; (await readBook(app, id)).sharePicture === null; look++) {
      if (look === 300) throw new Error(`No share image of the book ${id} was rendered in time`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

export async function listBooks(app: RunningApp): Promise<Book[]> {
  return (await fetch(`${app.url}/api/books`)).json() as Promise<Book[]>
}

async function readBook(app: RunningApp, id: string): Promise<Book & ItemDetails> {
  return (await fetch(`${app.url}/api/books/${id}`)).json() as Promise<Book & ItemDetails>
}

/**
 * Publishes a book and returns it if the response is 201, otherwise undefined. With `pages`, the book is free and has this number of pages.
 */
export async function publishOne(
  app: RunningApp,
  headers: Record<string, string>,
  title: string,
  delay: number,
  pages?: number,
): Promise<Book | undefined> {
  const seed = randomInt(1, 1_000_000)
  const body = await buildBookForm({
    title,
    price: pages ? '0' : String(seed % 3),
    coverImage: await buildImage({ width: 90, height: 130, seed }),
    pdf: await buildPdf({ title, pages: pages ?? 4 }),
  })
  await new Promise((resolve) => setTimeout(resolve, delay))
  const response = await fetch(`${app.url}/api/books`, { method: 'POST', headers, body }).catch(() => undefined)
  return response?.status === 201 ? ((await response.json().catch(() => undefined)) as Book | undefined) : undefined
}

async function checkWhole(dataDir: string, app: RunningApp, acknowledged: Map<string, Book>) {
  const byId = new Map((await listBooks(app)).map((book) => [book.id, book]))
  for (const [id, book] of acknowledged) {
    // Only listed properties are compared, since lists contain fewer properties than the response to the publication.
    if (!isDeepStrictEqual({ ...book, ...byId.get(id) }, book) || !byId.has(id))
      throw new Error(`The book ${id} is missing or differs from the acknowledged response`)
  }
  const faults = await findMediaFaults(dataDir)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
