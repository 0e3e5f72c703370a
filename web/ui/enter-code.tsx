import { type ReactNode, useEffect, useState } from 'react'
import { formatTime } from '#web/lib/dates.ts'
import { type CodeErrors, checkCode } from '#web/lib/email-codes/code-errors.ts'
import { expiresAt, type RequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { FormNotice } from './form-notice.tsx'
import { useCodeForm } from './use-code-form.ts'

/** E-mails take a while, and only the last two codes are valid. */
const RESEND_SECONDS = 60

/** The form that takes the code. Its texts do not reveal whether the e-mail address is known. */
export function EnterCode({
  asked,
  label,
  action,
  check = () => ({}),
  request,
  submit,
  onAsked,
  onOtherAddress,
  className,
  children,
}: {
  asked: RequestedCode
  /** The accessible name of the form */
  label: string
  /** The label of its button */
  action: string
  /** Validates the other fields */
  check?: (values: Record<string, string>) => CodeErrors
  /** Requests another code */
  request: (email: string) => Promise<void>
  submit: (code: string, values: Record<string, string>) => Promise<void>
  onAsked: (asked: RequestedCode) => void
  onOtherAddress: () => void
  className: string
  /** Fields below the code */
  children?: (errors: CodeErrors) => ReactNode
}) {
  const { form, errors, busy, run, onSubmit } = useCodeForm<'checking' | 'resending'>()
  const [resent, setResent] = useState(false)
  const pause = useCountdown(asked.isSent ? asked.at + RESEND_SECONDS * 1000 : 0)

  useEffect(() => form.current?.querySelector<HTMLElement>('[name=code]')?.focus(), [form])

  function enter(values: Record<string, string>) {
    const code = (values.code ?? '').replace(/\s/g, '')
    setResent(false)
    void run('checking', { ...checkCode(code), ...check(values) }, () => submit(code, values))
  }

  const resend = () =>
    run('resending', {}, async () => {
      await request(asked.email)
      onAsked({ email: asked.email, at: Date.now(), isSent: true })
      setResent(true)
    })

  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit(enter)} aria-label={label} className={className}>
      <p role="status" className="[overflow-wrap:anywhere]">
        {asked.isSent ? 'If we know this address, a code is on its way to ' : 'Enter the code that came to '}
        <strong>{asked.email}</strong>. It is good until {asked.isSent ? formatTime(expiresAt(asked)) : 'the time in its mail'}. Look among
        unwanted mail too.
      </p>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="1234 5678"
        required
        error={errors.code ?? errors.email}
      />
      {children?.(errors)}
      {resent && (
        <FormNotice
          notice={{
            kind: 'success',
            text: 'If we know this address, another code is on its way. The one before works too, until its time.',
          }}
        />
      )}
      {errors.notice && <FormNotice notice={{ kind: 'error', text: errors.notice }} />}
      <Button type="submit" busy={busy === 'checking'} className="sm:justify-self-start">
        {action}
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" busy={busy === 'resending'} disabled={pause > 0} onClick={resend}>
          {pause > 0 ? <span className="tabular-nums">Send another code in {pause} s</span> : 'Send another code'}
        </Button>
        <Button variant="quiet" size="small" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </form>
  )
}
