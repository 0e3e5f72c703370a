import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import type { SiteExport, SiteImported } from '#contracts/site/site-export.ts'
import type { PictureUse, SitePicture } from '#contracts/site/site-picture.ts'
import { defaultContent } from '#site/default-content.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const NAMES = Object.keys(SECTIONS) as SectionName[]

let from: TestApp
let to: TestApp
beforeAll(async () => {
  ;[from, to] = await Promise.all([openTestApp(), openTestApp()])
  const [logo, share, hero] = [await upload('logo', 400, 100), await upload('share', 1500, 900), await upload('hero', 1500, 900)]
  await publish(from, {
    brand: { ...defaultContent.brand, name: 'Mwenje', dark: '#004400', logoOnDark: logo, shareImage: share },
    home: { ...defaultContent.home, picture: { ...hero, focus: 'left' } },
    programs: defaultContent.programs.map((program) => ({ ...program, picture: hero })),
  })
})
afterAll(() => Promise.all([from?.close(), to?.close()]))

async function upload(use: PictureUse, width: number, height: number) {
  const image = await sharp({ create: { width, height, channels: 3, background: '#c08040' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('use', use)
  form.append('picture', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'own.png')
  return (await from.sendForm('POST', '/api/site/pictures', form)).json<SitePicture>()
}

async function publish(site: TestApp, sections: Partial<SiteContent>) {
  for (const [name, content] of Object.entries(sections)) {
    const payload = { content, basedOn: null }
    const saved = await site.app.inject({ method: 'PUT', url: `/api/site/sections/${name}/draft`, headers: site.bearer, payload })
    expect(saved.statusCode, saved.body).toBe(200)
  }
  expect((await site.send('POST', '/api/site/publish', { sections: NAMES })).statusCode).toBe(200)
}

const exported = async (site: TestApp) => (await site.get('/api/site/export', site.bearer)).body
const importFile = (file: SiteExport) => to.send('POST', '/api/site/import', file)
const drafts = async () => (await to.get('/api/site/sections', to.bearer)).json<{ draft: unknown }[]>().filter(({ draft }) => draft)

test('a file of a picture that was changed, is no image or is missing is refused by name, and nothing is imported', async () => {
  const file = JSON.parse(await exported(from)) as SiteExport
  const [key = '', other = ''] = Object.keys(file.files)
  const withFile = (content: string | undefined) => {
    const { [key]: _, ...rest } = file.files
    return { ...file, files: content === undefined ? rest : { ...rest, [key]: content } }
  }
  const changed = Buffer.from('<script>alert(1)</script>').toString('base64')
  for (const [content, status, field] of [
    [file.files[other], 400, `files.${key}`],
    [changed, 415, `files.${key}`],
    ['', 400, `files.${key}`],
    [undefined, 400, 'sections.brand.logoOnDark'],
  ] as const) {
    const refused = await importFile(withFile(content))
    expect(refused.statusCode, content).toBe(status)
    expect(refused.json<Problem>().errors?.map((error) => error.field)).toEqual([field])
  }
  expect(await drafts()).toEqual([])
})

test('a site with its pictures moves to another one, whose export is identical', async () => {
  const file = await exported(from)
  const imported = (await importFile(JSON.parse(file))).json<SiteImported>()
  expect(imported.sections.filter(({ outcome }) => outcome === 'draft').map(({ name }) => name)).toEqual(['brand', 'home', 'programs'])
  await publish(to, {})
  expect(await exported(to)).toBe(file)
  const { brand } = to.services.siteContent()
  for (const key of [brand.shareImage?.jpeg, brand.logoOnDark?.icons?.large, brand.logoOnDark?.sources[0]?.path]) {
    const [sent, received] = await Promise.all([from, to].map((site) => site.get(`/api/media/${key}`)))
    expect([received?.statusCode, received?.headers['content-type']]).toEqual([200, sent?.headers['content-type']])
    expect(received?.rawPayload.equals(sent?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  }
  const again = (await importFile(JSON.parse(file))).json<SiteImported>()
  expect(again.sections.every(({ outcome }) => outcome === 'same')).toBe(true)
})
