// @module-tag full
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildAudio, buildImage, buildPdf } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone, desktop] = VIEWPORTS

let site: Site
let files: Record<'image' | 'pdf' | 'audio', { name: string; mimeType: string; buffer: Buffer }>
beforeAll(async () => {
  site = await openSite()
  const file = async (name: string, content: Blob) => ({ name, mimeType: content.type, buffer: Buffer.from(await content.arrayBuffer()) })
  files = {
    image: await file('a.png', await buildImage()),
    pdf: await file('a.pdf', await buildPdf()),
    audio: await file('a.wav', buildAudio()),
  }
})
afterAll(() => site?.close())

/** Opens a page of the admin area as a signed-in administrator. */
async function openArea(path: string) {
  const profile = await site.profile(desktop, { mayComplain: UNANSWERED })
  const token = site.headers.authorization.replace('Bearer ', '')
  await profile.page.goto('/contact')
  await profile.page.evaluate((text) => localStorage.setItem('adminToken', text), token)
  await profile.page.goto(`/admin/${path}`)
  // Forms for adding an item are dialogs over the list, so the last heading on the page belongs to the form.
  await profile.page.getByRole('heading', { level: 1 }).last().waitFor()
  return profile
}

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text }).first()

test('the admin area without a stored token redirects to the sign-in page, and with any stored token displays its layout', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  for (const path of ['/books', '/authors', '/podcasts', '/accounts', '']) {
    await page.goto(`/admin${path}`)
    await page.waitForURL('**/admin/login')
  }
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => invalidFields(page)).toEqual(['email', 'password'])
  await page.getByLabel('Email').fill(site.credentials.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await toast(page, 'Invalid credentials').waitFor()
  await page.getByLabel('Password').fill(site.credentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await toast(page, 'Logged in successfully').waitFor()
  await page.waitForURL('**/admin/books')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toMatch(/^.{32,}$/)

  // The stored token can be any text: with it the admin area displays its layout, but the API rejects its calls.
  await page.evaluate(() => localStorage.setItem('adminToken', 'any text'))
  await page.route('**/api/**', () => {})
  await page.goto('/admin')
  await page.waitForURL('**/admin/books')
  await page.getByRole('heading', { name: 'Books', level: 1 }).waitFor()
})

test('the sidebar leads to the four lists and logs out', async () => {
  const { page } = await openArea('books')
  const sidebar = page.getByRole('navigation', { name: 'Admin' })
  const order = ['Overview', 'Books', 'Authors', 'Podcasts', 'Admin Accounts']
  expect((await sidebar.getByRole('link').allTextContents()).slice(0, 5)).toEqual(order)
  for (const [name, path] of [
    ['Authors', 'authors'],
    ['Podcasts', 'podcasts'],
    ['Admin Accounts', 'accounts'],
    ['Books', 'books'],
  ] as const) {
    await sidebar.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**/admin/${path}`)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  // The logout request is mocked, since a real logout would end the session that the tests of this file share.
  await page.route('**/api/logout', (route) => route.fulfill({ status: 204 }))
  await sidebar.getByRole('button', { name: 'Logout' }).click()
  await toast(page, 'Logged out successfully').waitFor()
  await page.waitForURL('**/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
})

/** Returns a unique name, so that repeated attempts of a test don't conflict. */
const newName = (kind: string) => `${kind} ${randomUUID().slice(0, 8)}`

type Filling = { texts: Record<string, string>; files?: Partial<Record<string, keyof typeof files>>; press?: string[] }

describe.each<{
  path: string
  one: string
  many: string
  name: string
  required: string[]
  filling: (name: string) => Filling
}>([
  {
    path: 'books',
    one: 'book',
    many: 'books',
    name: 'A new book',
    required: ['title', 'author', 'price', 'categories', 'description', 'coverImage', 'pdf'],
    filling: (name) => ({
      texts: { title: name, author: 'Rudo', price: '2.50', categories: 'Book Writing, Gardens', description: 'Words.' },
      files: { coverImage: 'image', pdf: 'pdf' },
    }),
  },
  {
    path: 'authors',
    one: 'author',
    many: 'authors',
    name: 'Tapiwa',
    required: ['name', 'photo', 'bio'],
    filling: (name) => ({ texts: { name, bio: 'Writes.', linkedin: 'https://www.linkedin.com/in/tapiwa' }, files: { photo: 'image' } }),
  },
  {
    path: 'podcasts',
    one: 'podcast',
    many: 'podcasts',
    name: 'A new episode',
    required: ['title', 'host', 'price', 'duration', 'categories', 'description', 'coverImage', 'audio'],
    filling: (name) => ({
      texts: { title: name, host: 'Rudo', price: '0.99', description: 'Talk.', duration: '0:02' },
      files: { coverImage: 'image', audio: 'audio' },
      press: ['Teen Coaching', 'Book Writing'],
    }),
  },
])('$many', ({ path, one, name: kind, required, filling }) => {
  const call = `**/api/${path}*`

  test('the add form marks required fields, reports a failure, and disables its button while it submits', {
    tags: ['full'],
  }, async () => {
    const { page } = await openArea(`${path}/new`)
    const submit = page.locator('form button[type=submit]')
    await submit.click()
    await expect.poll(() => invalidFields(page)).toEqual(required)
    const name = newName(kind)
    await fill(page, filling(name))
    const broken = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      await broken.promise
      await route.fulfill({ status: 503, json: {} })
    })
    await submit.click()
    await expect.poll(() => submit.isDisabled()).toBe(true)
    broken.resolve()
    await toast(page, `Failed to add ${one}`).waitFor()
    await expect.poll(() => submit.isEnabled()).toBe(true)
    await page.unroute(call)
    await submit.click()
    await toast(page, `${one[0]?.toUpperCase()}${one.slice(1)} added successfully`).waitFor()
    await page.waitForURL(`**/admin/${path}`)
    await page.getByRole('button', { name: `Delete ${name}` }).waitFor()
  })
})

async function fill(page: Page, { texts, files: chosen = {}, press = [] }: Filling) {
  for (const [field, kind] of Object.entries(chosen)) if (kind) await page.locator(`input[name=${field}]`).setInputFiles(files[kind])
  for (const category of press) await page.getByRole('button', { name: category, exact: true }).click()
  for (const [field, text] of Object.entries(texts)) await page.locator(`[name=${field}]`).fill(text)
}

/** Returns the names of the invalid fields in page order. Toggle buttons have no separate name and count under the name of their group. */
function invalidFields(page: Page): Promise<string[]> {
  return page
    .locator('[aria-invalid=true], fieldset button[aria-describedby]:first-child')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('name') ?? 'categories'))
}
