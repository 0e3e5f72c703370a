import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EMAIL_CODE_FORMAT, EMAIL_CODE_MINUTES, EMAIL_CODE_RULE } from '#contracts/email-code.ts'
import type { Purchase } from '#contracts/purchase.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { FormNotice, type Notice } from '#web/ui/form-notice.tsx'
import { claimPurchases, requestCode } from './purchase-calls.ts'
import { refusalOf } from './refusal.ts'
import { usePause } from './use-pause.ts'

/** Letters take a while; of the codes that somebody asks for, only the last two are good. */
const RESEND_SECONDS = 60

/** The eight digits that were sent. It says the same whether or not the address is known. */
export function CodeForm({
  email,
  isSent,
  onFound,
  onOtherAddress,
}: {
  email: string
  /** A code was just asked for; else the one before is entered */
  isSent: boolean
  onFound: (purchases: Purchase[]) => void
  onOtherAddress: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [notice, setNotice] = useState<Notice>()
  const [busy, setBusy] = useState<'checking' | 'resending'>()
  const pause = usePause(RESEND_SECONDS)

  useEffect(() => form.current?.querySelector<HTMLElement>('[name=code]')?.focus(), [])

  async function run(what: 'checking' | 'resending', work: () => Promise<void>) {
    if (busy) return
    setBusy(what)
    setNotice(undefined)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      const refusal = refusalOf(failure)
      refuse(refusal.code ?? refusal.email)
      if (refusal.notice) setNotice({ kind: 'error', text: refusal.notice })
    }
    setBusy(undefined)
  }

  function refuse(message: string | undefined) {
    flushSync(() => setError(message))
    focusFirstError(form.current)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!form.current) return
    const code = String(new FormData(form.current).get('code') ?? '').replace(/\s/g, '')
    if (!EMAIL_CODE_FORMAT.test(code)) return refuse(EMAIL_CODE_RULE)
    void run('checking', async () => onFound(await claimPurchases(email, code)))
  }

  const resend = () =>
    run('resending', async () => {
      await requestCode(email)
      pause.begin()
      setNotice({ kind: 'success', text: 'If we know this address, another code is on its way. The one before works too.' })
    })

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Code" className="mt-5 grid max-w-md gap-5">
      <p role="status" className="[overflow-wrap:anywhere]">
        {isSent ? 'If we know this address, a code is on its way to ' : 'Enter the newest code that came to '}
        <strong>{email}</strong>. It is good for {EMAIL_CODE_MINUTES} minutes. Look among unwanted mail too.
      </p>
      <TextField label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" placeholder="1234 5678" required error={error} />
      {notice && <FormNotice notice={notice} />}
      <Button type="submit" busy={busy === 'checking'} className="sm:justify-self-start">
        Show my purchases
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" busy={busy === 'resending'} disabled={pause.seconds > 0} onClick={resend}>
          {pause.seconds > 0 ? <span className="tabular-nums">Send another code in {pause.seconds} s</span> : 'Send another code'}
        </Button>
        <Button variant="quiet" size="small" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </form>
  )
}
