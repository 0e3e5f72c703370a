// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Message } from '#contracts/site/contact.ts'
import { findBarriers } from '#tests/support/accessibility.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone] = VIEWPORTS
const THANKS = 'Your message has been sent successfully. We will get back to you soon!'
const LETTER = { name: 'Rudo Moyo', email: 'rudo@example.com', subject: 'Publishing', message: 'I have written a book.\nWhat now?' }

let site: Site
beforeAll(async () => {
  site = await openSite({ CONTACT_DELIVERY: 'inbox' })
  await site.publishAuthor({ name: 'Tapiwa Gumbo', bio: 'He led schools.', facebook: 'https://facebook.com/tapiwa.example' })
  await site.publishAuthor({ name: 'Chiedza Mapfumo', bio: 'She kept the books of a clinic.' })
  await site.publishBook({ title: 'Sow in Season', author: 'tapiwa GUMBO' })
})
afterAll(() => site?.close())

describe('authors', () => {
  test("with the keyboard, an author profile opens, the author's book opens over the profile, and closing either returns the focus", async () => {
    const { page } = await site.profile(phone)
    await page.goto('/authors')
    const [tapiwa, chiedza] = ['Tapiwa Gumbo', 'Chiedza Mapfumo'].map((name) => page.getByRole('article').filter({ hasText: name }))
    await chiedza?.getByText('0 Books').waitFor()
    await tapiwa?.getByText('1 Book', { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])

    const viewProfile = tapiwa?.getByRole('button', { name: 'View Profile' })
    await viewProfile?.focus()
    await page.keyboard.press('Enter')
    const profile = page.getByRole('dialog', { name: 'Tapiwa Gumbo' })
    await profile.getByText('He led schools.').waitFor()
    const book = profile.getByRole('article').filter({ hasText: 'Sow in Season' }).getByRole('button', { name: 'Read' })
    await book.waitFor()
    expect(await profile.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'https://facebook.com/tapiwa.example',
      '/books/sow-in-season',
    ])
    expect(await findBarriers(page)).toEqual([])

    await book.focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^Page 1 of \d+$/).waitFor()
    await page.keyboard.press('Escape')
    await profile.waitFor()
    await expect.poll(() => focused(page)).toBe('Read')
    await page.keyboard.press('Escape')
    await profile.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('View Profile')
    expect(new URL(page.url()).search).toBe('')
  })

  test('an author profile has its own URL, and Back closes it', async () => {
    const { page } = await site.profile(phone)
    await page.goto('/authors')
    await page.getByRole('button', { name: 'View Profile' }).first().click()
    await page.getByRole('dialog').waitFor()
    const address = page.url()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(address)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/authors')
  })

  test('an error message is displayed over the authors when the script of a profile fails to load, and the profile can be requested again', async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    const code = /\/assets\/author-profile[^/]*\.js/
    const failure = page.getByText('This could not be loaded. Check your connection.')
    await page.route(code, (route) => route.abort())
    await page.goto('/authors')
    const viewProfile = page.getByRole('button', { name: 'View Profile' }).first()
    await viewProfile.click()
    await failure.waitFor()
    await page.getByRole('heading', { name: 'Our Authors' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await failure.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => focused(page)).toBe('View Profile')

    await viewProfile.click()
    await failure.waitFor()
    await page.evaluate(() => history.back())
    await failure.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/authors')

    await viewProfile.click()
    await failure.waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('View Profile')
  })
})

describe('contact form', () => {
  async function inbox(): Promise<Message[]> {
    return (await ask(`${site.url}/api/messages`, { headers: site.headers })).json() as Promise<Message[]>
  }

  test('the contact message stays in the form after a lost connection and is delivered when sent again', async () => {
    const known = new Set((await inbox()).map(({ id }) => id))
    const arrived = async () => (await inbox()).filter(({ id }) => !known.has(id))
    const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto('/contact?subject=Publishing')
    expect(await page.getByLabel('Subject').inputValue()).toBe('Publishing')
    await fill(page, LETTER)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').getByText('Check your connection').waitFor()
    expect(await typed(page)).toEqual(LETTER)
    expect(await arrived()).toEqual([])

    await context.setOffline(false)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText(THANKS).waitFor()
    expect(await arrived()).toMatchObject([{ ...LETTER, read: false, answered: false }])
  })
})

/** Returns the text of the focused element */
function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent)
}

async function fill(page: Page, letter: typeof LETTER) {
  await page.getByLabel('Name').fill(letter.name)
  await page.getByLabel('Email').fill(letter.email)
  await page.getByLabel('Subject').selectOption(letter.subject)
  await page.getByLabel('Message').fill(letter.message)
}

async function typed(page: Page): Promise<typeof LETTER> {
  const value = (label: string) => page.getByLabel(label).inputValue()
  return { name: await value('Name'), email: await value('Email'), subject: await value('Subject'), message: await value('Message') }
}
