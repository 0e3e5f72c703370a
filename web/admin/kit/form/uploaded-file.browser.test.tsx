import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const ID = 'u'.repeat(32)

vi.mock(import('#web/admin/kit/upload/resumable-upload.ts'), () => ({
  startResumableUpload: () => ({ finished: Promise.resolve(ID), cancel: () => {}, pause: () => {}, forget: () => {} }),
}))

const choose = (label: RegExp, name: string, type: string, content = '%PDF-1.4') =>
  userEvent.upload(page.getByLabelText(label), new File([content], name, { type }))

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

test('the form of a book guesses the language from the PDF, says so, and keeps a language that was chosen', async () => {
  const api = openFakeApi({ '/books': [], [`/uploads/${ID}/document`]: { pageCount: 1, notice: null, language: 'sn' } })
  await openAdminPage('/admin/books/new')
  await choose(/^PDF file/, 'first.pdf', 'application/pdf')
  const language = page.getByLabelText('Language')
  await expect.element(language).toHaveValue('sn')
  await expect.element(page.getByText(/^Guessed from the text of the PDF/)).toBeVisible()
  await language.selectOptions('nd')
  await expect.element(page.getByText(/^Guessed from the text/)).not.toBeInTheDocument()
  api.answers[`/uploads/${ID}/document`] = { pageCount: 1, notice: null, language: 'en' }
  await choose(/^PDF file/, 'second.pdf', 'application/pdf')
  await expect.element(page.getByText('second.pdf')).toBeVisible()
  await expect.element(language).toHaveValue('nd')
})

test('a chosen EPUB fills in the empty fields of a new book, says so, and can be taken back', async () => {
  const metadata = {
    title: 'A House for Two',
    authors: ['Rudo Moyo', 'Farai Dube'],
    language: 'sn',
    publisher: 'Mambo',
    description: 'On marriage.',
    rights: '',
    year: '2019',
    isbn: '9780306406157',
  }
  openFakeApi({ '/books': [], [`/uploads/${ID}/epub`]: { pageCount: 12, metadata, books: [{ id: 'other', name: 'The same' }] } })
  await openAdminPage('/admin/books/new')
  const field = (name: string) => page.getByRole('textbox', { name })
  await field('Title').fill('My title')
  await choose(/^EPUB file/, 'first.epub', 'application/epub+zip', 'PK\x03\x04')
  await expect.element(page.getByText(/^“The same” has the same file. Empty fields were filled in/)).toBeVisible()
  await expect.element(field('Title')).toHaveValue('My title')
  await expect.element(page.getByLabelText('Author')).toHaveValue('Rudo Moyo')
  await expect.element(field('Description')).toHaveValue('On marriage.')
  await expect.element(page.getByLabelText('Language')).toHaveValue('sn')
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Remove the file' }).click()
  await expect.element(page.getByText('first.epub')).not.toBeInTheDocument()
  await expect.element(page.getByText(/has the same file/)).not.toBeInTheDocument()
})

test('a guessed language that the choice does not offer is displayed with its tag', async () => {
  openFakeApi({ '/books': [], [`/uploads/${ID}/document`]: { pageCount: 1, notice: null, language: 'de' } })
  await openAdminPage('/admin/books/new')
  await choose(/^PDF file/, 'first.pdf', 'application/pdf')
  await expect.element(page.getByLabelText('Tag of the language')).toHaveValue('de')
  await expect.element(page.getByText('German.')).toBeVisible()
})

test('further persons are entered with their roles, and the details of a stored book are open', async () => {
  const book = buildBook({ contributors: [{ name: 'Rudo Moyo', role: 'translator' }] })
  openFakeApi({ '/books': [book], '/admin/books': [book], '/admin/books/book-1': book })
  await openAdminPage('/admin/books/book-1/edit')
  const name = () => page.getByRole('textbox', { name: 'Name' })
  await expect.element(name().first()).toHaveValue('Rudo Moyo')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await name().nth(1).fill('Farai Dube')
  await page.getByLabelText('Role').nth(1).selectOptions('editor')
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Remove Rudo Moyo' }).click()
  await expect.element(name()).toHaveValue('Farai Dube')
  await expect.element(page.getByLabelText('Role')).toHaveValue('editor')
})

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
