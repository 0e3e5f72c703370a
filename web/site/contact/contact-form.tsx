import {
  CONTACT_FIELDS,
  CONTACT_SUBJECTS,
  type ContactDelivery,
  type ContactField,
  type ContactSubject,
} from '#contracts/site/contact-choices.ts'
import { ApiError, json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { fieldErrors } from '#web/lib/api/field-errors.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormNotice, focusOnMount } from '#web/ui/form-notice.tsx'
import { type Outcome, usePublicForm } from '#web/ui/use-public-form.ts'
import { type ContactValues, validateMessage } from './validate-message.ts'

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
  const { form, errors, notice, busy, submits, recheck } = usePublicForm((values) => validateMessage(values as ContactValues))
  // The form is disabled before hydration, since submitting it would put the message into the page's URL.
  const ready = useHydrated()

  const submit = submits('send', async (values) => {
    const outcome = await sendMessage(values as SentMessage, await delivery)
    if (outcome.success) form.current?.reset()
    return outcome
  })

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
      {/* Honeypot field, which only bots fill in. */}
      <div aria-hidden className="absolute -left-[200vw]">
        <label>
          Website
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {notice && <FormNotice notice={notice} ref={focusOnMount} />}
      <Button type={ready ? 'submit' : 'button'} busy={busy !== undefined} className="sm:justify-self-start sm:px-10">
        {busy ? 'Sending...' : 'Send message'}
      </Button>
      <noscript>
        <p className="text-soft">This form needs JavaScript. Without it, please write to us by email or call.</p>
      </noscript>
    </form>
  )
}

const SIMULATED_DELAY_MS = 1500

/** Contact message as submitted; `website` is the honeypot field. */
type SentMessage = ContactValues & { website: string }

/** Sends the message; a simulated delivery only waits. Never rejects. */
async function sendMessage(values: SentMessage, delivery: ContactDelivery): Promise<Outcome<ContactField>> {
  if (delivery === 'simulate') {
    await new Promise((resolve) => setTimeout(resolve, SIMULATED_DELAY_MS))
    return { success: THANKS }
  }
  try {
    await browserApi.call('/contact', json('POST', values))
    return { success: THANKS }
  } catch (error) {
    if (error instanceof ApiError) return refused(error)
    console.warn(error)
    return { failure: 'Your message could not be sent. Check your connection and try again. Your text is still here.' }
  }
}

function refused(error: ApiError): Outcome<ContactField> {
  // The message does not blame the visitor for the rate limit, since the network may be shared.
  if (error.problem.status === 429)
    return { failure: `Your message could not be sent right now. Your text is still here. ${describeRetryAfter(error.retryAfterSeconds)}` }
  const errors = fieldErrors(error, CONTACT_FIELDS)
  if (errors) return { errors }
  return { failure: 'Your message could not be sent. Try again in a few minutes, or write to us on WhatsApp. Your text is still here.' }
}
