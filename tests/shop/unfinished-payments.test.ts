import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers } from '#tests/support/accessibility.ts'
import { UNANSWERED } from '#tests/support/browser.ts'
import { act, card, choose, EPISODE, goToGateway, HOUSE, openShop, phone } from '#tests/support/browser-shop.ts'
import { test } from '#tests/support/browser-test.ts'
import type { Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

let site: Site
beforeAll(async () => {
  site = await openShop()
})
afterAll(() => site?.close())

test('after a declined and an abandoned payment the checkout form keeps its values, and paying succeeds', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  await goToGateway(page, 'farai@example.com')
  await act(page, 'Decline')
  await page.getByText(/The payment did not go through/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await goToGateway(page, 'farai@example.com')
  await act(page, 'Cancel')
  await page.getByText(/The payment with the test gateway was not completed/).waitFor()
  expect(await page.getByLabel('Your email address').inputValue()).toBe('farai@example.com')
  await page.getByRole('button', { name: 'Pay $1,204.50' }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  await act(page, 'Pay The payment arrives immediately')
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, 5)
})

test('a late payment whose tab was closed and whose time limit passed unlocks the book on the next visit', { tags: ['full'] }, async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  const order = page.url()
  const gateway = await goToGateway(page, 'tendai@example.com')
  await page.close()

  const bank = await context.newPage()
  await bank.goto(gateway)
  await act(bank, 'Expire')
  await bank.getByText(/The payment has expired/).waitFor()
  await bank.goto(gateway)
  await act(bank, 'Pay late')
  await bank.getByRole('heading', { name: 'Thank you' }).waitFor()
  await bank.close()

  const back = await context.newPage()
  const answer = Promise.withResolvers<void>()
  await back.route('**/api/owned-items', async (route) => {
    await answer.promise
    await route.continue()
  })
  await back.goto('/bookshop')
  // The test compares positions: the card and its contents don't move when its state changes to owned.
  const places = () => Promise.all([card(back, HOUSE), card(back, HOUSE).getByRole('button').last()].map((part) => part.boundingBox()))
  await card(back, HOUSE).getByText('$1,204.50', { exact: true }).waitFor()
  await back.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await places()
  answer.resolve()
  await card(back, HOUSE).getByText('Yours', { exact: true }).waitFor()
  expect(await places()).toEqual(before)
  await card(back, HOUSE)
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  await showsPage(back, 1, 5)
  await back.goto(order)
  await back.getByRole('heading', { name: 'You own this' }).waitFor()
  // A browser that lost its script-writable storage is recognized by its cookie.
  await back.evaluate(() => localStorage.clear())
  await back.goto('/bookshop')
  await card(back, HOUSE).getByText('Yours', { exact: true }).waitFor()
})

test('the checkout page waits for a delayed payment, even offline, and then opens the book automatically', { tags: ['full'] }, async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  await goToGateway(page, 'simba@example.com')
  await act(page, 'Pay with a delay')
  await page.getByRole('heading', { name: /^Waiting for confirmation/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await context.setOffline(true)
  await page.getByText('There is no connection.').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, 5)
})

test('a pending payment can be continued, or canceled so that another payment option can be chosen', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  const order = page.url()
  await goToGateway(page, 'nyasha@example.com')
  await page.goto(order)
  await page.getByRole('heading', { name: 'Payment in progress' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Continue payment' }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  await page.goBack()
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.getByRole('button', { name: 'Pay $1,204.50' }).waitFor()
  expect(await page.getByText(/was not completed/).count()).toBe(0)
})

test('the checkout page waits for a simulated phone prompt, and the episode plays after the payment', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/podcasts')
  await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  await page.waitForURL('**/checkout/*')
  await page.getByRole('radio', { name: 'EcoCash test' }).check()
  await page.getByLabel('Your email address').fill('blessing@example.com')
  await page.getByRole('button', { name: 'Pay $1.50' }).click()
  await page.getByText('Enter the phone number to pay from.').waitFor()
  await page.getByLabel('Phone number to pay from').fill('0774 444 444')
  await page.getByRole('button', { name: 'Pay $1.50' }).click()
  await page.getByText(/Insufficient balance/).waitFor()
  expect(await page.getByLabel('Phone number to pay from').inputValue()).toBe('0774 444 444')
  await page.getByLabel('Phone number to pay from').fill('0777 654 321')
  await page.getByRole('button', { name: 'Pay $1.50' }).click()
  await page.getByRole('heading', { name: 'Waiting for a simulated phone' }).waitFor()
  expect(page.url()).toContain('/checkout/')
  // The thank-you page is brief and may appear during the accessibility check.
  const thanks = page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const [barriers] = await Promise.all([findBarriers(page), thanks])
  expect(barriers).toEqual([])
  await page.waitForURL('**/podcasts')
  await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
})
