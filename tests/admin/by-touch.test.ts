// @module-tag full
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { defaultContent } from '#site/default-content.ts'
import { overflows } from '#tests/support/accessibility.ts'
import { signInAt } from '#tests/support/admin-area.ts'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { settle } from '#tests/support/settle.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { countTaps } from '#tests/support/taps.ts'

/* An administrator's work on a phone, by touch alone. Each task starts on the page after signing in, and its taps are counted. */

let site: Site
let mail: SmtpServer
beforeAll(async () => {
  mail = await openSmtpServer()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'Lectern <hello@lectern.example>' }
  site = await openSite({ ...settings, CONTACT_DELIVERY: 'inbox' })
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

const [phone] = VIEWPORTS

async function signIn() {
  const { page } = await site.profile(phone)
  await signInAt(page, site.credentials)
  await settle(page)
  return { page, ...countTaps() }
}

const pageInForm = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]')

/** Waits until neither the page above the form nor the buttons below it cover any of the elements. */
async function seesInFull(page: Page, ...elements: Locator[]) {
  const [above, below] = [page.getByRole('region', { name: 'The page' }), page.locator('[data-action-bar]')]
  await expect
    .poll(async () => {
      const [page, bar, ...boxes] = await Promise.all([above, below, ...elements].map((each) => each.boundingBox()))
      return page && bar && boxes.every((box) => box && box.y >= page.y + page.height && box.y + box.height <= bar.y)
    })
    .toBe(true)
}

/** Touches *Publish*, and waits until the section is published. */
async function publish(page: Page, tap: (element: Locator) => Promise<void>) {
  const published = page.waitForResponse((response) => response.url().endsWith('/api/site/publish'))
  await tap(page.getByRole('button', { name: 'Publish' }))
  expect((await published).status()).toBe(200)
  await page.getByText('Published', { exact: true }).first().waitFor()
}

const partOf = (page: Page, title: string) => page.locator('summary:visible', { hasText: new RegExp(`^${title}`) })

test('a text of Home is chosen on the page, edited and published in five taps', async () => {
  const { page, tap, type, counted } = await signIn()
  await tap(page.getByRole('button', { name: 'Menu' }))
  await tap(page.getByRole('link', { name: 'Site', exact: true }))
  await tap(page.getByRole('link', { name: /^Home/ }))
  const heading = pageInForm(page).getByText(defaultContent.home.booksTitle)
  await tap(heading)
  const field = page.getByLabel('Heading of the books')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await seesInFull(page, page.getByText('Heading of the books', { exact: true }), field)
  await field.fill('Books our readers love')
  await pageInForm(page).getByText('Books our readers love').waitFor()
  expect(await overflows(page)).toBe(false)
  await publish(page, tap)
  expect(counted()).toBe(5)

  // A field that is found in the form in place of the page takes as many taps.
  await type(page.getByLabel('Letter of the founder'), 'Come in, and stay as long as you like.')
  await seesInFull(page, page.getByText('Letter of the founder', { exact: true }))
  await publish(page, tap)
  expect(counted()).toBe(2)

  const visitor = (await site.profile(phone)).page
  await visitor.goto('/')
  await visitor.getByRole('heading', { name: 'Books our readers love' }).waitFor()
  await visitor.getByText('Come in, and stay as long as you like.').waitFor()
})

test('a sentence of the privacy page is edited and published in six taps, and a paragraph below it in five more', async () => {
  const { page, tap, type, counted } = await signIn()
  await tap(page.getByRole('button', { name: 'Menu' }))
  await tap(page.getByRole('link', { name: 'Site', exact: true }))
  await tap(page.getByRole('link', { name: /^Policies/ }))
  await tap(partOf(page, 'Privacy'))
  const privacy = page.getByRole('group', { name: 'Privacy' })
  const field = privacy.getByLabel('Sentence below the title')
  await seesInFull(page, partOf(page, 'Privacy'), privacy.getByText('Sentence below the title', { exact: true }))
  await tap(field)
  await field.fill('You need no account here.')
  await pageInForm(page).getByText('You need no account here.').waitFor()
  expect(await overflows(page)).toBe(false)
  await publish(page, tap)
  expect(counted()).toBe(6)

  await tap(partOf(page, 'Parts'))
  await tap(partOf(page, 'Part 1'))
  await tap(partOf(page, 'Paragraphs'))
  await type(privacy.getByRole('textbox', { name: 'Paragraph 1' }), 'Ask us what we have stored about you.')
  await publish(page, tap)
  expect(counted()).toBe(5)

  const visitor = (await site.profile(phone)).page
  await visitor.goto('/privacy')
  await visitor.getByText('You need no account here.').waitFor()
  await visitor.getByText('Ask us what we have stored about you.').waitFor()
})

test('a message is read and answered in five taps', async () => {
  const body = { name: 'Tariro Moyo', email: 'visitor@lectern.example', subject: 'Publishing', message: 'Is there room for a first book?' }
  const sent = await ask(`${site.url}/api/contact`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(sent.status).toBe(204)
  const { page, tap, type, counted } = await signIn()
  await tap(page.getByRole('button', { name: 'Menu' }))
  await tap(page.getByRole('link', { name: 'Messages 1 unread' }))
  await tap(page.getByRole('button', { name: /^Publishing from Tariro Moyo/ }))
  const dialog = page.getByRole('dialog', { name: 'Publishing' })
  await dialog.getByText(body.message).waitFor()
  await type(dialog.getByLabel('Answer or note'), 'There is. Please send the first chapter.')
  expect(await overflows(page)).toBe(false)
  await tap(dialog.getByRole('button', { name: 'Send answer' }))
  await dialog.getByText(/^Answer by Demonstration Admin/).waitFor()
  expect(counted()).toBe(5)
  await tap(dialog.getByRole('button', { name: 'Close' }))
  await page.getByText(/^Answered/).waitFor()
  await expect.poll(() => mail.mails.filter(({ to }) => to.includes(body.email)).length, { timeout: 60_000 }).toBe(1)
})
