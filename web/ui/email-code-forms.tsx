import { type ReactNode, useEffect } from 'react'
import { type CodeErrors, checkCode, checkEmail, cleanCode, describeCodeFailure } from '#web/lib/email-codes/code-errors.ts'
import { expiresAt, type RequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { formatTime } from '#web/lib/format/dates.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { FormNotice } from './form-notice.tsx'
import { type FormValues, usePublicForm } from './use-public-form.ts'

/** Delay before another code can be requested. Emails take some time, and only the last two codes are valid. */
const RESEND_SECONDS = 60

/** Form for entering an email code. Its texts do not reveal whether the email address is known. */
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
  /** Validates the fields other than the code */
  check?: (values: FormValues) => CodeErrors
  request: (email: string) => Promise<void>
  submit: (code: string, values: FormValues) => Promise<void>
  onAsked: (asked: RequestedCode) => void
  onOtherAddress: () => void
  className: string
  children?: (errors: CodeErrors) => ReactNode
}) {
  const { form, errors, notice, busy, run, submits } = usePublicForm<keyof CodeErrors, 'checking' | 'resending'>((values) => ({
    ...checkCode(codeOf(values)),
    ...check(values),
  }))
  const pause = useCountdown(asked.isSent ? asked.at + RESEND_SECONDS * 1000 : 0)

  useEffect(() => form.current?.querySelector<HTMLElement>('[name=code]')?.focus(), [form])

  const enter = (values: FormValues) => attempt(() => submit(codeOf(values), values))
  const resend = () =>
    attempt(async () => {
      await request(asked.email)
      onAsked({ email: asked.email, at: Date.now(), isSent: true })
      return 'If we know this address, another code is on its way. The previous code still works until it expires.'
    })

  return (
    <form ref={form} method="post" noValidate onSubmit={submits('checking', enter)} aria-label={label} className={className}>
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
      {notice && <FormNotice notice={notice} />}
      <Button type="submit" busy={busy === 'checking'} className="sm:justify-self-start">
        {action}
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="small"
          busy={busy === 'resending'}
          disabled={pause > 0}
          onClick={() => run('resending', resend, () => ({}))}
        >
          {pause > 0 ? <span className="tabular-nums">Send another code in {pause} s</span> : 'Send another code'}
        </Button>
        <Button variant="quiet" size="small" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </form>
  )
}

/** Form that requests a code for an email address. Visitors who already have a code can skip the request. */
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
  /** Requests an email code. @throws on failure */
  request: (email: string) => Promise<void>
  onAsked: (asked: RequestedCode) => void
  className: string
  children?: ReactNode
}) {
  const { form, errors, notice, busy, run, submits } = usePublicForm<keyof CodeErrors, 'sending' | 'going-on'>((values) =>
    checkEmail(emailOf(values)),
  )
  // Submitting before hydration would put the email address into the page's URL.
  const ready = useHydrated()

  const send = (values: FormValues) =>
    attempt(async () => {
      await request(emailOf(values))
      onAsked({ email: emailOf(values), at: Date.now(), isSent: true })
    })
  const goOn = (values: FormValues) => attempt(async () => onAsked({ email: emailOf(values), at: Date.now(), isSent: false }))

  return (
    <form ref={form} noValidate onSubmit={submits('sending', send)} aria-label={label} className={className}>
      <p className="text-soft">{intro}</p>
      <TextField label={emailLabel} name="email" type="email" autoComplete="email" required defaultValue={email} error={errors.email} />
      {notice && <FormNotice notice={notice} />}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button type={ready ? 'submit' : 'button'} busy={busy === 'sending'}>
          Send me a code
        </Button>
        <Button variant="outline" onClick={() => run('going-on', goOn)}>
          I have a code
        </Button>
      </div>
      {children}
    </form>
  )
}

const codeOf = ({ code = '' }: FormValues) => cleanCode(code)
const emailOf = ({ email = '' }: FormValues) => email.trim()

/** Runs a request and returns its outcome. The result of a successful request is the success message. */
async function attempt(request: () => Promise<unknown>) {
  try {
    const text = await request()
    return typeof text === 'string' ? { success: text } : {}
  } catch (error) {
    return describeCodeFailure(error)
  }
}
