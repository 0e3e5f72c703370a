import { type FormEvent, useState } from 'react'
import { CONTACT_FIELDS, CONTACT_SUBJECTS, type ContactDelivery, type ContactSubject } from '#contracts/site/contact-choices.ts'
import { ApiError, json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormNotice, focusOnMount, type Notice } from '#web/ui/form-notice.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { type ContactErrors, type ContactValues, validateMessage } from './validate-message.ts'

const THANKS = 'Your message has been sent successfully. We will get back to you soon!'

/** Contact form. `delivery` says whether messages are sent or only simulated; `message` is the beginning of the visitor's message. The fields keep their values until the message is sent. */
export function ContactForm({
  delivery,
  subject,
  message,
}: {
  delivery: Promise<ContactDelivery>
  subject?: ContactSubject
  message?: string
}) {
  const [sending, setSending] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const { form, errors, values, showErrors, recheck } = useFormErrors((values) => validateMessage(values as ContactValues))
  // Before hydration, submitting would put the message into the page's URL.
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const message = values() as SentMessage
    setNotice(null)
    if (!showErrors(validateMessage(message))) return
    setSending(true)
    const outcome = await sendMessage(message, await delivery)
    setSending(false)
    if (outcome.sent) {
      form.current?.reset()
      setNotice({ kind: 'success', text: THANKS })
    } else {
      showErrors(outcome.errors)
      if (outcome.notice) setNotice({ kind: 'error', text: outcome.notice })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onInput={recheck} aria-label="Contact form" className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" required error={errors.name} />
        <EmailField label="Email" name="email" required error={errors.email} />
      </div>
      <SelectField label="Subject" name="subject" required defaultValue={subject ?? ''} error={errors.subject}>
        <option value="" disabled>
          Choose a subject
        </option>
        {CONTACT_SUBJECTS.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
      <TextAreaField label="Message" name="message" rows={7} defaultValue={message} required error={errors.message} />
      {/* A honeypot: only bots fill it in. */}
      <div aria-hidden className="absolute -left-[200vw]">
        <label>
          Website
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {notice && <FormNotice notice={notice} ref={focusOnMount} />}
      <Button type={ready ? 'submit' : 'button'} busy={sending} className="sm:justify-self-start sm:px-10">
        {sending ? 'Sending...' : 'Send message'}
      </Button>
      <noscript>
        <p className="text-soft">This form needs JavaScript. Without it, please write to us by email or call.</p>
      </noscript>
    </form>
  )
}

const SIMULATED_DELAY_MS = 1500

/** `website` is the honeypot. */
type SentMessage = ContactValues & { website: string }
type Outcome = { sent: true } | { sent: false; errors: ContactErrors; notice?: string }

/** Sends the message; a simulated delivery only waits. Never rejects. */
async function sendMessage(values: SentMessage, delivery: ContactDelivery): Promise<Outcome> {
  if (delivery === 'simulate') {
    await new Promise((resolve) => setTimeout(resolve, SIMULATED_DELAY_MS))
    return { sent: true }
  }
  try {
    await browserApi.call('/contact', json('POST', values))
    return { sent: true }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      console.warn(error)
      return failed('Your message could not be sent. Check your connection and try again. Your text is still here.')
    }
    return refused(error)
  }
}

function refused({ problem, retryAfterSeconds }: ApiError): Outcome {
  // The network may be shared, so the text does not blame the visitor for the limit.
  if (problem.status === 429)
    return failed(`Your message could not be sent right now. Your text is still here. ${describeRetryAfter(retryAfterSeconds)}`)
  const errors: ContactErrors = {}
  for (const { field, message } of problem.errors ?? []) {
    const known = CONTACT_FIELDS.find((name) => name === field)
    if (known) errors[known] ??= message
  }
  if (Object.keys(errors).length > 0) return { sent: false, errors }
  return failed('Your message could not be sent. Try again in a few minutes, or write to us on WhatsApp. Your text is still here.')
}

function failed(notice: string): Outcome {
  return { sent: false, errors: {}, notice }
}
