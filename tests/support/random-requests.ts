import type { Arbitrary } from 'fast-check'
import fc from './property-testing.ts'

/** The parts of an OpenAPI schema that value generation uses. */
type Schema = {
  type?: string | string[]
  enum?: string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Paths = Record<string, Record<string, Operation>>
type Call = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; operation: Operation }

/** Generated API request. `url` and `payload` contain BOOK, EPISODE, AUTHOR and FILE as placeholders for existing ids and keys. */
export type RandomRequest = { method: Call['method']; url: string; headers: Record<string, string>; payload?: string | Buffer }

/** Generator of strings that have broken programs before. */
const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '👩🏾‍🌾',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '{{7*7}}',
    '../../etc/passwd',
    '<script>',
    'null',
    'NaN',
    '-0',
    '1e999',
    '99999999999999999999',
    '0x10',
    'true',
    '[]',
    '__proto__',
    'constructor',
    'x'.repeat(1000),
    'é'.repeat(30_000),
    '\r\nset-cookie: a=b',
    'javascript:alert(1)',
    'http://[',
    'http://localhost',
    'a@b.example',
    '2.01890000-0000-7000-8000-000000000000',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)
const nul = fc.constantFrom('\0', 'a\0b', 'Teen Coaching\0')
const anything: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: nul },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.maxSafeInteger()) },
)

/** Generators for fields whose values the server mostly rejects even if they match the schema. */
const known: Record<string, Arbitrary<unknown>> = {
  price: fc.constantFrom('0', '4.50', '-1'),
  categories: fc.constantFrom('Teen Coaching', 'Book Writing,Teen Coaching'),
  category: fc.constantFrom('Teen Coaching', 'All', 'Nothing'),
  duration: fc.constantFrom('45:30', '1:02:30'),
  // Upload ids are rare, since most forms contain the file itself.
  pdfUpload: fc.constantFrom(undefined, undefined, undefined, 'x'.repeat(32)),
  audioUpload: fc.constantFrom(undefined, undefined, undefined, 'x'.repeat(32)),
  id: fc.constantFrom('BOOK', 'EPISODE', '01890000-0000-7000-8000-000000000000'),
  productId: fc.constantFrom('BOOK', 'EPISODE', '01890000-0000-7000-8000-000000000000'),
  key: fc.constantFrom('FILE', `${'0'.repeat(64)}.pdf`),
  returnUrl: fc.constantFrom('http://localhost:80/bookshop', 'http://localhost:80/?a=b#c'),
  cursor: fc.constantFrom(
    '0.01890000-0000-7000-8000-000000000000',
    '2.01890000-0000-7000-8000-000000000000',
    '1763683200000.01890000-0000-7000-8000-000000000000',
  ),
  state: fc.constantFrom(undefined, 'published', 'draft', 'scheduled', 'withdrawn'),
  publishAt: fc.constantFrom(undefined, '2099-12-24T18:00', '2024-11-20T00:00:00Z'),
  zwgPerUsd: fc.constantFrom('26.7431', '13', '0'),
  asOf: fc.constantFrom('2024-11-20T00:00:00Z', '2025-02-01T10:00:00.000Z', '9999-01-01T00:00:00Z'),
  csv: fc.constantFrom('date,rate,source\n2024-11-20,26.7431,Bank', '2024-11-21;26,8;Bank\n2024-11-22;x;', '"'),
  language: fc.constantFrom('', 'Shona', 'sn', 'pt-BR'),
  isbn: fc.constantFrom('', '978-0-306-40615-7', '0306406152'),
  contributors: fc.constantFrom('', 'Rudo Moyo (translator)'),
  seriesNumber: fc.constantFrom('', '1', '2.5'),
  chapters: fc.constantFrom('', '0:00 The first mile\n4:10 The second mile'),
  use: fc.constantFrom('hero', 'logo', 'share'),
  ...Object.fromEntries(['facebook', 'twitter', 'instagram', 'linkedin'].map((name) => [name, fc.constantFrom('', '@name')])),
  email: fc.uuid().map((id) => `${id}@lectern.example`),
}

/** Generates a value that the schema accepts. */
function validValue(schema: Schema, name = ''): Arbitrary<unknown> {
  if (known[name]) return known[name]
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => validValue(choice)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.format === 'uri') return fc.webUrl()
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
  if (schema.type === 'array') return fc.array(validValue(schema.items ?? {}), { maxLength: 5 })
  return fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 100, 300) })
}

const sometimes = <Value>(arbitrary: Arbitrary<Value>, times: number) =>
  fc.oneof({ weight: 10 - times, arbitrary: fc.constant(undefined) }, { weight: times, arbitrary })

function validValues(properties: Record<string, Schema>): Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validValue(schema, name)])))
}

/**
 * Generates valid values of all properties. In half of the cases, exactly one property is missing or arbitrary, so that the request is
 * valid apart from this property.
 */
function invalidated(properties: Record<string, Schema>): Arbitrary<Record<string, unknown>> {
  const names = Object.keys(properties)
  const whole = validValues(properties)
  // A schema with several alternatives lists no properties itself.
  if (names.length === 0) return whole
  const invalidate = fc.record({ name: fc.constantFrom(...names), value: sometimes(anything, 8) })
  return fc.tuple(whole, sometimes(invalidate, 5)).map(([values, spoil]) => (spoil ? { ...values, [spoil.name]: spoil.value } : values))
}

/** Client id header of a browser without purchases, for calls that require one. */
const BROWSER = { 'client-id': 'x'.repeat(32) }

/** Generates requests without a body, with random path and query parameters. */
export function randomUrls(paths: Paths): Arbitrary<RandomRequest> {
  const calls = callsOf(paths).filter(({ operation }) => !operation.requestBody)
  return fc.constantFrom(...calls).chain((call) => urlFor(call).map((url) => ({ method: call.method, url, headers: BROWSER })))
}

function urlFor({ path, operation }: Call): Arbitrary<string> {
  const parameters = operation.parameters ?? []
  if (parameters.length === 0) return fc.constant(path)
  const values = invalidated(Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])))
  const chosen = fc.subarray(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name))
  const extra = sometimes(fc.tuple(hostileText, hostileText), 1)
  return fc.tuple(values, chosen, extra).map(([values, chosen, extra]) => {
    const encode = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed())
    const query = chosen.flatMap((name) => [values[name]].flat().map((value) => `${name}=${encode(value)}`))
    if (extra) query.push(extra.map(encode).join('='))
    return `${path.replace(/\{(\w+)\}/g, (_, name) => encode(values[name]))}${query.length > 0 ? '?' : ''}${query.join('&')}`
  })
}

/** Generates JSON with one invalid field, truncated JSON, or a body that is no JSON. */
export function randomJson(paths: Paths): Arbitrary<RandomRequest> {
  const type = 'application/json'
  const otherTypes = fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'a/b', '')
  return fc.constantFrom(...callsTaking(paths, type)).chain(({ method, path, operation }) => {
    const whole = invalidated(operation.requestBody?.content[type]?.schema.properties ?? {}).map((value) => JSON.stringify(value))
    const cut = fc.tuple(whole, fc.nat(200)).map(([text, at]) => text.slice(0, at))
    const notAnObject = fc.oneof(hostileText, fc.json())
    const payload = fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: cut }, { weight: 1, arbitrary: notAnObject })
    return fc
      .tuple(payload, sometimes(otherTypes, 1))
      .map(([payload, other]) => ({ method, url: path, headers: { 'content-type': other ?? type }, payload }))
  })
}

/** Form fields that contain a picture. */
const PICTURES = ['coverImage', 'photo', 'picture']

type Form = { texts: Record<string, unknown>; files: (Part | undefined)[]; stray?: Part; cut?: number; boundary?: string }

/**
 * Generates forms with one invalid field, files of every kind or unexpected parts, truncated or with another boundary. A quarter of the forms
 * contain only valid texts and pictures.
 * @param picture the only valid file
 */
export function randomForms(paths: Paths, picture: Buffer): Arbitrary<RandomRequest> {
  const type = 'multipart/form-data'
  const file = randomFile(picture)
  return fc.constantFrom(...callsTaking(paths, type)).chain(({ method, path, operation }) => {
    const properties = Object.entries(operation.requestBody?.content[type]?.schema.properties ?? {})
    const schemas = Object.fromEntries(properties.filter(([, schema]) => schema.format !== 'binary'))
    const names = properties.filter(([, schema]) => schema.format === 'binary').map(([name]) => name)
    const damaged: Arbitrary<Form> = fc.record({
      texts: invalidated(schemas),
      files: fc.tuple(...names.map((name) => sometimes(randomPart(fc.constant(name), file), 6))),
      stray: sometimes(randomPart(hostileText, file), 1),
      cut: sometimes(fc.nat(2000), 1),
      boundary: sometimes(fc.constantFrom('another', '', 'x'.repeat(100)), 1),
    })
    const pictures = names.filter((name) => PICTURES.includes(name)).map((name) => ({ name, filename: 'a.png', body: picture }))
    const valid: Arbitrary<Form> = fc.record({ texts: validValues(schemas), files: fc.constant(pictures) })
    return fc
      .oneof({ weight: 3, arbitrary: damaged }, { weight: 1, arbitrary: valid })
      .map(({ texts, files, stray, cut, boundary = 'boundary' }) => {
        const textParts = Object.entries(texts).flatMap(([name, value]) =>
          value === undefined ? [] : [{ name, filename: undefined, body: Buffer.from(textOf(value)) }],
        )
        const body = buildMultipart([...textParts, ...files, stray].filter((part) => part !== undefined))
        return {
          method,
          url: path.replace('{id}', path.includes('books') ? 'BOOK' : path.includes('authors') ? 'AUTHOR' : 'EPISODE'),
          headers: { 'content-type': `${type}; boundary=${boundary}` },
          payload: cut === undefined ? body : body.subarray(0, cut),
        }
      })
  })
}

function randomFile(picture: Buffer): Arbitrary<Buffer> {
  const starts = ['', '%PDF-1.7\n', 'ID3\u0004', 'RIFF....WAVEfmt ', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', '<svg', 'GIF89a']
  const begun = fc
    .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(picture) },
    { weight: 1, arbitrary: fc.nat(picture.length).map((at) => picture.subarray(0, at)) },
    { weight: 2, arbitrary: begun },
  )
}

type Part = { name: string; filename: string | undefined; body: Buffer }

function randomPart(name: Arbitrary<string>, body: Arbitrary<Buffer>): Arbitrary<Part> {
  return fc.record({ name, filename: fc.oneof(fc.constant('a.png'), hostileText), body })
}

function buildMultipart(parts: Part[]) {
  const quote = (value: string) =>
    value
      .toWellFormed()
      .slice(0, 2000)
      .replace(/["\r\n]/g, encodeURIComponent)
  const chunks = parts.flatMap(({ name, filename, body }) => [
    Buffer.from(`--boundary\r\ncontent-disposition: form-data; name="${quote(name)}"`),
    Buffer.from(filename === undefined ? '\r\n\r\n' : `; filename="${quote(filename)}"\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from('--boundary--\r\n')])
}

function callsOf(paths: Paths): Call[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase() as Call['method'], path, operation })),
  )
  // Signing out is excluded, since it would end the session of all other requests. HEAD and OPTIONS are excluded, since their responses
  // have no body to check.
  return calls.filter((call) => call.path !== '/api/logout' && !/^(HEAD|OPTIONS)$/.test(call.method))
}

function callsTaking(paths: Paths, type: string) {
  return callsOf(paths).filter(({ operation }) => operation.requestBody?.content[type])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
