import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const AT = '2026-11-20T08:00:00.000Z'
const MESSAGE = {
  id: 'm',
  name: 'Rudo Moyo',
  email: 'rudo@example.com',
  subject: 'Book Purchase',
  message: 'Is it to be had on paper?',
  doubtful: false,
  read: true,
  answered: false,
  createdAt: AT,
  entries: [],
}
const SAVED = { id: 's', title: 'Opening hours', text: 'We are open from eight to five.' }
const entry = (kind: string, text: string, sentAt: string | null = null) => ({
  id: text,
  kind,
  text,
  by: 'Ada Admin',
  at: AT,
  sentAt,
  refused: false,
})

const openMessages = (answers = {}) =>
  openFakeApi({
    '/contact': { delivery: 'inbox' },
    '/messages': [MESSAGE],
    '/messages/state': { unread: 3, sendsMail: true },
    '/saved-answers': [SAVED],
    ...answers,
  })

test('a message is answered with a saved answer and gets a note, and the menu shows the number of unread messages', async () => {
  const sent: unknown[] = []
  const answers = [
    refuse(503, 'unavailable'),
    { ...MESSAGE, answered: true, entries: [entry('answer', 'Yes.', AT)] },
    { ...MESSAGE, answered: true, entries: [entry('answer', 'Yes.', AT), entry('note', 'Asked the printer')] },
  ]
  openMessages({
    'POST /messages/m/entries': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return answers.shift()
    },
  })
  await openAdminPage('/admin/messages')
  await page.viewport(1440, 900)
  await expect.element(page.getByRole('link', { name: 'Messages 3 unread' })).toBeVisible()
  await page.getByRole('button', { name: /^Book Purchase from Rudo Moyo/ }).click()
  await expectToFitEachSize()
  const text = page.getByLabelText('Answer or note')
  await text.fill('Yes.')
  await page.getByLabelText('Insert a saved answer').selectOptions('Opening hours')
  await expect.element(text).toHaveValue(`Yes.\n\n${SAVED.text}`)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.element(page.getByText('Failed to save the answer or note').first()).toBeVisible()
  await expect.element(text).toHaveValue(`Yes.\n\n${SAVED.text}`)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.element(page.getByText(/^Answer by Ada Admin, .*, sent /)).toBeVisible()
  await expect.element(text).toHaveValue('')
  await text.fill('Asked the printer')
  await page.getByRole('button', { name: 'Save as note' }).click()
  await expect.element(page.getByText(/^Note by Ada Admin/)).toBeVisible()
  await expectToFitEachSize()
  const answer = { kind: 'answer', text: `Yes.\n\n${SAVED.text}` }
  expect(sent).toEqual([answer, answer, { kind: 'note', text: 'Asked the printer' }])
})

test('without a mail server, the answer opens in an email program with the text typed into the form', async () => {
  openMessages({ '/messages/state': { unread: 0, sendsMail: false } })
  await openAdminPage('/admin/messages')
  await page.getByRole('button', { name: /^Book Purchase from Rudo Moyo/ }).click()
  await page.getByLabelText('Note or draft of an answer').fill('Yes, on paper.')
  const reply = page.getByRole('link', { name: 'Reply by email' })
  await expect
    .element(reply)
    .toHaveAttribute('href', expect.stringMatching(/^mailto:rudo%40example\.com\?subject=Re%3A.*&body=Yes%2C%20on%20paper/))
  expect(page.getByRole('button', { name: 'Send answer' }).elements()).toEqual([])
})

test('a saved answer can be changed', async () => {
  const sent: unknown[] = []
  const save = (_: URL, body: string) => {
    sent.push(JSON.parse(body))
    return Response.json({ ...SAVED, title: 'Hours' }, { status: 201 })
  }
  openMessages({ 'POST /saved-answers': save, 'PATCH /saved-answers/s': save })
  const { expectAddress } = await openAdminPage('/admin/saved-answers')
  await expect.element(page.getByText(SAVED.text)).toBeVisible()
  await expectToFitEachSize()
  await page.getByRole('link', { name: 'Edit Opening hours' }).click()
  await page.getByLabelText('Title').fill('Hours')
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectAddress('/admin/saved-answers')
  expect(sent).toEqual([{ title: 'Hours' }])
})

test('a message whose hidden field was filled in is marked, and a refused answer says so', async () => {
  const refused = { ...entry('answer', 'Yes.'), refused: true }
  openMessages({ '/messages': [{ ...MESSAGE, doubtful: true, entries: [refused] }] })
  await openAdminPage('/admin/messages')
  await expect.element(page.getByText(/Perhaps spam/)).toBeVisible()
  await page
    .getByRole('button', { name: /from Rudo Moyo/ })
    .first()
    .click()
  await expect.element(page.getByText(/a field that people don’t see was filled in/)).toBeVisible()
  await expect.element(page.getByText(/the mail server does not accept this email address/)).toBeVisible()
  await expectToFitEachSize()
})
