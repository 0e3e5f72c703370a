import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CONTACT_SUBJECTS } from '#contracts/site/contact-choices.ts'
import { site } from '#site/site.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { findInvalidFields } from '#tests/support/component/invalid-fields.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

test('the contact page has a form whose fields are all required, a phone number, an email address and business hours', async () => {
  openFakeApi({ '/contact': { delivery: 'simulate' } })
  await openPage('/contact')
  const form = page.getByRole('form', { name: 'Contact form' })
  await form.getByRole('button').click()
  await expect.poll(findInvalidFields).toEqual(['name', 'email', 'subject', 'message'])
  const subject = form.getByLabelText('Subject')
  const choices = [...subject.element().querySelectorAll('option:enabled')].map(({ textContent }) => textContent)
  expect(choices).toEqual([
    'General Inquiry',
    'Book Purchase',
    'Program Information',
    'Publishing',
    'Technical Support',
    'Other',
  ] satisfies (typeof CONTACT_SUBJECTS)[number][])
  await form.getByLabelText('Name').fill('Rudo')
  await form.getByLabelText('Email').fill('rudo@nowhere')
  await subject.selectOptions('Other')
  await form.getByLabelText('Message').fill('Good morning')
  await form.getByRole('button').click()
  await expect.poll(findInvalidFields).toEqual(['email'])

  const main = page.getByRole('main')
  await expect.element(main.getByRole('link', { name: site.contact.phone }).first()).toBeVisible()
  await expect.element(main.getByRole('link', { name: site.contact.email })).toBeVisible()
  const hours = [...document.querySelectorAll('main dl')].at(-1)?.querySelectorAll(':scope > div') ?? []
  expect([...hours].map(({ textContent }) => textContent)).toEqual([
    'Monday to Friday8:00 AM to 5:00 PM',
    'Saturday9:00 AM to 2:00 PM',
    'SundayClosed',
  ])
})

test('the Bibles tile of the home page opens the contact form, filled in with a request for a Bible', async () => {
  openFakeApi({ '/contact': { delivery: 'simulate' }, '/books': [], '/podcasts': [] })
  await openPage('/')
  await page.getByRole('link', { name: 'Learn More about Bibles' }).click()
  await expect.element(page.getByRole('heading', { name: 'Ask for a Bible' })).toBeVisible()
  await expect.element(page.getByLabelText('Subject')).toHaveValue('Book Purchase')
  await expect.element(page.getByLabelText('Message')).toHaveValue('I would like a Bible. Language, and printed or digital: ')
})
