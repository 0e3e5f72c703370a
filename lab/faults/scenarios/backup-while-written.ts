import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Book } from '#contracts/catalogue/book.ts'
import { runApp } from '#tests/support/run-app.ts'
import { buildBookForm, buildPdf } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'

const WRITERS = 2

/** A backup during changes contains all earlier books completely, and two backups without changes in between are identical. */
export const backupWhileWritten: Scenario = {
  number: 13,
  name: 'backup during writes',
  run: backUpWhileWritten,
}

async function backUpWhileWritten(product: Product, { log }: Pick<ScenarioOptions, 'log'>): Promise<Figure[]> {
  const folder = await makeTempFolder()
  try {
    const writing = startWriting(product)
    await writing.published(4)
    const stoodBefore = await listBooks(product.url)
    const busy = await backUpAndRestore(product, folder, 'busy')
    log(`${await writing.end()} books were published during the backups`)
    const restored = new Set(busy.books.map(({ id }) => id))

    const quietSource = await listBooks(product.url)
    const quiet = await backUpAndRestore(product, folder, 'quiet')
    return [
      { name: 'earlier books lost', value: stoodBefore.filter(({ id }) => !restored.has(id)).length, atMost: 0 },
      { name: 'books restored', value: busy.books.length, atLeast: stoodBefore.length },
      { name: 'files missing or changed', value: busy.broken + quiet.broken, atMost: 0 },
      { name: 'backup without writes differs', value: Number(JSON.stringify(quiet.books) !== JSON.stringify(quietSource)), atMost: 0 },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Publishes books until the returned function is called. */
function startWriting(product: Product) {
  let [ending, count] = [false, 0]
  const write = async (writer: number) => {
    for (let turn = 0; !ending; turn++) {
      const title = `Written by ${writer}, ${turn}`
      const body = await buildBookForm({ title, pdf: await buildPdf({ title }) })
      const response = await fetch(`${product.url}/api/books`, { method: 'POST', headers: product.headers, body })
      if (response.status !== 201) throw new Error(`Publishing returned ${response.status}: ${await response.text()}`)
      count += 1
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    published: async (wanted: number) => {
      while (count < wanted) await Promise.race([writers, new Promise((resolve) => setTimeout(resolve, 50))])
    },
    end: async () => {
      ending = true
      await writers
      return count
    },
  }
}

/** Returns the restored books, and the number of files whose content does not match the digest in their key. */
async function backUpAndRestore(product: Product, folder: string, name: string) {
  const [archive, dataDir] = [join(folder, `${name}.tar`), join(folder, name)]
  await run('scripts/backup.ts', ['--output', archive], product.dataDir)
  await run('scripts/restore.ts', [archive], dataDir)
  const app = await runApp(dataDir)
  try {
    const books = await listBooks(app.url)
    const digests = await Promise.all(
      books.map(async ({ pdfUrl }) => (await digestOf(`${app.url}/api/media/${pdfUrl}`)) === pdfUrl.slice(0, 64)),
    )
    // Only free books are checked, since the file of a priced book needs a signed URL.
    const free = books.map(({ price }) => price <= 0)
    return { books, broken: digests.filter((whole, index) => free[index] && !whole).length }
  } finally {
    await app.stop()
  }
}

async function listBooks(url: string) {
  return (await (await fetch(`${url}/api/books`)).json()) as Book[]
}

async function digestOf(url: string) {
  return createHash('sha256')
    .update(Buffer.from(await (await fetch(url)).arrayBuffer()))
    .digest('hex')
}

function run(script: string, args: string[], dataDir: string) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  return promisify(execFile)('node', [script, ...args], { env, cwd: join(import.meta.dirname, '../../..') })
}
