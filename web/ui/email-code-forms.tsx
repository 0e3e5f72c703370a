import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CodeErrors, checkCode, checkEmail, toCodeErrors } from '#web/lib/email-codes/code-errors.ts'
import { expiresAt, type RequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { formatTime } from '#web/lib/format/dates.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { FormNotice } from './form-notice.tsx'
import { readForm, useFormErrors } from './use-form-errors.ts'

/** Delay before a code can be requested again: emails take a while, and only the last two codes are valid. */
const RESEND_SECONDS = 60

/** Form for entering the code. Its texts do not reveal whether the email address is known. */
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
  action: string
  /** Validates the other fields */
  check?: (values: Record<string, string>) => CodeErrors
  request: (email: string) => Promise<void>
  submit: (code: string, values: Record<string, string>) => Promise<void>
  onAsked: (asked: RequestedCode) => void
  onOtherAddress: () => void
  className: string
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
        {asked.isSent ? 'If we know this address, a code is on its way to ' : 'Enter the code that we sent to '}
        <strong>{asked.email}</strong>. It is valid until {asked.isSent ? formatTime(expiresAt(asked)) : 'the time in its email'}. Check
        your spam folder too.
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
            text: 'If we know this address, another code is on its way. The previous code still works until it expires.',
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

/** Form that requests a code for an email address. A visitor who already has a code can skip the request. */
export function AskForCode({
  label,
  intro,
  emailLabel,
  email = '',
  request,
  onAsked,
  className,
  children,
}: {
  /** The accessible name of the form */
  label: string
  intro: ReactNode
  emailLabel: string
  email?: string
  /** Requests the code. @throws on failure */
  request: (email: string) => Promise<void>
  onAsked: (asked: RequestedCode) => void
  className: string
  children?: ReactNode
}) {
  const { form, errors, busy, run, onSubmit, values } = useCodeForm<'sending' | 'going-on'>()
  // Before hydration, submitting would put the email address into the page's URL.
  const ready = useHydrated()

  const send = ({ email = '' }: Record<string, string>) =>
    run('sending', checkEmail(email.trim()), async () => {
      await request(email.trim())
      onAsked({ email: email.trim(), at: Date.now(), isSent: true })
    })
  const goOn = ({ email = '' }: Record<string, string>) =>
    run('going-on', checkEmail(email.trim()), async () => onAsked({ email: email.trim(), at: Date.now(), isSent: false }))

  return (
    <form ref={form} noValidate onSubmit={onSubmit(send)} aria-label={label} className={className}>
      <p className="text-soft">{intro}</p>
      <TextField label={emailLabel} name="email" type="email" autoComplete="email" required defaultValue={email} error={errors.email} />
      {errors.notice && <FormNotice notice={{ kind: 'error', text: errors.notice }} />}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button type={ready ? 'submit' : 'button'} busy={busy === 'sending'}>
          Send me a code
        </Button>
        <Button variant="outline" onClick={() => goOn(values())}>
          I have a code
        </Button>
      </div>
      {children}
    </form>
  )
}

/** Returns the state of an email code form: one action at a time, and the error messages. */
function useCodeForm<Action extends string>() {
  const { form, errors, values, showErrors } = useFormErrors<CodeErrors>(() => ({}))
  const [busy, setBusy] = useState<Action>()

  /** Runs the action unless another one is in progress or the form is invalid. */
  async function run(action: Action, found: CodeErrors, work: () => Promise<void>): Promise<void> {
    if (busy || !showErrors(found)) return
    setBusy(action)
    try {
      await work()
      setBusy(undefined)
    } catch (error) {
      // Disabled elements can't be focused.
      flushSync(() => setBusy(undefined))
      showErrors(toCodeErrors(error))
    }
  }

  const onSubmit = (submit: (values: Record<string, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(readForm(event.currentTarget))
  }
  return { form, errors, busy, run, onSubmit, values }
}
