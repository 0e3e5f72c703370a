import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EMAIL_FORMAT } from '#contracts/contact-form.ts'
import type { Purchase } from '#contracts/purchase.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { STORAGE_KEYS, writeStorage } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { FormNotice } from '#web/ui/form-notice.tsx'
import { CodeForm } from './code-form.tsx'
import { requestCode } from './purchase-calls.ts'
import { type Refusal, refusalOf } from './refusal.ts'

/** First the e-mail address, then the code that was sent to it. */
export function FindPurchases({ onFound }: { onFound: (purchases: Purchase[]) => void }) {
  const [asked, setAsked] = useState<{ email: string; isSent: boolean }>()
  const [found, setFound] = useState<number>()

  function claimed(purchases: Purchase[]) {
    setAsked(undefined)
    setFound(purchases.length)
    onFound(purchases)
  }

  if (asked) return <CodeForm {...asked} onFound={claimed} onOtherAddress={() => setAsked(undefined)} />
  return (
    <>
      {found !== undefined && (
        <div className="mt-5">
          <FormNotice
            notice={{
              kind: 'success',
              text: found > 0 ? 'Your purchases are here. They open in this browser from now on.' : 'Nothing was bought with this address.',
            }}
          />
        </div>
      )}
      <EmailForm onAsked={setAsked} />
    </>
  )
}

function EmailForm({ onAsked }: { onAsked: (asked: { email: string; isSent: boolean }) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<Refusal>({})
  const [sending, setSending] = useState(false)
  // Before scripts run, pressing the button would carry the address into the page's own.
  const ready = useHydrated()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending || !form.current) return
    const email = readEmail(form.current)
    if (!EMAIL_FORMAT.test(email)) return refuse({ email: email ? 'Enter a valid e-mail address.' : 'Enter an e-mail address.' })
    setRefusal({})
    setSending(true)
    try {
      await requestCode(email)
      writeStorage(STORAGE_KEYS.email, email)
      onAsked({ email, isSent: true })
    } catch (error) {
      refuse(refusalOf(error))
    } finally {
      setSending(false)
    }
  }

  function refuse(next: Refusal) {
    flushSync(() => setRefusal(next))
    focusFirstError(form.current)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Find purchases" className="mt-5 grid max-w-md gap-5">
      <p className="text-soft">Give the e-mail address that you gave when you paid. A code comes to it.</p>
      <TextField label="Your e-mail address" name="email" type="email" autoComplete="email" required error={refusal.email} />
      {refusal.notice && <FormNotice notice={{ kind: 'error', text: refusal.notice }} />}
      {refusal.hasCodes && (
        <Button variant="outline" onClick={() => form.current && onAsked({ email: readEmail(form.current), isSent: false })}>
          Enter a code that I have
        </Button>
      )}
      <Button type={ready ? 'submit' : 'button'} busy={sending} className="sm:justify-self-start">
        Send me a code
      </Button>
      <noscript>
        <p className="text-soft">This form needs JavaScript. Without it, please write to us or call.</p>
      </noscript>
    </form>
  )
}

function readEmail(form: HTMLFormElement) {
  return String(new FormData(form).get('email') ?? '').trim()
}
