import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { SiteExport, SiteImported } from '#contracts/site/site-export.ts'
import { defaultContent } from '#site/default-content.ts'
import { publishSections, uploadSitePicture } from '#tests/support/site-sections.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let from: TestApp
let to: TestApp
beforeAll(async () => {
  ;[from, to] = await Promise.all([openTestApp(), openTestApp()])
  const [logo, share, hero] = [
    await uploadSitePicture(from, 'logo', { width: 400, height: 100 }),
    await uploadSitePicture(from, 'share', { width: 1500, height: 900 }),
    await uploadSitePicture(from, 'hero', { width: 1500, height: 900 }),
  ]
  await publishSections(from, {
    brand: { ...defaultContent.brand, name: 'Mwenje', dark: '#004400', logoOnDark: logo, shareImage: share },
    home: { ...defaultContent.home, picture: { ...hero, focus: 'left' } },
    programs: defaultContent.programs.map((program) => ({ ...program, picture: hero })),
  })
})
afterAll(() => Promise.all([from?.close(), to?.close()]))

const exported = async (site: TestApp) => (await site.get('/api/site/export', site.bearer)).body
const importFile = (file: SiteExport) => to.send('POST', '/api/site/import', file)
const drafts = async () => (await to.get('/api/site/sections', to.bearer)).json<{ draft: unknown }[]>().filter(({ draft }) => draft)

test('a site import with a picture file that was modified, is no image or is missing is refused with the name of the file, and nothing is imported', async () => {
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

test('importing an exported site with its pictures into another site results in an identical export', async () => {
  const file = await exported(from)
  const imported = (await importFile(JSON.parse(file))).json<SiteImported>()
  expect(imported.sections.filter(({ outcome }) => outcome === 'draft').map(({ name }) => name)).toEqual(['brand', 'home', 'programs'])
  await publishSections(to, {})
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
