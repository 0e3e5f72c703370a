import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CONTACT_SUBJECTS, type ContactDelivery, type ContactSubject } from '#contracts/contact-form.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { FormNotice, focusOnMount, type Notice } from '#web/ui/form-notice.tsx'
import { sendMessage } from './send-message.ts'
import { type ContactErrors, type ContactValues, validateMessage } from './validate-message.ts'

const THANKS = 'Your message has been sent successfully. We will get back to you soon!'

/** `delivery` says whether messages are really sent. The fields keep what was typed until it has gone. */
export function ContactForm({ delivery, subject }: { delivery: Promise<ContactDelivery>; subject?: ContactSubject }) {
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<ContactErrors>({})
  const [notice, setNotice] = useState<Notice | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // Before scripts run, pressing the button would carry the message into the page's address.
  const ready = useHydrated()

  function showErrors(found: ContactErrors) {
    flushSync(() => setErrors(found))
    focusFirstError(form.current)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending || !form.current) return
    const values = readForm(form.current)
    const found = validateMessage(values)
    setNotice(null)
    showErrors(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    const outcome = await sendMessage(values, await delivery)
    setSending(false)
    if (outcome.sent) {
      form.current?.reset()
      setNotice({ kind: 'success', text: THANKS })
    } else {
      showErrors(outcome.errors)
      if (outcome.notice) setNotice({ kind: 'error', text: outcome.notice })
    }
  }

  /** A message beside a field goes as soon as the field is right. */
  function recheck() {
    if (!form.current || Object.keys(errors).length === 0) return
    const found = validateMessage(readForm(form.current))
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([field]) => found[field as keyof ContactErrors])))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onInput={recheck} aria-label="Contact form" className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" required error={errors.name} />
        <TextField label="Email" name="email" type="email" autoComplete="email" required error={errors.email} />
      </div>
      <SelectField label="Subject" name="subject" required defaultValue={subject ?? ''} error={errors.subject}>
        <option value="" disabled>
          Choose a subject
        </option>
        {CONTACT_SUBJECTS.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
      <TextAreaField label="Message" name="message" rows={7} required error={errors.message} />
      {/* For programs that fill in whatever they find. */}
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
        <p className="text-soft">This form needs JavaScript. Without it, please write to us by e-mail or call.</p>
      </noscript>
    </form>
  )
}

function readForm(form: HTMLFormElement): ContactValues & { website: string } {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message'), website: text('website') }
}
