// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { press } from '#tests/support/component/press.ts'
import { troubleOfRefusal } from '#tests/support/focus.ts'

const NAMES = ['Anesu', 'Chipo', 'Farai', 'Nyasha', 'Rudo', 'Tendai', 'Vimbai', 'Zuva']
const SIGN_IN = { lastSignInAt: null, hasTwoStep: false }
const ACCOUNTS = NAMES.map((firstname) => ({
  id: firstname,
  firstname,
  lastname: 'Gwatidzo',
  email: `${firstname}@lectern.example`,
  ...SIGN_IN,
}))
const TAWANDA = { id: 'tawanda', firstname: 'Tawanda', lastname: 'Moyo', email: 'tawanda@lectern.example', ...SIGN_IN }

const openApi = (answers = {}) =>
  openFakeApi({
    '/accounts': ACCOUNTS,
    '/books': [buildBook()],
    '/authors': [],
    '/podcasts': [],
    '/contact': { delivery: 'simulate' },
    '/rates': [],
    '/rates/standing': { current: null, waiting: null, refused: null },
    '/admin/orders': [],
    '/admin/owners': { owners: 0, items: 0 },
    ...answers,
  })

const opener = page.getByRole('link', { name: 'Create account' })
const panel = page.getByRole('dialog', { name: 'Create account' })
const question = page.getByRole('alertdialog')
const firstName = page.getByLabelText('First name')

async function fillAccount() {
  await firstName.fill('Tawanda')
  await page.getByLabelText('Last name').fill('Moyo')
  await page.getByLabelText('Email').fill(TAWANDA.email)
  await page.getByLabelText('Password').fill('quiet river')
}

test('closing the form for a new item returns to the searched list; saving the form displays the new item on top of the list', async () => {
  openApi({ 'POST /admins': TAWANDA })
  const { expectAddress, go } = await openAdminPage('/admin/accounts?q=gwatidzo')
  await expect.element(page.getByText('8 admin accounts found')).toBeVisible()

  async function open() {
    await press(opener)
    await expectAddress('/admin/accounts/new?q=gwatidzo')
    await expect.element(panel.getByRole('heading', { level: 1 })).toHaveFocus()
  }
  async function expectList() {
    await expect.element(panel).not.toBeInTheDocument()
    await expectAddress('/admin/accounts?q=gwatidzo')
    await expect.element(opener).toHaveFocus()
    await expect.element(page.getByRole('searchbox')).toHaveValue('gwatidzo')
  }

  await open()
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  expect(panel.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 })
  await userEvent.keyboard('{Escape}')
  await expectList()
  await open()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expectList()
  await open()
  go(-1)
  await expectList()

  // Closing a form with unsaved values asks for confirmation: “stay” preserves the values, “leave” discards them.
  await open()
  await firstName.fill('Tawanda')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(firstName).toHaveValue('Tawanda')
  go(-1)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectList()

  await open()
  await fillAccount()
  await panel.getByRole('button', { name: 'Create account' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expectAddress('/admin/accounts')
  await expect.element(page.getByRole('link', { name: 'Edit Tawanda Moyo' })).toHaveFocus()
  expect(document.querySelector('main li')?.textContent).toContain('Tawanda Moyo')
  go(-1)
  await expect.element(page.getByText('8 admin accounts found')).toBeVisible()
})

test('the URL of a form for a new item renders the list as well, beside the form on a wide screen', async () => {
  openApi()
  await page.viewport(1440, 900)
  const { expectAddress } = await openAdminPage('/admin/accounts/new')
  await expect.element(panel.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.poll(() => document.querySelectorAll('main li').length).toBe(NAMES.length)
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  // The dialog element covers the whole window; its child is the sheet with the form.
  const [box] = panel.element().children as HTMLCollection & [Element]
  expect(box.getBoundingClientRect().x).toBeGreaterThan(document.querySelector('main h1')?.getBoundingClientRect().x ?? 1440)
  expect(box.scrollWidth - box.clientWidth).toBe(0)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expectAddress('/admin/accounts')
  await expect.element(opener).toHaveFocus()
  await page.viewport(360, 740)
})

test('a failed request preserves the form’s values, and saving again succeeds', async () => {
  const { answers } = openApi({ 'POST /admins': () => Promise.reject(new TypeError('Failed to fetch')) })
  await openAdminPage('/admin/accounts/new')
  await fillAccount()
  const create = panel.getByRole('button', { name: 'Create account' })
  await press(create)
  await expect.element(page.getByText('Failed to create admin account').first()).toBeVisible()
  await expect.element(page.getByText('The server could not be reached. Check the connection and try again.')).toBeVisible()
  await expect.element(firstName).toHaveValue('Tawanda')
  answers['POST /admins'] = TAWANDA
  await press(create)
  await expect.element(page.getByText('Admin account created successfully')).toBeVisible()
})

test('submitting an empty form shows a message at every field, and a price of 19.999 is rejected at its field', async () => {
  openApi()
  await openAdminPage('/admin/books/new')
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add book' })
  await add.click()
  for (const message of [
    'Enter a title.',
    'Enter an author.',
    'Enter a price; 0 makes it free.',
    'Enter at least one category.',
    'Enter a description.',
    'Choose an image.',
    'Choose a PDF file.',
  ])
    await expect.element(page.getByText(message)).toBeVisible()
  await page.getByLabelText('Price').fill('19.9999')
  await add.click()
  await expect.element(page.getByText('Enter a price with at most two decimals.')).toBeVisible()
  await expectToFitEachSize()
})

test.each([
  [360, 740],
  [1440, 900],
])('at %i × %i every rejected form focuses its first invalid field and scrolls it into view', async (width, height) => {
  await page.viewport(width, height)
  openApi()
  const { go } = await openAdminPage('/admin/accounts')
  for (const { path, open, submit } of [
    { path: 'books/new', submit: 'Add book' },
    { path: 'authors/new', submit: 'Add author' },
    { path: 'accounts/new', submit: 'Create account' },
    { path: 'rates', submit: 'Add rate' },
    { path: 'orders', open: 'Grant an item', submit: 'Grant item' },
    { path: 'podcasts/new', submit: 'Add podcast' },
  ]) {
    go(`/admin/${path}`)
    if (open) await page.getByRole('button', { name: open }).click()
    await press(page.getByRole('button', { name: submit }))
    await expect.poll(troubleOfRefusal, { message: path }).toBe('')
  }

  // The empty categories field gets the focus, since it comes before the empty description field.
  for (const [label, text] of Object.entries({ Title: 'Patience', Host: 'Tapiwa', Duration: '1:00', Price: '0' }))
    await page.getByLabelText(label).fill(text)
  await page.getByRole('button', { name: 'Add podcast' }).click()
  await expect.element(page.getByRole('button', { name: 'Relationship Coaching' })).toHaveFocus()
  await expect.poll(troubleOfRefusal).toBe('')
  await expect.element(page.getByText('Enter a description.')).toBeVisible()
  await page.viewport(360, 740)
})

test('a damaged image can be selected and displays no broken preview', async () => {
  openApi()
  await openAdminPage('/admin/books/new')
  const cover = page.getByLabelText('Cover', { exact: false })
  await cover.upload(new File(['no picture'], 'cover.png', { type: 'image/png' }))
  await expect.element(page.getByText('cover.png')).toBeVisible()
  await expect.poll(() => document.querySelectorAll('form img')).toHaveLength(0)
})
