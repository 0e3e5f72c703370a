import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

type Schema = { $ref?: string; type?: unknown; properties?: Record<string, Schema>; required?: string[]; allOf?: Schema[]; format?: string }
type Content = Record<string, { schema: Schema }>
type Operation = {
  summary: string
  description?: string
  operationId: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Record<string, string>> }
}

/** Documented API calls; `!` marks calls that need a token. */
const CALLS = `
  POST /get-client-id, POST /get-next-action, POST /login, POST /logout!, GET /health, GET /health/live, GET /health/ready,
  GET /books, POST /books!, GET /site/languages, GET /sitemap/books, GET /sitemap/series, GET /books/{id}, GET /books/{id}/chapters.json, PATCH /books/{id}!, DELETE /books/{id}!,
  POST /books/changes!, POST /books/changes/{id}/revert!, POST /podcasts/changes!, POST /podcasts/changes/{id}/revert!,
  GET /admin/books!, GET /admin/books/{id}!, DELETE /admin/books/{id}!, POST /admin/books/{id}/restore!, GET /admin/books/{id}/files!, POST /admin/books/{id}/former-files/{file}/restore!, POST /admin/books/{id}/preview-link!,
  GET /admin/podcasts!, GET /admin/podcasts/{id}!, DELETE /admin/podcasts/{id}!, POST /admin/podcasts/{id}/restore!, GET /admin/podcasts/{id}/files!, POST /admin/podcasts/{id}/former-files/{file}/restore!, POST /admin/podcasts/{id}/preview-link!,
  GET /authors, POST /authors!, GET /sitemap/authors, GET /authors/{id}, PATCH /authors/{id}!, DELETE /authors/{id}!,
  GET /podcasts, POST /podcasts!, GET /sitemap/podcasts, GET /podcasts/{id}, GET /podcasts/{id}/next, GET /podcasts/{id}/chapters.json, GET /podcasts/{id}/file-chapters!,
  GET /podcasts/{id}/transcript.json, GET /podcasts/{id}/transcript.srt, GET /podcasts/{id}/transcript.vtt, PATCH /podcasts/{id}!, DELETE /podcasts/{id}!,
  GET /admins!, POST /admins!, PATCH /admins/{id}!, DELETE /admins/{id}!, GET /accounts!, GET /account!,
  GET /invitations!, POST /invitations!, DELETE /invitations/{id}!, POST /invitations/open, POST /invitations/accept,
  GET /sessions!, DELETE /sessions!, DELETE /sessions/{id}!, GET /totp!, POST /totp!, POST /totp/confirm!, POST /totp/{id}/remove!,
  POST /password-confirmation!, GET /password-reset, POST /password-reset, POST /password-reset/codes, GET /audit!, GET /audit/people!, GET /overview!,
  GET /orders/{id}, GET /orders/{id}/existence, POST /orders/{id}/payments, POST /orders/{id}/check, POST /orders/{id}/claim, POST /orders/{id}/cancel, POST /orders/{id}/email, GET /orders/{id}/receipt,
  POST /gateways/test/message, GET /sandbox-gateway/payments/{reference}, POST /sandbox-gateway/payments/{reference},
  GET /owned-items, GET /owned-items/books/{id}, GET /owned-items/podcasts/{id}, GET /purchases, POST /purchases, POST /purchases/codes,
  GET /personal-feed, POST /personal-feed, DELETE /personal-feed, DELETE /personal-feed/elsewhere, GET /personal-feed.xml,
  GET /reading-places/{id}, PUT /reading-places/{id},
  GET /contact, POST /contact, GET /messages!, PATCH /messages/{id}!, DELETE /messages/{id}!,
  GET /messages/state!, POST /messages/{id}/entries!, GET /saved-answers!, POST /saved-answers!, PATCH /saved-answers/{id}!, DELETE /saved-answers/{id}!,
  GET /admin/orders!, POST /admin/owners!, GET /admin/orders/{id}!, POST /admin/orders/{id}/attempts/{attempt}/check!,
  POST /admin/orders/{id}/attempts/{attempt}/refunded!, POST /admin/orders/{id}/attempts/{attempt}/refunded/undo!, POST /admin/orders/{id}/attempts/{attempt}/settle!,
  POST /admin/orders/grants!, POST /admin/orders/payments!, POST /admin/orders/{id}/grant/revoke!, POST /admin/orders/{id}/email!, POST /admin/orders/{id}/mail!, GET /admin/sales!, GET /admin/sales/current!, GET /admin/sales.csv!,
  POST /statistics/{kind}/{id}, GET /admin/statistics!, GET /admin/statistics.csv!, GET /admin/statistics/{kind}/{id}!,
  GET /site/texts/{name}, GET /site/programs/{slug}, GET /site/sections!, GET /site/sections/{name}!, PUT /site/sections/{name}/draft!, DELETE /site/sections/{name}/draft!,
  POST /site/publish!, GET /site/sections/{name}/versions!, POST /site/sections/{name}/restore!, POST /site/sections/{name}/page!,
  POST /site/preview-links!, POST /site/preview, POST /site/pictures!,
  GET /site/export!, POST /site/import!, GET /setup!, PATCH /setup/{step}!, POST /setup/test-mail!, GET /demonstration!, DELETE /demonstration!,
  GET /rates!, POST /rates!, GET /rates/standing!, POST /rates/import!, POST /rates/{id}/confirm!,
  POST /imports!, GET /exports/books.csv!, GET /exports/podcasts.csv!,
  OPTIONS /uploads!, POST /uploads!, HEAD /uploads/{id}!, PATCH /uploads/{id}!, DELETE /uploads/{id}!, GET /uploads/{id}/recording!, GET /uploads/{id}/document!, GET /uploads/{id}/epub!, GET /file-limits!,
  GET /media/{key}, GET /media/authors/{key}, GET /search,
  GET /media/{key}/book.epub, GET /admin/books/{id}/epub!, GET /media/{key}/light, GET /media/{key}/podcast.m4a, GET /media/{key}/pages, GET /media/{key}/pages/flow, GET /media/{key}/pages/flow/{part}, GET /media/{key}/pages/images/{image}, GET /media/{key}/pages/search, POST /media/{key}/pages/places, GET /media/{key}/pages/{page}/text, GET /media/{key}/pages/{page}/{width}.{format}
`
  .split(',')
  .map((call) => call.trim())

let app: TestApp
let document: Document
beforeAll(async () => {
  app = await openTestApp()
  document = (await app.get('/api/openapi.json')).json()
})
afterAll(() => app.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path.replace('/api', '')}`, operation })),
  )
const find = (call: string) => operations().find((operation) => operation.call === call)?.operation

describe('the OpenAPI document describes the API', () => {
  test('the OpenAPI document has version 3.1 and lists every operation and whether it needs a token', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Lectern', version: expect.any(String) })
    const bearer = JSON.stringify([{ bearer: [] }])
    const documented = operations().map(({ call, operation }) => `${call}${JSON.stringify(operation.security) === bearer ? '!' : ''}`)
    expect(documented.toSorted()).toEqual(CALLS.toSorted())
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  })

  /** Returns all summaries and descriptions of the document, without repetitions. */
  function listTexts(): string[] {
    const texts = new Set<string>()
    JSON.stringify(document, (key, value: unknown) => {
      if ((key === 'summary' || key === 'description') && typeof value === 'string') texts.add(value)
      return value
    })
    expect(texts.size).toBeGreaterThan(300)
    return [...texts]
  }

  test('the OpenAPI document uses “an” before vowels only, and “a” before consonants only', () => {
    const before = { a: /\ba (?!one|uni|use|URL|UUID|US|UTC|euro)[aeiou]/i, an: /\ban (?!hour|honest|[FHLMNRSX][A-Z0-9])[^aeiou“"`]/i }
    expect(listTexts().filter((text) => before.a.test(text) || before.an.test(text))).toEqual([])
    expect(['List the files of a episode', 'Get a author'].filter((text) => !before.a.test(text))).toEqual([])
  })

  test('the OpenAPI document uses noun phrases and standard terms in its summaries and descriptions', () => {
    const opening = /(^|[.;:] )(what|who|of|one(?! (row|order|test payment|or))|whatever|those|how|where|nobody)\b/i
    const wording = /\b(anew|kept|no such|not there|is there|told|dead)\b/i
    expect(listTexts().filter((text) => opening.test(text) || wording.test(text))).toEqual([])
  })

  test('the OpenAPI document declares its tags, and describes and names every operation', () => {
    const declared = document.tags.map(({ name }) => name)
    const used = operations().flatMap(({ operation }) => operation.tags)
    expect(declared).toEqual([...new Set(used)].toSorted())
    for (const { name, description } of document.tags) expect(description, name).toMatch(/\w/)
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(operations().flatMap(({ call, operation }) => (operation.description ? [] : [call]))).toEqual([])
  })

  test('the OpenAPI document has a summary, responses and problem responses for every operation', () => {
    for (const { call, operation } of operations()) {
      expect(operation.summary, call).toMatch(/\w/)
      expect(operation.tags, call).toHaveLength(1)
      expect(
        Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status)),
        call,
      ).toBe(true)
      for (const { description } of Object.values(operation.responses)) expect(description, call).toMatch(/\w/)
      const refusals = Object.entries(operation.responses).filter(([status]) => status >= '400')
      expect(
        refusals.map(([status]) => status),
        call,
      ).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
      for (const [status, { content }] of refusals)
        expect(content, `${call} ${status}`).toEqual({ 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } })
    }
    const problem = document.components.schemas.Problem
    expect(problem?.required).toEqual(expect.arrayContaining(['type', 'title', 'status', 'instance', 'code', 'requestId']))
  })

  test('the OpenAPI document has no dangling references, and declares the parameters of every path', () => {
    const text = JSON.stringify(document)
    const pointers = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => String(name))
    expect([...text.matchAll(/"\$ref"/g)]).toHaveLength(pointers.length)
    for (const name of pointers) expect(Object.keys(document.components.schemas)).toContain(name)
    for (const { call, operation } of operations()) {
      const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(
        declared.map(({ name, required }) => [name, required]),
        call,
      ).toEqual(inPath.map((name) => [name, true]))
    }
  })

  test.each([
    ['books', ['title', 'author', 'price', 'categories', 'description'], ['coverImage', 'pdf']],
    ['podcasts', ['title', 'host', 'categories', 'description'], ['coverImage', 'audio']],
    ['authors', ['name', 'bio'], ['photo']],
  ])('describes the text and file fields of the multipart form of %s', (noun, texts, files) => {
    const post = find(`POST /${noun}`)?.requestBody?.content['multipart/form-data']?.schema
    const patch = find(`PATCH /${noun}/{id}`)?.requestBody?.content['multipart/form-data']?.schema
    for (const schema of [post, patch]) {
      for (const name of texts) expect(schema?.properties, name).toHaveProperty(name)
      for (const name of files) expect(schema?.properties?.[name]).toMatchObject({ type: 'string', format: 'binary' })
    }
    expect(post?.required).toEqual(expect.arrayContaining([...texts, files[0]]))
    const [, upload] = files
    // The file field isn't required, since the file is either a part of the form or an earlier upload.
    expect(post?.required?.includes(upload ?? '')).toBe(false)
    expect(post?.allOf).toEqual(upload && [{ oneOf: [{ required: [upload] }, { required: [`${upload}Upload`] }] }])
    expect([patch?.required ?? [], patch?.allOf]).toEqual([[], undefined])
  })

  test('the OpenAPI document describes the filters of the lists', () => {
    const filters = (call: string) => find(call)?.parameters?.map(({ name }) => name)
    expect(filters('GET /books')?.toSorted()).toEqual([
      'author',
      'category',
      'cursor',
      'excludeAuthor',
      'ids',
      'language',
      'limit',
      'price',
      'q',
      'series',
      'sort',
    ])
    expect(filters('GET /podcasts')?.toSorted()).toEqual(['category', 'cursor', 'limit', 'q'])
    expect(filters('GET /authors')?.toSorted()).toEqual(['cursor', 'limit', 'name', 'q'])
  })
})

test('the documentation page loads all its assets', async () => {
  for (const url of ['/api/docs', '/api/docs/']) {
    const page = await app.get(url)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("default-src 'self';")
    expect(page.headers['content-security-policy']).not.toContain('https:')
    const files = [...page.body.matchAll(/(?:href|src)="([^"]+\.(?:css|js))"/g)].map(([, file]) => String(file))
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) {
      const { pathname } = new URL(file, `http://here${url}`)
      expect((await app.get(pathname)).statusCode, pathname).toBe(200)
    }
  }
})
