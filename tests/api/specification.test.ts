import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAuthorForm, buildBookForm, buildPodcastForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await openTestApp()
})
afterAll(() => api.close())

const NO_TOKEN = {}

test('the fifteen API calls of the specification accept and return the specified fields', async () => {
  const clientId = await api.app.inject({ method: 'POST', url: '/api/get-client-id' })
  expect(clientId.json()).toEqual({ clientId: expect.any(String) })
  const login = await api.send('POST', '/api/login', { email: api.admin.email, password: api.admin.password }, NO_TOKEN)
  expect(login.json()).toMatchObject({ token: expect.any(String) })
  const bearer = { authorization: `Bearer ${login.json().token}` }

  for (const [path, form, fields] of [
    [
      '/api/books',
      await buildBookForm({ price: '2.5' }),
      ['id', 'title', 'author', 'coverImageUrl', 'price', 'description', 'pdfUrl', 'categories'],
    ],
    ['/api/authors', await buildAuthorForm(), ['id', 'name', 'bio', 'photo', 'books', 'socialLinks']],
    [
      '/api/podcasts',
      await buildPodcastForm(),
      ['id', 'title', 'host', 'coverImage', 'audioUrl', 'duration', 'description', 'categories', 'price'],
    ],
  ] as const) {
    expect((await api.sendForm('POST', path, form, NO_TOKEN)).statusCode).toBe(401)
    const added = await api.sendForm('POST', path, form, bearer)
    expect(added.statusCode, added.body).toBe(201)
    const list = await api.get(path)
    expect(list.json()).toHaveLength(1)
    for (const field of fields) expect(list.json()[0], `${path} ${field}`).toHaveProperty(field)

    const { id } = added.json()
    if (path === '/api/books') {
      const question = { clientId: clientId.json().clientId, product: 'book', currency: 'ZWG', returnUrl: 'http://localhost/bookshop' }
      const next = await api.send('POST', '/api/get-next-action', { ...question, productId: id }, NO_TOKEN)
      expect(next.json().action).toMatch(/\/checkout\/[0-9a-f-]{36}/)
    }
    expect((await api.send('DELETE', `${path}/${id}`, undefined, NO_TOKEN)).statusCode).toBe(401)
    expect((await api.send('DELETE', `${path}/${id}`, undefined, bearer)).statusCode).toBe(204)
    expect((await api.get(path)).json()).toEqual([])
  }

  const colleague = { firstname: 'Rudo', lastname: 'Dube', email: 'rudo@lectern.example', password: 'sixsix' }
  expect((await api.get('/api/admins')).statusCode).toBe(401)
  expect((await api.send('POST', '/api/admins', colleague, NO_TOKEN)).statusCode).toBe(401)
  const { id } = (await api.send('POST', '/api/admins', colleague, bearer)).json()
  const { password: _secret, ...shown } = colleague
  expect((await api.get('/api/admins', bearer)).json()).toContainEqual({ id, ...shown })
  expect((await api.send('DELETE', `/api/admins/${id}`, undefined, NO_TOKEN)).statusCode).toBe(401)
  expect((await api.send('DELETE', `/api/admins/${id}`, undefined, bearer)).statusCode).toBe(204)
})
