import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { buildAuthorForm, buildBookForm, buildImage, buildPodcastForm, toForm } from '#tests/support/sample-files.ts'
import { storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

type Item = { id: string; updatedAt: string; title?: string; name?: string }

describe.each([
  ['book', '/api/books', buildBookForm, 'title', 'coverImage', 410],
  ['podcast', '/api/podcasts', buildPodcastForm, 'title', 'coverImage', 410],
  ['author', '/api/authors', buildAuthorForm, 'name', 'photo', 404],
] as const)('two administrators edit the same %s', (_noun, path, buildForm, name, file, whenDeleted) => {
  const add = async () => (await app.sendForm('POST', path, await buildForm())).json<Item>()
  const get = async (id: string) => (await app.get(`${path}/${id}`)).json<Item>()
  const change = (id: string, fields: Record<string, string | Blob>) => app.sendForm('PATCH', `${path}/${id}`, toForm(fields))

  test('a second change based on the same version of an item is refused and changes nothing', async () => {
    const { id, updatedAt } = await add()
    const first = await change(id, { [name]: 'First', updatedAt })
    expect(first.statusCode, first.body).toBe(200)
    const files = await storedKeys(app.services)
    const second = await change(id, { [name]: 'Second', [file]: await buildImage({ seed: 9 }), updatedAt })
    expect(second.statusCode).toBe(409)
    expect(second.json<Problem>()).toMatchObject({ code: 'conflict', title: expect.stringMatching(/has changed this \w+$/) })
    expect(await get(id)).toEqual(first.json())
    expect(await storedKeys(app.services)).toEqual(files)
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('a change based on the newest version of an item is accepted, and so is a change without a version', async () => {
    const { id, updatedAt } = await add()
    const { updatedAt: newer } = (await change(id, { [name]: 'First', updatedAt })).json<Item>()
    expect(Date.parse(newer)).toBeGreaterThan(Date.parse(updatedAt))
    expect((await change(id, { [name]: 'Second', updatedAt: newer })).statusCode).toBe(200)
    expect((await change(id, { [name]: 'Third' })).statusCode).toBe(200)
  })

  test('exactly one of many concurrent changes based on the same version is accepted', async () => {
    const { id, updatedAt } = await add()
    const answers = await Promise.all([1, 2, 3, 4].map((count) => change(id, { [name]: `Number ${count}`, updatedAt })))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409])
  })

  test('the version of a changed item is newer than the previous version even when the clock was set back', async () => {
    const { id } = await add()
    const table = path.replace('/api/', '')
    await app.services.database.pool.query(`update ${table} set updated_at = now() + interval '1 hour' where id = $1`, [id])
    const { updatedAt } = await get(id)
    expect((await change(id, { [name]: 'First', updatedAt })).statusCode).toBe(200)
    expect((await change(id, { [name]: 'Second', updatedAt })).statusCode).toBe(409)
  })

  test('concurrently changing and deleting an item leaves either the complete item or nothing, and no orphaned file', {
    tags: ['full'],
  }, async () => {
    for (let round = 0; round < 4; round++) {
      const { id, updatedAt } = await add()
      const [changed, deleted] = await Promise.all([
        change(id, { [file]: await buildImage({ seed: 20 + round }), updatedAt }),
        app.send('DELETE', `${path}/${id}`),
      ])
      expect([200, 404]).toContain(changed.statusCode)
      expect(deleted.statusCode).toBe(204)
      expect((await app.get(`${path}/${id}`)).statusCode).toBe(whenDeleted)
    }
    expect(await temporaryFiles(app.services)).toEqual([])
    expect(await app.services.library.sweep()).toEqual({ files: 0, folders: 0 })
  })

  test('an item version that is not a date is refused with an error on its field', async () => {
    const response = await change((await add()).id, { [name]: 'X', updatedAt: 'yesterday' })
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.[0]?.field).toBe('updatedAt')
  })
})
