import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { drawn, listBooks, publishOne, swept } from './crash-rounds.ts'
import { findMediaFaults } from './find-media-faults.ts'
import { postmasterPid } from './postmaster-pid.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = 16
const OPENS_MS = 30_000

export const KILLED = ['the app', 'the sandbox process', 'the command', 'the database'] as const
export type PageCrashReport = { round: number; killed: (typeof KILLED)[number]; opensMs: number }[]

/**
 * Kills a different process in each round while page renditions are created. After the next start every book must open, and every file must
 * have a row and every row a file. In the end all pages must be renderable. Throws at the first difference.
 */
export async function runPageCrashes(dataDir: string, rounds: number, log: (line: string) => void = () => {}): Promise<PageCrashReport> {
  const report: PageCrashReport = []
  let app = await runApp(dataDir)
  const credentials = await app.admin()
  for (let round = 1; round <= rounds; round++) {
    const killed = KILLED[(round - 1) % KILLED.length] as (typeof KILLED)[number]
    const book = await publishOne(app, await signIn(app.url, credentials), `Round ${round}`, 0, PAGES)
    if (!book) throw new Error(`No book was published in round ${round}`)
    const asked = [1, 2, 3].map((part) => readPage(app, book, part * 4).catch(() => undefined))
    if (killed === 'the command') await killCommand(dataDir)
    else await delay(randomInt(100, 1500))
    if (killed === 'the sandbox process') await killSandboxes(app)
    if (killed === 'the database') process.kill(await postmasterPid(dataDir), 'SIGKILL')
    if (killed === 'the sandbox process' || killed === 'the command') await Promise.all(asked)
    await app.kill()
    await Promise.all(asked)

    app = await runApp(dataDir)
    await swept(dataDir)
    await drawn(app)
    const opensMs = await opens(app, book)
    await checkWhole(dataDir)
    report.push({ round, killed, opensMs })
    log(`round ${round}: ${killed} was killed; the book opens after ${opensMs} ms, and nothing is half`)
  }
  await runCommand(dataDir)
  for (const book of await listBooks(app)) {
    for (let page = 1; page <= PAGES; page++) {
      const status = await readPage(app, book, page)
      if (status !== 200) throw new Error(`The image of page ${page} of ${book.title} returned ${status}`)
    }
  }
  await checkWhole(dataDir)
  await app.stop()
  return report
}

async function readPage(app: RunningApp, { pdfUrl }: Book, page: number): Promise<number> {
  const response = await fetch(`${app.url}/api/media/${pdfUrl}/pages/${page}/480.avif`)
  await response.arrayBuffer()
  return response.status
}

/**
 * Reads the beginning of a free book's file, then waits for the image of its first page. Returns the milliseconds until the server has
 * rendered this image.
 */
async function opens(app: RunningApp, book: Book): Promise<number> {
  const file = await fetch(`${app.url}/api/media/${book.pdfUrl}`, { headers: { range: 'bytes=0-99' } })
  if (file.status !== 206) throw new Error(`The file of ${book.title} returned ${file.status}`)
  const start = performance.now()
  for (let status = 0; status !== 200; ) {
    status = await readPage(app, book, 1)
    if (![200, 503].includes(status)) throw new Error(`The image of the first page of ${book.title} returned ${status}`)
    if (performance.now() - start > OPENS_MS) throw new Error(`The first page of ${book.title} was not rendered in time`)
  }
  return Math.round(performance.now() - start)
}

async function killSandboxes(app: RunningApp): Promise<void> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')),
    )
    const isOurs =
      status?.includes(`\nPPid:\t${app.process.pid}\n`) && command?.includes('sandbox.child') && !command.includes('share-picture')
    if (isOurs) process.kill(Number(pid), 'SIGKILL')
  }
}

function startCommand(dataDir: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  return spawn('node', ['scripts/renditions.ts', '--all'], { cwd: ROOT, env, stdio: 'ignore' })
}

async function killCommand(dataDir: string): Promise<void> {
  const command = startCommand(dataDir)
  const ended = once(command, 'exit')
  await Promise.race([ended, delay(randomInt(1500, 6000))])
  command.kill('SIGKILL')
  await ended
}

async function runCommand(dataDir: string): Promise<void> {
  const [code] = await once(startCommand(dataDir), 'exit')
  if (code !== 0) throw new Error(`The command that renders pages exited with ${code}`)
}

/**
 * Checks that every file has a database row and every row a file, and that no page image refers to a missing archive or beyond an archive's
 * end.
 */
async function checkWhole(dataDir: string): Promise<void> {
  const faults = await findMediaFaults(dataDir)
  const database = await openDatabase({ dataDir, poolSize: 2 })
  const { rows } = await database.pool.query<{ key: string; page: number }>(`
    select made.file_key as key, made.page from book_page_pictures as made
    cross join jsonb_array_elements(made.pictures) as picture
    left join media_files as pack on pack.key = made.pack_key
    where pack.key is null or (picture->>'start')::int + (picture->>'bytes')::int > pack.bytes`)
  const { rows: undrawn } = await database.pool.query<{ key: string; page: number }>(
    'select file_key as key, page from book_page_pictures where pack_key is null',
  )
  await database.close()
  for (const { key, page } of rows) faults.push(`The image of page ${page} of ${key} is not in the file that should contain it`)
  for (const { key, page } of undrawn) faults.push(`Page ${page} of ${key} is recorded as impossible to render`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
