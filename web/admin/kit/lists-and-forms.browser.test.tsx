// @module-tag full
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { findInvalidFields } from '#tests/support/component/invalid-fields.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const RUDO = { id: 'rudo', firstname: 'Rudo', lastname: 'Dube', email: 'dube@lectern.example', lastSignInAt: null, hasTwoStep: false }

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement
const submit = () => document.querySelector<HTMLButtonElement>('form button[type=submit]')
const send = () => userEvent.click(submit() as Element)

const openApi = (answers: Record<string, unknown> = {}) =>
  openFakeApi({
    '/books': [],
    '/authors': [],
    '/podcasts': [],
    '/accounts': [],
    '/admin/owners': { owners: 0, items: 0 },
    '/account': { ...RUDO, id: 'chipo', firstname: 'Chipo' },
    '/invitations': [],
    '/contact': { delivery: 'simulate' },
    ...answers,
  })

async function openForm(path: string) {
  await page.viewport(1440, 900)
  onTestFinished(() => page.viewport(360, 740))
  const opened = await openAdminPage(path)
  await expect.poll(submit).not.toBeNull()
  return opened
}

async function fill(texts: Record<string, string>) {
  for (const [name, text] of Object.entries(texts)) await userEvent.fill(field(name), text)
}

describe.each<{ path: string; api?: string; list?: string; one: string; many: string; name: string; item: { id: string } }>([
  { path: 'books', one: 'book', many: 'books', name: 'A new book', item: buildBook({ title: 'A new book' }) },
  { path: 'authors', one: 'author', many: 'authors', name: 'Tapiwa', item: buildAuthor({ name: 'Tapiwa' }) },
  { path: 'podcasts', one: 'podcast', many: 'podcasts', name: 'A new episode', item: buildPodcast({ title: 'A new episode' }) },
  { path: 'accounts', api: 'admins', list: 'accounts', one: 'admin account', many: 'admin accounts', name: 'Rudo Dube', item: RUDO },
])('$many', ({ path, api = path, list = api, one, many, name, item }) => {
  test('a failed list and a failed deletion are reported, and confirming a deletion removes the row', async () => {
    const { answers } = openApi({ [`/${list}`]: [item], [`DELETE /${api}/${item.id}`]: Response.json({}, { status: 503 }) })
    const { unmount } = await openAdminPage(`/admin/${path}`)
    const remove = page.getByRole('button', { name: `Delete ${name}` })
    await remove.click()
    const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
    await yes.click()
    await expect.element(page.getByText(`Failed to delete ${one}`).first()).toBeVisible()
    expect(document.querySelector('main')?.textContent).toContain(name)
    answers[`DELETE /${api}/${item.id}`] = new Response(null, { status: 204 })
    await yes.click()
    await expect.element(page.getByText('Deleted successfully').first()).toBeVisible()
    await expect.poll(() => document.querySelector('main')?.textContent).not.toContain(name)

    await unmount()
    answers[`/${list}`] = Response.json({}, { status: 503 })
    await openAdminPage(`/admin/${path}`)
    await expect.element(page.getByText(`Failed to fetch ${many}`).first()).toBeVisible()
    takeErrors()
  })
})

test('the account form marks required fields, reports a failure, and disables its button while saving', async () => {
  const broken = Promise.withResolvers<Response>()
  const { answers } = openApi({ 'POST /admins': () => broken.promise })
  const { expectAddress } = await openForm('/admin/accounts/new')
  await send()
  await expect.poll(findInvalidFields).toEqual(['firstname', 'lastname', 'email', 'password'])
  await fill({ firstname: 'Rudo', lastname: 'Dube', email: RUDO.email, password: 'sixsix' })
  await send()
  await expect.poll(() => submit()?.disabled).toBe(true)
  broken.resolve(Response.json({}, { status: 503 }))
  await expect.element(page.getByText('Failed to create admin account').first()).toBeVisible()
  await expect.poll(() => submit()?.disabled).toBe(false)
  answers['POST /admins'] = Response.json(RUDO, { status: 201 })
  answers['/accounts'] = [RUDO]
  await send()
  await expect.element(page.getByText('Admin account created successfully').first()).toBeVisible()
  await expectAddress('/admin/accounts')
  await expect.element(page.getByRole('button', { name: 'Delete Rudo Dube' })).toBeVisible()
  takeErrors()
})

test('the book form asks for confirmation before saving a PDF that needs a password', async () => {
  const sent: { title: string; lockedPdf?: string }[] = []
  const book = buildBook()
  openApi({
    '/books': [book],
    '/books/book-1': book,
    'PATCH /books/book-1': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return sent.at(-1)?.lockedPdf === 'refuse' ? refuse(409, 'password_needed') : { ...book, encrypted: true }
    },
  })
  const { expectAddress } = await openForm('/admin/books/book-1/edit')
  await page.getByLabelText('Title').fill('Locked')
  await send()
  const question = page.getByRole('alertdialog', { name: 'This PDF opens only with a password' })
  await expect.element(question.getByText(/^Everyone who opens the book needs the password, buyers too\./)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Locked')
  expect(page.getByText('Failed to update book').elements()).toEqual([])
  await send()
  await question.getByRole('button', { name: 'Publish it locked' }).click()
  await expectAddress('/admin/books')
  expect(sent.map(({ lockedPdf }) => lockedPdf)).toEqual(['refuse', 'refuse', 'accept'])
  expect(sent[2]?.title).toBe('Locked')
})

test('an episode requires a price, which may be 0', async () => {
  const sent: unknown[] = []
  const episode = buildPodcast({ price: 1.25 })
  openApi({
    '/podcasts': [episode],
    '/podcasts/podcast-1': episode,
    'PATCH /podcasts/podcast-1': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return { ...episode, price: 0 }
    },
  })
  const { expectAddress } = await openForm('/admin/podcasts/podcast-1/edit')
  const price = page.getByLabelText('Price')
  await price.fill('')
  await send()
  await expect.element(page.getByText('Enter a price; 0 makes it free.')).toBeVisible()
  expect(findInvalidFields()).toEqual(['price'])
  await price.fill('0')
  await send()
  await expectAddress('/admin/podcasts')
  expect(sent).toMatchObject([{ price: '0' }])
})

test('form fields have the right types, and invalid values are rejected', async () => {
  openApi()
  const { go } = await openForm('/admin/podcasts/new')
  const toggles = page.getByRole('group', { name: 'Categories' }).getByRole('button')
  expect(toggles.elements().map(({ textContent }) => textContent?.trim())).toEqual([...CATEGORIES])
  expect([field('price').type, field('price').inputMode]).toEqual(['text', 'decimal'])
  expect(field('coverImage').accept).toContain('image/')
  expect(field('audio').accept).toContain('audio/*')
  await toggles.first().click()
  await expect.element(toggles.first()).toHaveAttribute('aria-pressed', 'true')
  await toggles.first().click()

  go('/admin/books/new')
  await expect.poll(() => field('pdf')?.accept).toContain('application/pdf')
  expect([field('price').type, field('price').inputMode]).toEqual(['text', 'decimal'])
  expect(field('coverImage').accept).toContain('image/')

  go('/admin/authors/new')
  await expect.poll(() => field('photo')).not.toBeNull()
  await fill({ name: 'Rudo', bio: 'Writes.', facebook: 'rudo' })
  await send()
  await expect.poll(findInvalidFields).toEqual(['photo', 'facebook'])
})

test('an account needs an email address and a password of at least six characters', async () => {
  openApi()
  await openForm('/admin/accounts/new')
  await fill({ firstname: 'Rudo', lastname: 'Dube', email: 'rudo', password: 'fives' })
  expect(field('password').type).toBe('password')
  await send()
  await expect.poll(findInvalidFields).toEqual(['email', 'password'])
})
