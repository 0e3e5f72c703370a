import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openServices } from '#server/boot/services.ts'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import { unavailable } from '#server/platform/problems.ts'
import fc from '#tests/support/property-testing.ts'
import { storeBook, storedKeys } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import type { PreparedFile } from './media-asset.ts'
import { createMediaLibrary } from './media-library.ts'
import type { MediaStore } from './media-store.ts'
import { createCataloguePublisher } from './publish-to-catalogue.ts'

const run = promisify(execFile)

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const prepare = (content: Buffer) =>
  prepareBytes(content, { folder: services.library.tempFolder, type: 'application/pdf', role: 'original' })

function openLibrary(store: MediaStore, errors: unknown[] = []) {
  const tempRoot = join(services.config.dataDir, 'another tmp')
  const { requireFreeSpace } = services.library
  return createMediaLibrary({ database: services.database, store, tempRoot, requireFreeSpace, onError: (error) => errors.push(error) })
}

async function recordedKeys() {
  const { rows } = await services.database.pool.query('select distinct key from media_files order by key')
  return rows.map((row) => String(row.key))
}

/** Backdates all removal claims, so that the removals count as abandoned. */
const passTimeOfClaims = () => services.database.pool.query(`update media_removals set claimed_at = now() - interval '6 minutes'`)

async function publishFile(content: Buffer) {
  const file = await prepare(content)
  await services.library.publish(({ add }) => add({ kind: 'pdf', files: [file], details: { pageCount: 1, encrypted: false } }))
  return file.key
}

describe('a sweep', () => {
  test('a sweep removes files without a database row and no other files', async () => {
    const book = await storeBook(services)
    const orphan = await prepare(randomBytes(100))
    await services.library.store.put(orphan)
    expect(await services.library.sweep()).toEqual({ files: 1, folders: 0 })
    expect(await storedKeys(services)).toEqual(await recordedKeys())
    expect(await storedKeys(services)).toContain(book.pdfUrl)
    expect(await services.library.sweep()).toEqual({ files: 0, folders: 0 })
  })

  test('a sweep removes files that a failed publication has stored', async () => {
    const file = await prepare(randomBytes(100))
    const failed = services.library.publish(async ({ add }) => {
      await add({ kind: 'pdf', files: [file], details: { pageCount: 1, encrypted: false } })
      throw new Error('the power went')
    })
    await expect(failed).rejects.toThrow('the power went')
    expect(await services.library.find(file.key)).toBeUndefined()
    await services.library.sweep()
    expect(await storedKeys(services)).toEqual(await recordedKeys())
  })

  test('a sweep removes the files of a publication that failed because the bucket failed; a retry before the sweep does not wait for their removal', async () => {
    const { store } = services.library
    const [first, second] = [await prepare(randomBytes(100)), await prepare(randomBytes(100))]
    const removed: string[] = []
    const failing: MediaStore = {
      ...store,
      put: (file) =>
        file.key === second.key ? Promise.reject(unavailable('The file store is unavailable', { retryAfterSeconds: 5 })) : store.put(file),
      remove: async (key) => void removed.push(key),
    }
    const publish = (library: Pick<typeof services.library, 'publish'>, files: PreparedFile[]) =>
      library.publish(({ add }) => add({ kind: 'pdf', files, details: { pageCount: 1, encrypted: false } }))
    await expect(publish(openLibrary(failing), [first, second])).rejects.toMatchObject({ status: 503 })
    expect(removed).toEqual([])
    await publish(services.library, [second])
    expect(await services.library.sweep()).toEqual({ files: 1, folders: 0 })
    expect(await storedKeys(services)).toEqual(await recordedKeys())
  })

  test('a sweep removes temporary folders of instances that have ended, but not of running instances', async () => {
    const tempRoot = dirname(services.library.tempFolder)
    const ours = join(services.library.tempFolder, 'upload.part')
    await writeFile(ours, 'under way')
    const dead = join(tempRoot, '123456')
    await mkdir(join(dead, 'form'), { recursive: true })
    await writeFile(join(dead, 'form', 'upload.part'), 'left behind')
    await mkdir(join(tempRoot, 'somebody else’s'))
    const neighbor = await openServices({ ...services.config, database: { ...services.config.database, url: services.database.url } })
    const theirs = neighbor.library.tempFolder
    expect(dirname(theirs)).toBe(tempRoot)

    expect(await services.library.sweep()).toEqual({ files: 0, folders: 1 })
    expect((await readdir(tempRoot)).toSorted()).toEqual(
      [services.library.tempFolder, theirs, join(tempRoot, 'somebody else’s')].map((path) => path.slice(tempRoot.length + 1)).toSorted(),
    )
    expect(await readdir(services.library.tempFolder)).toContain('upload.part')

    // A killed instance leaves this state: its database connection is closed, but its folder remains.
    await neighbor.database.close()
    expect(await services.library.sweep()).toEqual({ files: 0, folders: 1 })
    expect(await readdir(tempRoot)).not.toContain(theirs.slice(tempRoot.length + 1))
  })
})

describe('publishing a file that another instance is removing', () => {
  /** Begins a sweep that pauses before it removes a new file. Terminates all connections to the database during the pause. */
  async function beginSweep(content: Buffer) {
    const { store } = services.library
    const orphan = await prepare(content)
    await store.put(orphan)
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const remove = async (key: string) => {
      begun.resolve()
      await goOn.promise
      await store.remove(key)
    }
    const sweeping = openLibrary({ ...store, remove }).sweep()
    await begun.promise
    await services.database.longWork.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lectern'`,
    )
    const finish = () => {
      goOn.resolve()
      return sweeping
    }
    return { key: orphan.key, finish }
  }

  test('a file that another instance is removing is published only after the removal, even if that instance lost its database connections', async () => {
    const content = randomBytes(100)
    const { key, finish } = await beginSweep(content)
    await expect.poll(() => publishFile(content).catch((error: { status?: number }) => error.status)).toBe(503)
    const publishing = publishFile(content)
    expect(await finish()).toMatchObject({ files: 1 })
    expect(await publishing).toBe(key)
    expect(await storedKeys(services)).toEqual(await recordedKeys())
  })

  test('a file can be published again immediately if the store refused to remove it', async () => {
    const { store } = services.library
    const answer = Object.assign(new Error('InternalError'), { $metadata: { httpStatusCode: 500 } })
    const failing = openLibrary({ ...store, remove: () => Promise.reject(new Error('away', { cause: answer })) })
    const content = randomBytes(100)
    const orphan = await prepare(content)
    await store.put(orphan)
    await expect(failing.sweep()).rejects.toThrow('away')
    expect(await publishFile(content)).toBe(orphan.key)
  })

  test('a file that a crashed instance was removing can be published or removed by another instance', async () => {
    const [again, never] = [await prepare(randomBytes(100)), await prepare(randomBytes(100))]
    const content = await readFile(again.path)
    for (const { key } of [again, never])
      await services.database.pool.query(`insert into media_removals values ($1, 'the dead', now())`, [key])
    // The store has only one of the two claimed files: the crashed instance removed the other file but didn't delete the claim.
    await services.library.store.put(again)
    expect(await services.library.sweep()).toMatchObject({ files: 0 })
    await passTimeOfClaims()
    expect(await publishFile(content)).toBe(again.key)
    await services.library.sweep()
    expect(await storedKeys(services)).toEqual(await recordedKeys())
    expect((await services.database.pool.query('select * from media_removals')).rows).toEqual([])
  })
})

test('a publication whose file takes long to store keeps its transaction alive', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { store } = services.library
  const stored = Promise.withResolvers<void>()
  const library = openLibrary({ ...store, put: (file) => stored.promise.then(() => store.put(file)) })
  const files = [await prepare(randomBytes(100))]
  let pid: unknown
  const publishing = library.publish(async ({ transaction, add }) => {
    pid = (await transaction.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.pid
    return add({ kind: 'pdf', files, details: { pageCount: 1, encrypted: false } })
  })
  const lastStatement = async () =>
    (await services.database.longWork.query('select query from pg_stat_activity where pid = $1', [pid])).rows[0]?.query
  await expect.poll(lastStatement).toContain('media_removals')
  vi.advanceTimersByTime(3000)
  await expect.poll(lastStatement).toBe('select 1')
  stored.resolve()
  await publishing
})

describe('sweeping with a temporary folder that can’t be removed', () => {
  test('a sweep reports a temporary folder that can’t be removed, removes other folders, and leaks no database connection', async () => {
    const tempRoot = join(services.config.dataDir, 'another tmp')
    const library = openLibrary(services.library.store)
    const [stuck, other] = [join(tempRoot, '111111'), join(tempRoot, '222222')]
    await Promise.all([mkdir(stuck, { recursive: true }), mkdir(other, { recursive: true })])
    onTestFinished(async () => void (await run('rm', ['-rf', stuck])))
    // The folder's path becomes too long to be removed. Missing permissions would not prevent removal if the test runs as root.
    const name = 'deep'.repeat(60)
    await run('sh', ['-c', `for i in $(seq 20); do mkdir ${name} && cd -P ${name}; done`], { cwd: stuck })

    await expect(library.sweep()).rejects.toThrow(/ENAMETOOLONG.*111111/)
    expect(await readdir(tempRoot)).toEqual(['111111'])
    const { rows } = await services.database.pool.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([{ open: 0 }])
  })
})

describe('sweeping many files and partial files', () => {
  test('a sweep of very many files queries their rows in batches', async () => {
    const removed = new Set<string>()
    // The number of files exceeds the maximum number of query parameters (65,535).
    const keys = Array.from({ length: 70_000 }, (_, index) => `${String(index).padStart(64, '0')}.pdf`)
    const { store } = services.library
    const full = {
      ...store,
      keys: async function* () {
        yield* keys
      },
      remove: async (key: string) => void removed.add(key),
    }
    const library = openLibrary(full)
    expect(await library.sweep()).toMatchObject({ files: 70_000 })
    expect(removed.size).toBe(70_000)
  })

  test('a sweep removes partly written files after a power failure', async () => {
    const root = join(services.config.dataDir, 'media')
    for (const name of ['.staged-1', '.check-1']) await writeFile(join(root, name), 'half')
    await services.library.sweep()
    expect((await readdir(root)).filter((name) => name.startsWith('.'))).toEqual(['.store-id'])
  })
})

describe('a committed publication succeeds despite later errors', () => {
  test('a committed publication succeeds even if the replaced files can’t be removed', async () => {
    const errors: unknown[] = []
    const { store } = services.library
    const library = openLibrary({ ...store, remove: () => Promise.reject(new Error('the disk is away')) }, errors)
    const files = [await prepare(randomBytes(100))]
    const asset = await library.publish(({ add }) => add({ kind: 'pdf', files, details: { pageCount: 1, encrypted: false } }))
    await library.publish(({ drop }) => drop(asset))
    expect(errors).toEqual([new Error('the disk is away')])
    expect(await library.find(files[0]?.key ?? '')).toBeUndefined()
    await passTimeOfClaims()
    expect(await services.library.sweep()).toMatchObject({ files: 1 })
  })

  test('a committed publication succeeds even if the new catalogue version can’t be read', async () => {
    const errors: unknown[] = []
    const catalogue = { ...services.catalogueVersion, refresh: () => Promise.reject(new Error('the database is away')) }
    const publish = createCataloguePublisher(services.library, catalogue, (error) => errors.push(error))
    expect(await publish(async () => 'published')).toBe('published')
    expect(errors).toEqual([new Error('the database is away')])
  })
})

test('stored and temporary files are readable only by their owner', async () => {
  const book = await storeBook(services)
  const media = join(services.config.dataDir, 'media')
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modeOf(media)).toBe('700')
  expect(await modeOf(dirname(services.library.tempFolder))).toBe('700')
  expect(await modeOf(join(media, book.pdfUrl.slice(0, 2), book.pdfUrl))).toBe('600')
})

describe('concurrent publishing, removing and sweeping', () => {
  // The number of different contents is small, so that publications and removals often affect the same file.
  const contents = Array.from({ length: 3 }, (_, index) => Buffer.from(`the content ${index}`))
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('publish' as const), content: fc.constantFrom(...contents) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), place: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), content: fc.constantFrom(...contents) }) },
  )

  test('concurrent operations never lose a file with a database row, and a final sweep removes all files without a row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const assets: string[] = []
        const publish = async (content: Buffer, fails = false) => {
          const file = await prepare(content)
          const id = await services.library.publish(async ({ add }) => {
            const asset = await add({ kind: 'pdf', files: [file], details: { pageCount: 1, encrypted: false } })
            if (fails) throw new Error('as wanted')
            return asset
          })
          assets.push(id)
        }
        for (const content of contents.slice(0, 2)) await publish(content)
        await Promise.all(
          steps.map(async (step) => {
            if (step.kind === 'publish') return publish(step.content)
            if (step.kind === 'fail') return publish(step.content, true).catch(() => undefined)
            if (step.kind === 'sweep') return services.library.sweep()
            const [asset] = assets.splice(step.place % Math.max(assets.length, 1), 1)
            if (asset) await services.library.publish(({ drop }) => drop(asset))
          }),
        )
        expect(await storedKeys(services)).toEqual(expect.arrayContaining(await recordedKeys()))
        await services.library.sweep()
        expect(await storedKeys(services)).toEqual(await recordedKeys())
        for (const asset of assets) await services.library.publish(({ drop }) => drop(asset))
      }),
      { numRuns: 20 },
    )
  })
})
