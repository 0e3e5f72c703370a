import { randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fastCheck from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServices } from '#server/services.ts'
import { storeBook, storedKeys } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { prepareBytes } from './prepared-file.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const prepare = (content: Buffer) =>
  prepareBytes(content, { folder: services.library.tempFolder, type: 'application/pdf', role: 'original' })

async function recordedKeys() {
  const { rows } = await services.database.pool.query('select distinct key from media_files order by key')
  return rows.map((row) => String(row.key))
}

describe('a sweep', () => {
  test('removes a file that no row names, and leaves those that one does', async () => {
    const book = await storeBook(services)
    const orphan = await prepare(randomBytes(100))
    await services.library.store.put(orphan)
    expect(await services.library.sweep()).toEqual({ files: 1, folders: 0 })
    expect(await storedKeys(services)).toEqual(await recordedKeys())
    expect(await storedKeys(services)).toContain(book.pdfUrl)
    expect(await services.library.sweep()).toEqual({ files: 0, folders: 0 })
  })

  test('removes what a publication that failed had stored already', async () => {
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

  test('removes the temporary folder of an app that is gone, and keeps those of apps that run', async () => {
    const tempRoot = dirname(services.library.tempFolder)
    const ours = join(services.library.tempFolder, 'upload.part')
    await writeFile(ours, 'under way')
    const dead = join(tempRoot, '123456')
    await mkdir(join(dead, 'form'), { recursive: true })
    await writeFile(join(dead, 'form', 'upload.part'), 'left behind')
    await mkdir(join(tempRoot, 'somebody else’s'))
    const neighbour = await openServices({ ...services.config, database: { ...services.config.database, url: services.database.url } })
    const theirs = neighbour.library.tempFolder
    expect(dirname(theirs)).toBe(tempRoot)

    expect(await services.library.sweep()).toEqual({ files: 0, folders: 1 })
    expect((await readdir(tempRoot)).toSorted()).toEqual(
      [services.library.tempFolder, theirs, join(tempRoot, 'somebody else’s')].map((path) => path.slice(tempRoot.length + 1)).toSorted(),
    )
    expect(await readdir(services.library.tempFolder)).toContain('upload.part')

    // As when it is killed: the connection is gone, the folder is not.
    await neighbour.database.close()
    expect(await services.library.sweep()).toEqual({ files: 0, folders: 1 })
    expect(await readdir(tempRoot)).not.toContain(theirs.slice(tempRoot.length + 1))
  })
})

describe('publishing, removing and sweeping at the same moment', () => {
  // Few contents, so that publications and removals meet on the same file.
  const contents = Array.from({ length: 3 }, (_, index) => Buffer.from(`the content ${index}`))
  const step = fastCheck.oneof(
    {
      weight: 4,
      arbitrary: fastCheck.record({ kind: fastCheck.constant('publish' as const), content: fastCheck.constantFrom(...contents) }),
    },
    { weight: 3, arbitrary: fastCheck.record({ kind: fastCheck.constant('remove' as const), place: fastCheck.nat(20) }) },
    { weight: 2, arbitrary: fastCheck.record({ kind: fastCheck.constant('sweep' as const) }) },
    { weight: 1, arbitrary: fastCheck.record({ kind: fastCheck.constant('fail' as const), content: fastCheck.constantFrom(...contents) }) },
  )

  test('never loses a file that a row names, and after a sweep none is left that no row names', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(fastCheck.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
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
