import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toJSONSchema, type z } from 'zod'
import { SECTIONS, type SectionName } from '#contracts/site/site-content.ts'
import type { EditedSection } from '#contracts/site/site-sections.ts'
import { defaultContent } from '#site/default-content.ts'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { findInvalidFields } from '#tests/support/component/invalid-fields.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const AT = '2026-11-26T08:00:00.000Z'

function buildSection(name: SectionName, changes: Partial<EditedSection> = {}): EditedSection {
  return {
    name,
    title: 'Contact',
    published: null,
    draft: null,
    schema: toJSONSchema(SECTIONS[name] as z.ZodType, { io: 'input', unrepresentable: 'any' }),
    content: defaultContent[name],
    publishedContent: defaultContent[name],
    ...changes,
  }
}

test('a section is changed, saved as a draft, compared with what is published, and published', async () => {
  const sent: unknown[] = []
  const section = buildSection('contact')
  const saved = (body: string | undefined) => {
    const { content } = JSON.parse(body ?? '{}')
    return { ...section, content, draft: { by: 'Ada Admin', at: AT } }
  }
  const { answers } = openFakeApi({
    '/site/sections/contact': section,
    'PUT /site/sections/contact/draft': (_url: URL, body: string) => {
      sent.push(JSON.parse(body))
      answers['/site/sections/contact'] = saved(body)
      return saved(body)
    },
    '/site/publish': (_url: URL, body: string) => {
      sent.push(JSON.parse(body))
      answers['/site/sections/contact'] = { ...section, published: { version: 1, by: 'Ada Admin', at: AT } }
      return []
    },
  })
  await openAdminPage('/admin/site/contact')
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await page.getByLabelText('Phone').fill('+263 71 234 5678')
  await page.getByRole('button', { name: 'Remove Business hours 2' }).click()
  await page.getByRole('button', { name: 'Move Business hours 2 up' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(/^This is a draft, saved/)).toBeVisible()
  const [monday, , sunday] = defaultContent.contact.hours
  expect(sent).toEqual([{ content: { ...defaultContent.contact, phone: '+263 71 234 5678', hours: [sunday, monday] }, basedOn: null }])
  await page.getByText('Compare with what is published').click()
  await expect.element(page.getByRole('deletion').filter({ hasText: '+263 77 555 0142' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByText(/^This is a draft, saved/)).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ sections: ['contact'] })
})

test('a refused field has its message and the focus; nothing that was entered is lost', async () => {
  openFakeApi({
    '/site/sections/contact': buildSection('contact'),
    'PUT /site/sections/contact/draft': refuse(400, 'invalid_request', [{ field: 'hours.1.days', message: 'Enter a text.' }]),
  })
  await openAdminPage('/admin/site/contact')
  const days = page.getByRole('group', { name: 'Business hours 2' }).getByLabelText('Days')
  await days.fill('')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(days).toHaveFocus()
  expect(await findInvalidFields()).toHaveLength(1)
  await expect.element(page.getByText('Enter a text.')).toBeVisible()
  await expect.element(days).toHaveValue('')
})

test('a former version is compared with the published one and restored as a draft', async () => {
  const former = { ...defaultContent.brand, name: 'Mwenje' }
  const section = buildSection('brand', { title: 'Brand', published: { version: 2, by: null, at: AT } })
  openFakeApi({
    '/site/sections/brand': section,
    '/site/sections/brand/versions': () =>
      Response.json([
        { version: 2, by: null, at: AT, content: defaultContent.brand },
        { version: 1, by: 'Ada Admin', at: AT, content: former },
      ]),
    '/site/sections/brand/restore': { ...section, content: former, draft: { by: null, at: AT } },
  })
  await openAdminPage('/admin/site/brand')
  await page.getByText('Former versions').click()
  await page.getByText('Compare with what is published').click()
  await expect.element(page.getByRole('insertion').filter({ hasText: 'Mwenje' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore as a draft' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Mwenje')
})

test('leaving a changed section asks first', async () => {
  openFakeApi({ '/site/sections/brand': buildSection('brand'), '/site/sections': () => Response.json([]) })
  const { expectAddress } = await openAdminPage('/admin/site/brand')
  await page.getByLabelText('Name').fill('Mwenje')
  await page.getByRole('link', { name: 'Site', exact: true }).last().click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Mwenje')
  await expectAddress('/admin/site/brand')
})

test('every section fits phones and desktops and is accessible', { tags: ['full'] }, async () => {
  for (const name of Object.keys(SECTIONS) as SectionName[]) {
    openFakeApi({ [`/site/sections/${name}`]: buildSection(name) })
    const { unmount } = await openAdminPage(`/admin/site/${name}`)
    await expect.element(page.getByRole('button', { name: 'Publish' })).toBeVisible()
    await inEachSize(async () => {
      expect(await findViolations()).toEqual([])
      expect(overflows()).toBe(false)
    })
    await unmount()
  }
})

test('by keyboard alone a text is changed and saved', async () => {
  const { calls } = openFakeApi({
    '/site/sections/brand': buildSection('brand'),
    'PUT /site/sections/brand/draft': (_url: URL, body: string) => ({
      ...buildSection('brand', { draft: { by: null, at: AT } }),
      content: JSON.parse(body).content,
    }),
  })
  await openAdminPage('/admin/site/brand')
  const name = page.getByLabelText('Name')
  await name.click()
  await userEvent.keyboard(' House{Enter}')
  await expect.element(page.getByText(/^This is a draft, saved/)).toBeVisible()
  expect(calls).toContain('/site/sections/brand/draft')
})
