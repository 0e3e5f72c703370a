import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const ID = 'u'.repeat(32)

vi.mock(import('#web/admin/kit/upload/resumable-upload.ts'), () => ({
  startResumableUpload: () => ({ finished: Promise.resolve(ID), cancel: () => {}, pause: () => {}, forget: () => {} }),
}))

const choose = (label: RegExp, name: string, type: string) =>
  userEvent.upload(page.getByLabelText(label), new File(['%PDF-1.4'], name, { type }))

const title = 'the form of a book warns of a PDF that readers can’t read: %s'
test.each([['blank', /^Nothing is visible on the pages of this PDF/]] as const)(title, expectNotice)
test.each([
  ['portfolio', /^This PDF is a portfolio/],
  ['form', /^This PDF is an XFA form/],
] as const)(title, { tags: ['full'] }, expectNotice)

async function expectNotice(notice: string, text: RegExp) {
  const api = openFakeApi({ '/books': [], [`/uploads/${ID}/document`]: { pageCount: 1, notice } })
  await openAdminPage('/admin/books/new')
  await choose(/^PDF file/, 'first.pdf', 'application/pdf')
  await expect.element(page.getByText(text)).toBeVisible()
  await expectToFitEachSize()
  api.answers[`/uploads/${ID}/document`] = { pageCount: 1, notice: null }
  await choose(/^PDF file/, 'second.pdf', 'application/pdf')
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
}

test('the episode form displays the duration of the newly selected recording instead of the previous one', async () => {
  const path = `/uploads/${ID}/recording`
  const api = openFakeApi({
    '/podcasts': [],
    [path]: { durationSeconds: 38, duration: '0:38', convertedFrom: null, inPodcastApps: 'encoded' },
  })
  await openAdminPage('/admin/podcasts/new')
  const duration = page.getByLabelText('Duration')
  await choose(/^Audio file/, 'first.wav', 'audio/wav')
  await expect.element(page.getByText('The recording lasts 0:38.')).toBeVisible()
  await expect.element(duration).toHaveValue('0:38')
  await expect.element(page.getByText(/^Few podcast apps play this format\. They get an AAC version/)).toBeVisible()
  await expectToFitEachSize()

  delete api.answers[path]
  await choose(/^Audio file/, 'second.wav', 'audio/wav')
  await expect.element(duration).toHaveValue('')
  await expect.element(page.getByText('The recording lasts 0:38.')).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Few podcast apps/)).not.toBeInTheDocument()
})
