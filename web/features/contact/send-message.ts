import type { ContactForm } from '#contracts/contact.ts'
import { CONTACT_FIELDS, type ContactDelivery } from '#contracts/contact-choices.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import type { ContactErrors, ContactValues } from './validate-message.ts'

const SIMULATED_DELAY_MS = 1500

/** `website` is the honeypot. */
export type SentMessage = ContactValues & { website: string }
type Outcome = { sent: true } | { sent: false; errors: ContactErrors; notice?: string }

/** Sends the message; a simulated delivery only waits. Never rejects. */
export async function sendMessage(values: SentMessage, delivery: ContactDelivery): Promise<Outcome> {
  if (delivery === 'simulate') {
    await new Promise((resolve) => setTimeout(resolve, SIMULATED_DELAY_MS))
    return { sent: true }
  }
  try {
    await browserApi.sendMessage(values as ContactForm)
    return { sent: true }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      console.warn(error)
      return failed('Your message could not be sent. Check your connection and try again; what you wrote is still here.')
    }
    return refused(error)
  }
}

function refused({ problem, retryAfterSeconds }: ApiError): Outcome {
  // The network may be shared, so the visitor is not blamed for the limit.
  if (problem.status === 429)
    return failed(`Your message could not be sent just now; it is still here. ${describeRetryAfter(retryAfterSeconds)}`)
  const errors: ContactErrors = {}
  for (const { field, message } of problem.errors ?? []) {
    const known = CONTACT_FIELDS.find((name) => name === field)
    if (known) errors[known] ??= message
  }
  if (Object.keys(errors).length > 0) return { sent: false, errors }
  return failed('Your message could not be sent. Try again in a little while, or write to us on WhatsApp; what you wrote is still here.')
}

function failed(notice: string): Outcome {
  return { sent: false, errors: {}, notice }
}
