import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SECTIONS, type SectionName } from '#contracts/site/site-content.ts'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import type { EditedSection } from '#contracts/site/site-sections.ts'
import { defaultContent } from '#site/default-content.ts'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { findInvalidFields } from '#tests/support/component/invalid-fields.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { sectionSchema } from '#tests/support/section-schema.ts'

const AT = '2026-11-26T08:00:00.000Z'

function buildSection(name: SectionName, changes: Partial<EditedSection> = {}): EditedSection {
  return {
    name,
    title: 'Contact',
    published: null,
    draft: null,
    invalid: false,
    schema: sectionSchema(name),
    content: defaultContent[name],
    publishedContent: defaultContent[name],
    ...changes,
  }
}

/** Opens a part of the form by its title. */
const openPart = (title: string | RegExp) => page.getByText(title, { exact: true }).first().click()

test('a site section is changed, saved as a draft, compared with the published version, and published', async () => {
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
  // Phones display the keyboard that matches the input type.
  await expect.element(page.getByLabelText('Phone')).toHaveAttribute('type', 'tel')
  await expect.element(page.getByLabelText('Email')).toHaveAttribute('type', 'email')
  await page.getByLabelText('Phone').fill('+263 71 234 5678')
  await openPart('Business hours')
  await page.getByRole('button', { name: 'Remove Business hours 2' }).click()
  await page.getByRole('button', { name: 'Move Business hours 2 up' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(/^This is a draft, saved/)).toBeVisible()
  const [monday, , sunday] = defaultContent.contact.hours
  expect(sent).toEqual([
    { content: { ...defaultContent.contact, phone: '+263 71 234 5678', hours: [sunday, monday] }, basedOn: null, basedOnVersion: 0 },
  ])
  await page.getByText('Compare with the published version').click()
  await expect.element(page.getByRole('deletion').filter({ hasText: '+263 77 555 0142' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByText(/^This is a draft, saved/)).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ sections: ['contact'] })
})

test('the open part of a site section stays open after saving', async () => {
  const section = buildSection('programs', { title: 'Programs' })
  openFakeApi({
    '/site/sections/programs': section,
    'PUT /site/sections/programs/draft': (_url: URL, body: string) => ({
      ...section,
      content: JSON.parse(body).content,
      draft: { by: 'Ada Admin', at: AT },
    }),
  })
  await openAdminPage('/admin/site/programs')
  await openPart('Program 3: Gents Empowerment')
  await page.getByRole('group', { name: 'Program 3: Gents Empowerment' }).getByText('Introduction', { exact: true }).first().click()
  const third = page.getByRole('group', { name: 'Program 3: Gents Empowerment' })
  const paragraph = third.getByLabelText('Paragraph 2')
  await paragraph.fill('A man who is asked twice may answer.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(/^This is a draft, saved/)).toBeInTheDocument()
  await expect.element(paragraph).toBeVisible()
})

test('lines pasted over the whole text of an entry become separate entries, up to the maximum length of the list', async () => {
  openFakeApi({ '/site/sections/founder': buildSection('founder') })
  await openAdminPage('/admin/site/founder')
  await openPart('About')
  await expect.element(page.getByLabelText('Paragraph 2')).toBeVisible()
  const paragraphs = () => page.getByLabelText(/^Paragraph \d+$/).elements() as HTMLTextAreaElement[]
  const before = paragraphs().map(({ value }) => value)
  function paste(text: string, at: number, select: (field: HTMLTextAreaElement) => void) {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    const field = paragraphs()[at] as HTMLTextAreaElement
    field.focus()
    select(field)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  const texts = () => paragraphs().map(({ value }) => value)
  paste('• One\r\n\r\n 2. Two\n- Three', 1, (field) => field.select())
  await expect.poll(texts).toEqual([before[0], 'One', 'Two', 'Three', ...before.slice(2)])
  // Lines pasted into the middle of a text are not split into entries.
  paste('Four\nFive', 1, (field) => field.setSelectionRange(0, 1))
  expect(texts()).toHaveLength(before.length + 2)
  const lines = Array.from({ length: 20 }, (_, at) => `Line ${at + 1}`)
  paste(lines.join('\n'), before.length + 1, (field) => field.select())
  await expect.poll(() => texts().length).toBe(10)
  expect(texts().join(' ')).toContain(lines.join(' '))
})

test('unsaved input is restored after the page is closed, and merged with changes that a colleague has saved in the meantime', async () => {
  const section = buildSection('contact')
  const { answers } = openFakeApi({ '/site/sections/contact': section })
  const first = await openAdminPage('/admin/site/contact')
  await page.getByLabelText('Phone').fill('+263 71 234 5678')
  await expect.element(page.getByRole('button', { name: 'Save draft' })).toBeEnabled()
  await first.unmount()

  answers['/site/sections/contact'] = {
    ...section,
    content: { ...defaultContent.contact, email: 'new@lectern.example' },
    draft: { by: 'Rudo', at: AT },
  }
  const second = await openAdminPage('/admin/site/contact')
  await expect.element(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect.element(page.getByLabelText('Phone')).toHaveValue('+263 71 234 5678')
  await expect.element(page.getByLabelText('Email')).toHaveValue('new@lectern.example')

  await page.getByRole('button', { name: 'Discard these changes' }).click()
  await expect.element(page.getByLabelText('Phone')).toHaveValue(defaultContent.contact.phone)
  await second.unmount()
  await openAdminPage('/admin/site/contact')
  await expect.element(page.getByLabelText('Email')).toHaveValue('new@lectern.example')
  await expect.element(page.getByText('Your unsaved changes were restored.')).not.toBeInTheDocument()
})

test('an edit conflict displays the colleague’s changes, and “save anyway” preserves them', async () => {
  const section = buildSection('contact')
  const newer = {
    ...section,
    content: { ...defaultContent.contact, email: 'new@lectern.example' },
    draft: { by: 'Rudo', at: AT },
  }
  const sent: unknown[] = []
  const { answers } = openFakeApi({
    '/site/sections/contact': section,
    'PUT /site/sections/contact/draft': refuse(409, 'conflict'),
  })
  await openAdminPage('/admin/site/contact')
  await page.getByLabelText('Phone').fill('+263 71 234 5678')
  answers['/site/sections/contact'] = newer
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(/Nothing was saved. Your changes are still here.$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
  await page.getByText('Show what changed in the meantime').click()
  await expect.element(page.getByRole('insertion').filter({ hasText: 'new@lectern.example' })).toBeVisible()
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })

  answers['PUT /site/sections/contact/draft'] = (_url: URL, body: string) => {
    sent.push(JSON.parse(body))
    return { ...newer, content: JSON.parse(body).content, draft: { by: 'Ada Admin', at: AT } }
  }
  await page.getByRole('button', { name: 'Save my changes anyway' }).click()
  await expect.element(page.getByText(/Nothing was saved/)).not.toBeInTheDocument()
  const both = { ...defaultContent.contact, phone: '+263 71 234 5678', email: 'new@lectern.example' }
  expect(sent).toEqual([{ content: both, basedOn: AT, basedOnVersion: 0 }])
})

test('after discarding the administrator’s own changes in a conflict, the form contains the version that a colleague published', async () => {
  const section = buildSection('contact')
  const { answers } = openFakeApi({
    '/site/sections/contact': section,
    'PUT /site/sections/contact/draft': refuse(409, 'conflict'),
  })
  await openAdminPage('/admin/site/contact')
  await page.getByLabelText('Phone').fill('+263 71 234 5678')
  const content = { ...defaultContent.contact, email: 'new@lectern.example' }
  answers['/site/sections/contact'] = { ...section, content, publishedContent: content, published: { version: 1, by: 'Rudo', at: AT } }
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Discard my changes, edit the newer version' }).click()
  await expect.element(page.getByLabelText('Phone')).toHaveValue(defaultContent.contact.phone)
  await expect.element(page.getByLabelText('Email')).toHaveValue('new@lectern.example')
})

test('restoring a version asks for confirmation before it replaces a draft or unsaved changes', async () => {
  const section = buildSection('brand', { title: 'Brand', published: { version: 1, by: null, at: AT } })
  openFakeApi({
    '/site/sections/brand': section,
    '/site/sections/brand/versions': () =>
      Response.json([
        { version: 1, by: null, at: AT, content: defaultContent.brand },
        { version: 0, by: null, at: null, content: { ...defaultContent.brand, name: 'Mwenje' } },
      ]),
    '/site/sections/brand/restore': { ...section, content: { ...defaultContent.brand, name: 'Mwenje' }, draft: { by: null, at: AT } },
  })
  await openAdminPage('/admin/site/brand')
  await page.getByLabelText('Vision').fill('A lamp for every house')
  await page.getByText('Earlier versions').click()
  await page.getByRole('button', { name: 'Restore as a draft' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByLabelText('Vision')).toHaveValue('A lamp for every house')
  await page.getByRole('button', { name: 'Restore as a draft' }).click()
  await page.getByRole('button', { name: 'Replace the draft' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Mwenje')
  await expect.element(page.getByLabelText('Vision')).toHaveValue(defaultContent.brand.vision)
})

test('text typed during the upload of a picture is preserved', async () => {
  let finish: (picture: SitePicture) => void = () => undefined
  openFakeApi({
    '/site/sections/home': buildSection('home', { title: 'Home' }),
    'POST /site/pictures': () => new Promise<SitePicture>((resolve) => (finish = resolve)),
  })
  await openAdminPage('/admin/site/home')
  await page.getByLabelText('Picture', { exact: true }).upload(new File(['own'], 'own.png', { type: 'image/png' }))
  await expect.element(page.getByRole('region', { name: 'Upload' })).toBeVisible()
  await page.getByLabelText('First button').fill('Come in')
  finish(PICTURE)
  await expect.element(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await expect.element(page.getByLabelText('First button')).toHaveValue('Come in')
})

/** Opens the section Home, whose drafts and publications are recorded. `finish` completes the upload of a picture. */
async function openHomeSection() {
  const section = buildSection('home', { title: 'Home' })
  const calls: string[] = []
  const sent: Record<string, unknown>[] = []
  let finish: (answer: SitePicture | Response) => void = () => undefined
  openFakeApi({
    '/site/sections/home': () => ({ ...section, content: sent.at(-1) ?? section.content }),
    'POST /site/pictures': () => new Promise<SitePicture | Response>((resolve) => (finish = resolve)),
    'PUT /site/sections/home/draft': (_url: URL, body: string) => {
      calls.push('draft')
      sent.push(JSON.parse(body).content)
      return { ...section, content: sent.at(-1), draft: { by: null, at: AT } }
    },
    'POST /site/publish': () => {
      calls.push('publish')
      return []
    },
  })
  await openAdminPage('/admin/site/home')
  await page.getByLabelText('Picture', { exact: true }).upload(new File(['own'], 'own.png', { type: 'image/png' }))
  await expect.element(page.getByRole('region', { name: 'Upload' })).toBeVisible()
  return { calls, sent, finish: (answer: SitePicture | Response) => finish(answer) }
}

test.each([
  ['Publish', ['draft', 'publish']],
  ['Save draft', ['draft']],
])('%s, pressed while a picture is uploaded, waits for the picture and includes it', async (button, expected) => {
  const { calls, sent, finish } = await openHomeSection()
  await page.getByRole('button', { name: button }).click()
  await expect.element(page.getByText(/^The picture is being uploaded\. Then the section is/)).toBeVisible()
  await page.getByLabelText('First button').fill('Come in')
  expect(calls).toEqual([])
  finish(PICTURE)
  await expect.poll(() => calls).toEqual(expected)
  expect(sent[0]).toEqual({ ...defaultContent.home, primary: 'Come in', picture: PICTURE })
})

test('a section is not published without a picture that could not be uploaded, until the picture is removed', async () => {
  const { calls, sent, finish } = await openHomeSection()
  await page.getByLabelText('First button').fill('Come in')
  await page.getByRole('button', { name: 'Publish' }).click()
  finish(refuse(503, 'unavailable') as unknown as Response)
  await expect.element(page.getByText(/^“Picture” was not uploaded, so nothing was saved\./)).toBeVisible()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Remove the chosen file' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => calls).toEqual(['draft', 'publish'])
  expect(sent[0]).toEqual({ ...defaultContent.home, primary: 'Come in' })
})

test('a section is published without a picture whose upload is canceled', async () => {
  const { calls } = await openHomeSection()
  await page.getByLabelText('First button').fill('Come in')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect.poll(() => calls).toEqual(['draft', 'publish'])
})

test('an invalid field is focused and displays the API’s message, and no input is lost', async () => {
  openFakeApi({
    '/site/sections/contact': buildSection('contact'),
    'PUT /site/sections/contact/draft': refuse(400, 'invalid_request', [{ field: 'hours.1.days', message: 'Enter some text.' }]),
  })
  await openAdminPage('/admin/site/contact')
  const days = page.getByRole('group', { name: 'Business hours 2' }).getByLabelText('Days')
  await openPart('Business hours')
  await days.fill('')
  // The message opens the part of its field.
  await openPart('Business hours')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(days).toHaveFocus()
  expect(await findInvalidFields()).toHaveLength(1)
  await expect.element(page.getByText('Enter some text.')).toBeVisible()
  await expect.element(days).toHaveValue('')
})

test('a previous version is compared with the published version and restored as a draft', async () => {
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
  await page.getByText('Earlier versions').click()
  await page.getByText('Compare with the published version').click()
  await expect.element(page.getByRole('insertion').filter({ hasText: 'Mwenje' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore as a draft' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Mwenje')
})

const PICTURE: SitePicture = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  width: 1600,
  height: 900,
  brightness: 1,
  focus: 'center',
  sources: [{ type: 'image/webp', width: 640, path: `${'a'.repeat(64)}.webp` }],
}

test('an uploaded picture gets an overlay if it is bright, and its visible part is saved with the draft', async () => {
  const sent: unknown[] = []
  const section = buildSection('home', { title: 'Home' })
  const { answers } = openFakeApi({
    '/site/sections/home': section,
    'POST /site/pictures': () => PICTURE,
    'PUT /site/sections/home/draft': (_url: URL, body: string) => {
      sent.push(JSON.parse(body).content)
      return { ...section, content: JSON.parse(body).content, draft: { by: null, at: AT } }
    },
    '/site/preview-links': { url: `${location.origin}/preview#token`, expiresAt: AT },
  })
  await openAdminPage('/admin/site/home')
  const file = page.getByLabelText('Picture', { exact: true })
  await file.upload(new File(['own'], 'own.png', { type: 'image/png' }))
  await expect.element(page.getByText(/^This picture is bright. The pages darken it by 43%/)).toBeVisible()
  await page.getByLabelText('Picture: part that stays visible').selectOptions('Left')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(/^This is a draft, saved/)).toBeVisible()
  expect(sent).toEqual([{ ...defaultContent.home, picture: { ...PICTURE, focus: 'left' } }])
  await page.getByText('Compare with the published version').click()
  await expect.element(page.getByRole('insertion').filter({ hasText: '1600 × 900 pixels, left' })).toBeVisible()

  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(page.getByRole('link', { name: 'Open the preview' })).toHaveAttribute('target', '_blank')
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => sent.at(-1)).toEqual(defaultContent.home)

  answers['POST /site/pictures'] = refuse(415, 'unsupported_media_type', [{ field: 'picture', message: 'This is a GIF image.' }])
  await file.upload(new File(['own'], 'own.gif', { type: 'image/gif' }))
  await expect.element(page.getByText('This is a GIF image.')).toBeVisible()
})

test('one part of a site section is open at a time, also after it is moved or added, or contains an invalid field', async () => {
  const { answers } = openFakeApi({ '/site/sections/publishing': buildSection('publishing', { title: 'Publishing' }) })
  await openAdminPage('/admin/site/publishing')
  const packages = defaultContent.publishing.packages.map(({ name }) => name)
  const shown = () => page.getByRole('group', { name: /^(Package|Stage|Promise) \d/ }).elements().length
  await expect.element(page.getByText('Packages', { exact: true }).first()).toBeVisible()
  expect(shown()).toBe(0)
  await openPart('Packages')
  await openPart(`Package 1: ${packages[0]}`)
  await expect.poll(shown).toBe(1)
  await openPart(`Package 3: ${packages[2]}`)
  await expect.element(page.getByRole('group', { name: /^Package 1/ })).not.toBeInTheDocument()
  expect(shown()).toBe(1)
  await page.getByRole('button', { name: 'Move Package 3 up' }).click()
  await expect.element(page.getByRole('group', { name: `Package 2: ${packages[2]}` })).toBeVisible()
  expect(shown()).toBe(1)

  const message = 'Enter a name.'
  answers['PUT /site/sections/publishing/draft'] = refuse(400, 'invalid_request', [{ field: 'content.packages.2.name', message }])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByText('Needs a correction').first()).toBeVisible()
  expect(shown()).toBe(1)
  await openPart('Stages')
  await page.getByRole('button', { name: 'Add a stage' }).click()
  await expect.element(page.getByRole('group', { name: /^Stage \d+$/ })).toBeVisible()
  expect(shown()).toBe(1)
})

/** Document of a page for the frame of a section's form. */
const pageOf = ({ primary, secondary }: typeof defaultContent.home) =>
  `<html><head></head><body><header>${secondary}</header><main><p>${primary} and more</p><a href="/bookshop"><b>${primary}</b></a>
  <p style="margin-top: 3000px">${secondary}</p></main></body></html>`

test('the page of a section displays what is entered, marks the edited field, and leads to the field of a text', async () => {
  const { answers, calls } = openFakeApi({
    '/site/sections/home': buildSection('home', { title: 'Home' }),
    'POST /site/sections/home/page': (_url: URL, body: string) => ({ html: pageOf(JSON.parse(body).content) }),
  })
  await openAdminPage('/admin/site/home')
  const frame = () => (page.getByTitle('Preview of the page').element() as HTMLIFrameElement).contentDocument
  const marked = () =>
    [...(frame()?.querySelectorAll('[data-edited]') ?? [])].map(({ tagName, textContent }) => `${tagName} ${textContent}`)
  await page.getByLabelText('First button').fill('Come in')
  await expect.poll(marked).toEqual(['B Come in'])
  expect(frame()?.querySelector('a')?.hasAttribute('href')).toBe(false)

  await page.getByLabelText('Second button').click()
  await expect.poll(marked).toEqual([`P ${defaultContent.home.secondary}`])
  await expect.poll(() => (frame()?.defaultView?.scrollY ?? 0) > 1000).toBe(true)
  expect(window.scrollY).toBeLessThan(1000)

  const text = frame()?.querySelector('b') as HTMLElement
  frame()?.defaultView?.scrollTo({ top: 0 })
  const { left, top } = text.getBoundingClientRect()
  text.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + 2, clientY: top + 2 }))
  await expect.element(page.getByLabelText('First button')).toHaveFocus()
  const elsewhere = page.getByText('This part of the page is not edited in this section.')
  frame()?.body.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 300, clientY: 1500 }))
  await expect.element(elsewhere).toBeVisible()
  text.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: left + 2, clientY: top + 2 }))
  await expect.element(elsewhere).not.toBeInTheDocument()

  answers['POST /site/sections/home/page'] = refuse(400, 'invalid_request', [{ field: 'content.primary', message: 'Enter some text.' }])
  await page.getByLabelText('First button').fill('')
  await expect.element(page.getByText('Shown without what needs a correction.')).toBeVisible()
  expect(frame()?.body.textContent).toContain('Come in')

  // A folded page is not rendered.
  await page.getByRole('button', { name: 'The page' }).click()
  await expect.element(page.getByTitle('Preview of the page')).not.toBeInTheDocument()
  const rendered = calls.length
  await page.getByLabelText('First button').fill('Read')
  answers['POST /site/sections/home/page'] = (_url: URL, body: string) => ({ html: pageOf(JSON.parse(body).content) })
  await page.getByRole('button', { name: 'The page' }).click()
  await expect.poll(() => frame()?.body?.textContent).toContain('Read and more')
  expect(calls.length).toBe(rendered + 1)
})

test('the page above a form leaves room for the fields, also on a phone on its side', async () => {
  openFakeApi({
    '/site/sections/policies': buildSection('policies', { title: 'Policies' }),
    'POST /site/sections/policies/page': { html: '<html><head></head><body></body></html>' },
  })
  await openAdminPage('/admin/site/policies')
  const room = () => {
    const [above, below] = [page.getByRole('region', { name: 'The page' }), page.getByRole('button', { name: 'Save draft' })]
    return below.element().getBoundingClientRect().top - Math.max(above.element().getBoundingClientRect().bottom, 0)
  }
  await page.viewport(360, 740)
  await openPart('Privacy')
  const [title, field] = [page.getByText('Privacy', { exact: true }).first(), page.getByLabelText('Sentence below the title')]
  await expect.poll(() => title.element().getBoundingClientRect().top).toBeLessThan(440)
  await expect.element(field.nth(1)).toBeInViewport()
  expect(room()).toBeGreaterThan(250)
  await page.viewport(740, 360)
  await field.nth(1).click()
  await expect.poll(room).toBeGreaterThan(200)
})

test('leaving a site section with unsaved changes asks for confirmation', async () => {
  openFakeApi({
    '/site/sections/brand': buildSection('brand'),
    '/site/sections': () => Response.json([]),
  })
  const { expectAddress } = await openAdminPage('/admin/site/brand')
  await page.getByLabelText('Name').fill('Mwenje')
  await page.getByRole('link', { name: 'Site', exact: true }).last().click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Mwenje')
  await expectAddress('/admin/site/brand')
})

test.each(['Site', 'Back'])('“%s” returns from a section to its row, at the same scroll position of the list', async (way) => {
  const names = Object.keys(SECTIONS) as SectionName[]
  openFakeApi({
    '/site/sections': () => Response.json(names.map((name) => ({ name, title: name, published: null, draft: null, invalid: false }))),
    '/site/sections/policies': buildSection('policies', { title: 'Policies' }),
  })
  const { go, expectAddress } = await openAdminPage('/admin/site')
  const row = page.getByRole('link', { name: /^policies .*As installed$/ })
  await expect.element(row).toBeVisible()
  row.element().scrollIntoView({ block: 'center' })
  const { scrollY } = window
  expect(scrollY).toBeGreaterThan(100)
  await row.click()
  await expect.element(page.getByRole('heading', { name: 'Policies', level: 1 })).toBeVisible()
  if (way === 'Back') go(-1)
  else await userEvent.click(page.getByRole('main').getByRole('link', { name: way, exact: true }))
  await expectAddress('/admin/site')
  await expect.element(row).toHaveFocus()
  expect(Math.abs(window.scrollY - scrollY)).toBeLessThan(2)
})

test('the forms of all site sections fit phone and desktop screens and are accessible', { tags: ['full'] }, async () => {
  for (const name of Object.keys(SECTIONS) as SectionName[]) {
    openFakeApi({ [`/site/sections/${name}`]: buildSection(name) })
    const { unmount } = await openAdminPage(`/admin/site/${name}`)
    await expect.element(page.getByRole('button', { name: 'Publish' })).toBeVisible()
    await page.viewport(360, 740)
    // Every part is opened once; the last one stays open.
    for (let at = 0; at < document.querySelectorAll('form summary').length; at++) {
      const summary = document.querySelectorAll<HTMLElement>('form summary')[at]
      if (summary?.checkVisibility() && !summary.closest('details')?.open) summary.click()
      await expect.poll(() => !summary?.checkVisibility() || summary.closest('details')?.open).toBe(true)
      expect(overflows(), `${name}: ${summary?.textContent}`).toBe(false)
    }
    await inEachSize(async () => {
      expect(await findViolations()).toEqual([])
      expect(overflows()).toBe(false)
    })
    await unmount()
  }
})

test('a text can be changed and saved using only the keyboard', async () => {
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

test('a single-line field displays its whole text on a phone, and pasted line breaks become spaces', async () => {
  const vision = 'Connecting people to their future, and making wisdom easy to reach for everyone'
  openFakeApi({ '/site/sections/brand': buildSection('brand', { content: { ...defaultContent.brand, vision } }) })
  await page.viewport(360, 740)
  await openAdminPage('/admin/site/brand')
  const field = page.getByLabelText('Vision')
  await expect.element(field).toHaveValue(vision)
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = field.element()
  expect([scrollHeight <= clientHeight, scrollWidth <= clientWidth]).toEqual([true, true])
  await field.fill('One line\n  and another')
  await expect.element(field).toHaveValue('One line and another')
})

test('a brand color is entered as a color code, with or without the leading #', async () => {
  openFakeApi({ '/site/sections/brand': buildSection('brand', { title: 'Brand' }) })
  await openAdminPage('/admin/site/brand')
  await page.getByLabelText('Dark color, code').fill('123456')
  await expect.element(page.getByLabelText('Dark color, code')).toHaveValue('#123456')
  await expect.element(page.getByLabelText('Dark color', { exact: true })).toHaveValue('#123456')
  await page.getByLabelText('Dark color, code').fill('')
  await expect.element(page.getByLabelText('Dark color', { exact: true })).toHaveValue('#171c28')
})

test('an error of a site section disappears when its field is corrected, and choices have words', async () => {
  const section = buildSection('podcast')
  openFakeApi({
    '/site/sections/podcast': section,
    'PUT /site/sections/podcast/draft': refuse(400, 'invalid_request', [
      { field: 'content.subcategory', message: 'Choose another.' },
      { field: 'content.language', message: 'Enter a language tag.' },
    ]),
  })
  await openAdminPage('/admin/site/podcast')
  await page.getByLabelText('Category', { exact: true }).selectOptions('History')
  await page.getByLabelText('Priced episodes in podcast apps').selectOptions('Left out')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText('Choose another.')).toBeVisible()
  await page.getByLabelText('Subcategory').selectOptions('None')
  await expect.element(page.getByText('Choose another.')).not.toBeInTheDocument()
  await expect.element(page.getByText('Enter a language tag.')).toBeVisible()
})

test('a picture of an entry that was not uploaded is named with its entry', async () => {
  openFakeApi({
    '/site/sections/programs': buildSection('programs', { title: 'Programs' }),
    'POST /site/pictures': refuse(503, 'unavailable'),
  })
  await openAdminPage('/admin/site/programs')
  await openPart('Program 3: Gents Empowerment')
  const third = page.getByRole('group', { name: 'Program 3: Gents Empowerment' })
  await third.getByLabelText('Picture', { exact: true }).upload(new File(['own'], 'own.png', { type: 'image/png' }))
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByText(/^“Program 3: Gents Empowerment, picture” was not uploaded/)).toBeVisible()
})

test('a book of a collection is chosen by its title', async () => {
  openFakeApi({
    '/site/sections/collections': buildSection('collections', { title: 'Collections', content: [], publishedContent: [] }),
    '/admin/books': ({ searchParams }: URL) => ('sow in season'.includes(searchParams.get('q') ?? '') ? [buildBook()] : []),
  })
  await openAdminPage('/admin/site/collections')
  await page.getByRole('button', { name: 'Add a collection' }).click()
  const part = () => [...document.querySelectorAll('summary')].find(({ textContent }) => textContent?.startsWith('Books'))
  await expect.poll(part).toBeDefined()
  part()?.click()
  const book = page.getByRole('combobox', { name: 'Book 1' })
  await book.fill('sow')
  await expect
    .poll(() => [...document.querySelectorAll('datalist option')].map((option) => [option.getAttribute('value'), option.textContent]))
    .toEqual([['sow-in-season', 'Sow in Season, Tapiwa Gumbo']])
  await book.fill('sow-in-season')
  await expect.element(page.getByText('Sow in Season', { exact: true })).toBeVisible()
  expect(await findViolations()).toEqual([])
})
