import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Overview } from '#contracts/admin/overview.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import type { SiteExport, SiteImported } from '#contracts/site/site-export.ts'
import type { EditedSection, SectionState, SectionVersion } from '#contracts/site/site-sections.ts'
import { defaultContent } from '#site/default-content.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { sectionSchema } from '#tests/support/section-schema.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { openTestApp, openTestNode, type TestApp } from '#tests/support/test-app.ts'
import { openLiveContent } from './live-content.ts'
import { findErrors } from './validate-section.ts'

const NAMES = Object.keys(SECTIONS) as SectionName[]
/** Site content with a text in every field */
const FILLED: SiteContent = {
  ...defaultContent,
  selling: { timeZone: 'Europe/London', conversion: 'off', currencyName: 'ZiG', refundDays: 7, signedBy: 'Rudo', taxLine: 'TIN 200' },
  mail: { sender: 'Rudo', signature: 'Go well', footer: 'Harare' },
}
const PHONE = '+263 71 234 5678'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.services.database.pool.query('delete from site_sections')
  // Publishing another section makes the server read the content again.
  await draft('preview', defaultContent.preview)
  await publish('preview')
  await app.services.database.pool.query('delete from site_sections')
})

const section = async (name: SectionName) => (await app.get(`/api/site/sections/${name}`, app.bearer)).json<EditedSection>()
async function draft<Name extends SectionName>(name: Name, content: SiteContent[Name] | unknown, basedOn?: string | null) {
  const payload = { content, basedOn: basedOn === undefined ? ((await section(name)).draft?.at ?? null) : basedOn }
  return app.app.inject({ method: 'PUT', url: `/api/site/sections/${name}/draft`, headers: app.bearer, payload })
}
const publish = (...sections: SectionName[]) => app.send('POST', '/api/site/publish', { sections })
const states = async () => (await app.get('/api/site/sections', app.bearer)).json<SectionState[]>()
const catalogueTitle = async (from = app) => (await from.get('/opds/v2')).json().metadata.title as string

test('a new installation has default content and neither drafts nor published versions', async () => {
  expect(app.services.siteContent()).toEqual(defaultContent)
  expect((await states()).map(({ name, published, draft: saved }) => [name, published, saved])).toEqual(
    NAMES.map((name) => [name, null, null]),
  )
  expect((await app.get('/api/site/texts/questions')).json()).toEqual(defaultContent.questions)
  expect((await app.get('/api/site/programs/teen-coaching')).json().title).toBe('Teen Coaching')
  expect((await app.get('/api/site/programs/nobody')).statusCode).toBe(404)
  expect((await app.get('/api/site/texts/brand')).statusCode).toBe(400)
})

test('every section has a JSON Schema for its form, and valid default content', async () => {
  for (const name of NAMES) {
    const { schema, content } = await section(name)
    expect(Object.keys(schema)).toContain('type')
    expect(SECTIONS[name].safeParse(content).success, name).toBe(true)
  }
})

describe('a draft', () => {
  test('a draft is invisible to visitors until it is published, which updates feeds and texts and is recorded in the audit log', async () => {
    expect((await draft('brand', { ...defaultContent.brand, name: 'Mwenje' })).statusCode).toBe(200)
    const questions = defaultContent.questions.map((each, index) => (index === 0 ? { ...each, answer: 'With your eyes.' } : each))
    await draft('questions', questions)
    expect(await catalogueTitle()).toBe('Lectern')
    expect((await app.get('/api/site/texts/questions')).json()).toEqual(defaultContent.questions)

    const response = await publish('brand', 'questions')
    expect(response.statusCode).toBe(200)
    expect(response.json<SectionState[]>().find(({ name }) => name === 'brand')).toMatchObject({
      published: { version: 1, by: 'Ada Admin' },
      draft: null,
    })
    expect(await catalogueTitle()).toBe('Mwenje')
    expect((await app.get('/api/site/texts/questions')).json()[0].answer).toBe('With your eyes.')
    expect((await app.get('/api/search?q=eyes')).json().results[0]).toMatchObject({
      kind: 'question',
      snippet: ['With your ', 'eyes', '.'],
    })
    const entries = (await app.get('/api/audit?noun=site&limit=2', app.bearer)).json<AuditEntry[]>()
    expect(entries.map(({ verb, subject }) => [verb, subject.name])).toEqual(
      expect.arrayContaining([
        ['published', 'Brand'],
        ['published', 'Bookshop questions'],
      ]),
    )
  })

  test('a draft can be discarded', async () => {
    await draft('brand', { ...defaultContent.brand, name: 'Mwenje' })
    await app.send('DELETE', '/api/site/sections/brand/draft')
    expect(await section('brand')).toMatchObject({ draft: null, content: defaultContent.brand })
    expect((await publish('brand')).statusCode).toBe(409)
  })

  test('a draft is not overwritten by an administrator who has not loaded that draft', async () => {
    const { draft: first } = (await draft('brand', { ...defaultContent.brand, name: 'First' }, null)).json<EditedSection>()
    const late = await draft('brand', { ...defaultContent.brand, name: 'Second' }, null)
    expect(late.statusCode).toBe(409)
    expect(late.json<Problem>().detail).toBe('Ada Admin saved another draft.')
    expect((await draft('brand', { ...defaultContent.brand, name: 'Second' }, first?.at ?? null)).statusCode).toBe(200)
    expect((await section('brand')).content).toMatchObject({ name: 'Second' })
  })

  test('a first draft is stored once when several administrators save it concurrently', async () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five']
    const answers = await Promise.all(names.map((name) => draft('brand', { ...defaultContent.brand, name }, null)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
    const stored = names[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect((await section('brand')).content).toMatchObject({ name: stored })
  })

  test('a draft can’t be saved over a version that was published after the section was opened', async () => {
    const save = (name: string, basedOnVersion: number) =>
      app.send('PUT', '/api/site/sections/brand/draft', {
        content: { ...defaultContent.brand, name },
        basedOn: null,
        basedOnVersion,
      })
    expect((await save('First', 0)).statusCode).toBe(200)
    await publish('brand')
    const late = await save('Second', 0)
    expect(late.statusCode).toBe(409)
    expect(late.json<Problem>().detail).toBe('Ada Admin published another version.')
    expect((await section('brand')).draft).toBeNull()
    expect((await save('Second', 1)).statusCode).toBe(200)
  })
})

describe('invalid site content is refused with the name of its field', () => {
  const emoji = '🕯️'.repeat(5000)
  const first = <Item>([item]: readonly Item[]) => item as Item
  const program = first(defaultContent.programs)
  const others = defaultContent.programs.slice(1)

  test.each<[SectionName, unknown, string]>([
    ['brand', { ...defaultContent.brand, name: emoji }, 'name'],
    ['brand', { ...defaultContent.brand, name: 'a\0b' }, 'name'],
    ['brand', { ...defaultContent.brand, name: '\u200b\ufeff' }, 'name'],
    ['brand', { ...defaultContent.brand, mission: '\ud800' }, 'mission'],
    ['brand', 'Mwenje', ''],
    ['contact', { ...defaultContent.contact, phone: 'ask at the door' }, 'phone'],
    ['contact', { ...defaultContent.contact, whatsapp: '0772 123 456' }, 'whatsapp'],
    ['contact', { ...defaultContent.contact, chatLink: 'javascript:alert(1)' }, 'chatLink'],
    ['contact', { ...defaultContent.contact, whatsapp: '+263 71 234 5678' }, 'chatLink'],
    ['contact', { ...defaultContent.contact, chatLink: 'https://api.whatsapp.com/send?phone=263710000000' }, 'chatLink'],
    ['contact', { ...defaultContent.contact, hours: [] }, 'hours'],
    ['social', { ...defaultContent.social, facebook: 'data:text/html,x' }, 'facebook'],
    ['programs', [{ ...program, intro: ['One', emoji] }, ...others], '0.intro.1'],
    ['programs', others, ''],
    ['founder', { ...defaultContent.founder, slug: '../admin' }, 'slug'],
    ['questions', defaultContent.questions.slice(1), ''],
    ['publishing', { ...defaultContent.publishing, packages: [] }, 'packages'],
    ['podcast', { ...defaultContent.podcast, language: 'English!' }, 'language'],
    ['podcast', { ...defaultContent.podcast, category: 'Boats' }, 'category'],
    ['podcast', { ...defaultContent.podcast, category: 'History', subcategory: 'Christianity' }, 'subcategory'],
    ['preview', { percent: 10, least: 9, most: 4 }, 'least'],
    ['selling', { refundDays: 0 }, 'refundDays'],
    ['selling', { refundDays: 7, taxLine: emoji }, 'taxLine'],
    ['mail', { footer: 7 }, 'footer'],
    ['policies', { ...defaultContent.policies, refunds: { ...defaultContent.policies.refunds, lead: '{iban}' } }, 'refunds.lead'],
    ['policies', { ...defaultContent.policies, terms: { lead: 'Terms', parts: [] } }, 'terms.parts'],
  ])('%s %#', async (name, content, field) => {
    const response = await draft(name, content)
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map((error) => error.field)).toContain(field)
    expect((await section(name)).draft).toBeNull()
  })

  test.each([
    [1200, 1200],
    [2400, 1350],
  ])('podcast cover of %i × %i pixels', (width, height) => {
    const cover = { id: '01890000-0000-7000-8000-000000000000', width, height, brightness: 0.5, focus: 'center' }
    const sources = [{ type: 'image/webp', width: 640, path: `${'a'.repeat(64)}.webp` }]
    const { errors } = findErrors('podcast', { ...defaultContent.podcast, cover: { ...cover, sources } })
    expect(errors).toEqual([{ field: 'cover', message: expect.stringContaining(`has ${width} × ${height} pixels`) }])
  })

  const sections = NAMES.map((name) => [name, sectionSchema(name)] as const)

  test.each(sections)(
    'in the section %s, every field refuses a wrong type, a text that is too long, a zero byte and a text without a visible character',
    (name, schema) => {
      const leaves = listLeaves(schema as Leaf, FILLED[name])
      expect(leaves.length).toBeGreaterThan(0)
      for (const path of leaves) {
        const isText = typeof valueAt(FILLED[name], path) !== 'number'
        for (const bad of isText ? [7, null, emoji, 'a\0b', ['a'], '\u200b', {}] : ['a', -1, null, 1e9, []]) {
          const { errors } = findErrors(name, withValue(FILLED[name], path, bad))
          expect(errors.map(({ field }) => field).join(), `${path.join('.')} ${JSON.stringify(bad).slice(0, 20)}`).toContain(path.join('.'))
        }
      }
    },
  )

  test.each(sections)('in the section %s, every object refuses an unknown field', (name, schema) => {
    const parents = listLeaves(schema as Leaf, FILLED[name]).map((path) => path.filter((_, index) => index < path.length - 1))
    for (const parent of parents.filter((path) => !Array.isArray(valueAt(FILLED[name], path)))) {
      const unknown = [...parent, 'unknown']
      const { errors } = findErrors(name, withValue(FILLED[name], unknown, 'red'))
      expect(errors).toEqual([{ field: unknown.join('.'), message: 'There is no such field.' }])
    }
  })

  test.each(NAMES)('in the section %s, the API refuses a script and stores no draft', async (name) => {
    const refused = await draft(name, '<script>alert(1)</script>')
    expect(refused.statusCode).toBe(400)
    expect(refused.json<Problem>().errors).not.toEqual([])
    expect((await section(name)).draft).toBeNull()
  })
})

test('published policies contain the day of their publication, and emails have the sender that the site owner chose', async () => {
  await draft('policies', { ...defaultContent.policies, changed: '2001-01-01' })
  await draft('mail', { sender: 'Rudo of Mwenje' })
  await publish('policies', 'mail')
  expect(app.services.siteContent().policies.changed).toBe(shopTime().dayOf(new Date()))
  await app.services.mail.send({ to: 'rudo@lectern.example', subject: 'Test', text: 'Test' })
  const folder = join(app.services.config.dataDir, 'mail')
  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toContain('From: Rudo of Mwenje <hello@lectern.example>')
})

test('former published versions are available and can be restored as a draft', async () => {
  for (const name of ['Mwenje', 'Chiedza']) {
    await draft('brand', { ...defaultContent.brand, name })
    await publish('brand')
  }
  const versions = (await app.get('/api/site/sections/brand/versions', app.bearer)).json<SectionVersion[]>()
  expect(versions.map(({ version, content }) => [version, (content as SiteContent['brand']).name])).toEqual([
    [2, 'Chiedza'],
    [1, 'Mwenje'],
    [0, 'Lectern'],
  ])
  await app.send('POST', '/api/site/sections/brand/restore', { version: 1 })
  expect(await section('brand')).toMatchObject({ content: { name: 'Mwenje' }, publishedContent: { name: 'Chiedza' } })
  await publish('brand')
  expect(app.services.siteContent().brand.name).toBe('Mwenje')
  expect((await app.send('POST', '/api/site/sections/brand/restore', { version: 9 })).statusCode).toBe(404)
})

test('another instance has the published content within moments', async () => {
  const node = await openTestNode(app, {})
  try {
    expect(await catalogueTitle(node)).toBe('Lectern')
    await draft('brand', { ...defaultContent.brand, name: 'Mwenje' })
    await draft('contact', { ...defaultContent.contact, phone: PHONE })
    await publish('brand', 'contact')
    await expect.poll(() => catalogueTitle(node), { timeout: 2000 }).toBe('Mwenje')
    expect(node.services.siteContent().contact.phone).toBe(PHONE)
  } finally {
    await node.close()
  }
})

test('an invalid stored section is replaced with its default content and reported', async () => {
  const { orm } = app.services.database
  const { createSiteContentStore } = await import('./site-content.store.ts')
  const store = createSiteContentStore(orm)
  await app.services.database.pool.query(
    `insert into site_sections values ('brand', 1, 'published', '{"name": ""}', null, now()), ('contact', 1, 'published', $1, null, now())`,
    [JSON.stringify({ ...defaultContent.contact, phone: PHONE })],
  )
  const alerts: unknown[] = []
  const alert = (details: Record<string, unknown>) => void alerts.push(details)
  const live = await openLiveContent({ store, defaults: defaultContent, catalogueVersion: app.services.catalogueVersion, alert })
  expect(live.current()).toMatchObject({ brand: defaultContent.brand, contact: { phone: PHONE } })
  expect(alerts).toEqual([{ section: 'brand' }])
  expect(live.state()).toEqual({ readable: true, invalidSections: [{ name: 'brand', title: 'Brand' }] })
  expect((await states()).filter(({ invalid }) => invalid).map(({ name }) => name)).toEqual(['brand'])
  expect(await section('brand')).toMatchObject({ invalid: true, content: defaultContent.brand })
  await draft('preview', defaultContent.preview)
  await publish('preview')
  expect((await app.get('/api/overview', app.bearer)).json<Overview>().content.invalidSections).toEqual([{ name: 'brand', title: 'Brand' }])
})

test('default content is used and reported if the sections of the site can’t be read, and reading is retried', async () => {
  const { orm, pool } = app.services.database
  const { createSiteContentStore } = await import('./site-content.store.ts')
  await draft('brand', { ...defaultContent.brand, name: 'Mwenje' })
  await publish('brand')
  const alerts: string[] = []
  const alert = (_details: Record<string, unknown>, text: string) => void alerts.push(text)
  await pool.query('alter table site_sections rename to damaged_sections')
  try {
    const store = createSiteContentStore(orm)
    const live = await openLiveContent({ store, defaults: defaultContent, catalogueVersion: app.services.catalogueVersion, alert })
    expect([live.current().brand.name, live.state().readable, alerts]).toEqual(['Lectern', false, ['the site’s content could not be read']])
    await live.retry()
    expect(live.state().readable).toBe(false)
    await pool.query('alter table damaged_sections rename to site_sections')
    await live.retry()
    expect([live.current().brand.name, live.state().readable]).toEqual(['Mwenje', true])
  } finally {
    await pool.query('alter table if exists damaged_sections rename to site_sections')
  }
})

test('emails have the name and the accent color of the site', async () => {
  await draft('brand', { ...defaultContent.brand, name: 'Mwenje', accent: '#004488' })
  await publish('brand')
  expect(
    (await app.send('POST', '/api/password-reset/codes', { email: app.admin.email, clientId: randomUUID() }, {})).statusCode,
  ).toBeLessThan(300)
  const mail = await newestMail(app.services.config.dataDir, app.admin.email, /text\/html/)
  const text = mail.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  expect(text).toContain('border-bottom: 3px solid #004488')
  expect(text).toMatch(/From: Mwenje/)
  expect(text).not.toMatch(/#b8741a|#87510f/)
})

describe('site export and import', () => {
  const exported = async () => (await app.get('/api/site/export', app.bearer)).json<SiteExport>()
  const importFile = (file: object) => app.send('POST', '/api/site/import', file)

  test('importing an exported site creates drafts of the sections that differ, which are never published automatically', async () => {
    const file = await exported()
    expect(file.sections).toEqual(defaultContent)
    expect((await importFile(file)).json<SiteImported>().sections.every(({ outcome }) => outcome === 'same')).toBe(true)
    file.sections = { brand: { ...defaultContent.brand, name: 'Mwenje' }, social: defaultContent.social }
    expect((await importFile(file)).json<SiteImported>().sections).toEqual([
      { name: 'brand', title: 'Brand', outcome: 'draft' },
      { name: 'social', title: 'Social networks', outcome: 'same' },
    ])
    expect((await states()).filter(({ draft: saved }) => saved).map(({ name, draft: saved }) => [name, saved?.by])).toEqual([
      ['brand', 'Ada Admin'],
    ])
    expect(app.services.siteContent().brand.name).toBe('Lectern')
    const again = await importFile({ ...file, sections: { brand: { ...defaultContent.brand, name: 'Other' } } })
    expect([again.statusCode, again.json<Problem>().detail]).toEqual([409, 'Publish or discard the drafts of Brand first.'])
  })

  test.each<[object, string]>([
    [{ format: 'pages' }, 'format'],
    [{ version: 2 }, 'version'],
    [{ sections: [] }, 'sections'],
    [{ sections: { shop: {} } }, 'sections.shop'],
    [{ sections: { brand: { ...defaultContent.brand, name: '' } } }, 'sections.brand.name'],
    [{ sections: { brand: { ...defaultContent.brand, color: 'red' } } }, 'sections.brand.color'],
    [{ sections: { contact: defaultContent.contact, social: { facebook: 'javascript:alert(1)' } } }, 'sections.social.facebook'],
  ])('a site import is refused with the invalid field, and nothing is imported: %j', async (changes, field) => {
    const refused = await importFile({ ...(await exported()), ...changes })
    expect(refused.statusCode).toBe(400)
    expect(refused.json<Problem>().errors?.map((error) => error.field)).toEqual([field])
    expect((await states()).every(({ draft: saved }) => saved === null)).toBe(true)
  })
})

type Leaf = { type?: string; readOnly?: boolean; properties?: Record<string, Leaf>; items?: Leaf; prefixItems?: Leaf[] }

/** Lists the paths of all texts and numbers that the site owner edits. */
function listLeaves({ type, properties, items, prefixItems, readOnly }: Leaf, content: unknown, path: string[] = []): string[][] {
  if (readOnly || content === undefined) return []
  if (type === 'string' || type === 'number' || type === 'integer') return [path]
  const ofList = (content: unknown[]) => content.map((_, index): [string, Leaf] => [String(index), prefixItems?.[index] ?? items ?? {}])
  const fields = Array.isArray(content) ? ofList(content) : Object.entries(properties ?? {})
  return fields.flatMap(([name, field]) => listLeaves(field, valueAt(content, [name]), [...path, name]))
}

function valueAt(content: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], content)
}

function withValue(content: unknown, path: string[], value: unknown): unknown {
  const copy = structuredClone(content)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1) ?? ''] = value
  return copy
}
