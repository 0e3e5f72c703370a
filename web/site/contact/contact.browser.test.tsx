import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const THANKS = 'Your message has been sent successfully. We will get back to you soon!'
const LETTER = { name: 'Rudo Moyo', email: 'rudo@example.com', subject: 'Publishing', message: 'I have written a book.\nWhat now?' }

const form = page.getByRole('form', { name: 'Contact form' })
const send = page.getByRole('button', { name: 'Send message' })

async function fill(letter: typeof LETTER) {
  await form.getByLabelText('Name').fill(letter.name)
  await form.getByLabelText('Email').fill(letter.email)
  await form.getByLabelText('Subject').selectOptions(letter.subject)
  await form.getByLabelText('Message').fill(letter.message)
}

function typed() {
  const { website, ...letter } = Object.fromEntries(new FormData(form.element() as HTMLFormElement))
  return { subject: '', ...letter }
}

const refuse = (status: number, problem: object) => Response.json({ status, ...problem }, { status })

test('an incomplete contact message displays an error at each invalid field and focuses the first of them', async () => {
  openFakeApi({ '/contact': { delivery: 'simulate' } })
  await openPage('/contact')
  await send.click()
  for (const text of ['Enter your name.', 'Enter your email address.', 'Choose a subject.', 'Enter your message.'])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(form.getByLabelText('Name')).toHaveFocus()
  await inEachSize(async () => expect(await findViolations()).toEqual([]))
  await fill({ ...LETTER, email: 'rudo@' })
  await send.click()
  await expect.element(page.getByText('Enter a valid email address.')).toBeVisible()
})

test('a common typing error in the email address displays a suggestion, which the visitor can accept or ignore', async () => {
  openFakeApi({ '/contact': { delivery: 'simulate' } })
  await openPage('/contact')
  const email = form.getByLabelText('Email')
  await email.fill('rudo@gmial.com')
  const meant = page.getByRole('button', { name: 'rudo@gmail.com' })
  await expect.element(meant).toBeVisible()
  expect(await findViolations()).toEqual([])
  await meant.click()
  await expect.element(email).toHaveValue('rudo@gmail.com')
  await expect.element(email).toHaveFocus()
  await expect.element(meant).not.toBeInTheDocument()
  await fill({ ...LETTER, email: 'rudo@gmial.com' })
  await expect.element(meant).toBeVisible()
  await send.click()
  await expect.element(page.getByText(THANKS)).toBeVisible()
})

test('a simulated contact message succeeds after 1.5 seconds without a request, and the form is cleared', async () => {
  openFakeApi({ '/contact': { delivery: 'simulate' } })
  const beacon = vi.spyOn(navigator, 'sendBeacon')
  const request = vi.spyOn(XMLHttpRequest.prototype, 'send')
  await openPage('/contact')
  await fill(LETTER)
  vi.mocked(window.fetch).mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    send.element().focus()
    await userEvent.keyboard('{Enter}')
    const sending = page.getByRole('button', { name: 'Sending...' })
    await expect.element(sending).toBeDisabled()
    await vi.advanceTimersByTimeAsync(1400)
    await expect.element(sending).toBeDisabled()
    expect(page.getByText(THANKS).elements()).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await expect.element(page.getByText(THANKS)).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
  expect(typed()).toEqual({ name: '', email: '', subject: '', message: '' })
  for (const call of [window.fetch, beacon, request]) expect(call).not.toHaveBeenCalled()
})

test('the contact form selects the subject named in the link', async () => {
  openFakeApi({ '/contact': { delivery: 'inbox' } })
  await openPage('/contact?subject=Publishing')
  await expect.element(form.getByLabelText('Subject')).toHaveValue('Publishing')
})

test('the contact form displays a validation error from the API at the field, and a rate limit error above the button', async () => {
  let answer = refuse(400, { errors: [{ field: 'email', message: 'Enter another email address.' }] })
  openFakeApi({ '/contact': (_url: URL, body?: string) => (body ? answer : { delivery: 'inbox' }) })
  await openPage('/contact')
  await fill(LETTER)
  await send.click()
  await expect.element(page.getByText('Enter another email address.')).toBeVisible()
  await expect.element(form.getByLabelText('Email')).toHaveFocus()
  answer = refuse(429, { code: 'too_many_requests' })
  await send.click()
  await expect.element(page.getByRole('alert').getByText(/Try again in a few minutes/)).toBeVisible()
  expect(typed()).toEqual(LETTER)
  await inEachSize(async () => expect(await findViolations()).toEqual([]))
})

test('the contact page fits a width of 320 pixels', async () => {
  openFakeApi({ '/contact': { delivery: 'inbox' } })
  await openPage('/contact')
  await expect.element(send).toBeVisible()
  await inEachSize(() => expect(overflows()).toBe(false), [{ width: 320, height: 740 }])
})
