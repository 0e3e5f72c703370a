import type { ReactNode } from 'react'
import { checkEmail } from '#web/lib/email-codes/check-code.ts'
import type { RequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { FormNotice } from './form-notice.tsx'
import { useCodeForm } from './use-code-form.ts'

/** Asks for an e-mail address and has a code sent to it. Whoever has a code already goes on with that. */
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
  /** What the form is called */
  label: string
  intro: ReactNode
  emailLabel: string
  /** The address that is there already */
  email?: string | undefined
  /** Has the code sent. @throws when it could not be asked for */
  request: (email: string) => Promise<void>
  onAsked: (asked: RequestedCode) => void
  className: string
  /** What stands below */
  children?: ReactNode
}) {
  const { form, refusal, busy, run, onSubmit, values } = useCodeForm<'sending' | 'going-on'>()
  // Before scripts run, pressing the button would carry the address into the page's own.
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
      <TextField label={emailLabel} name="email" type="email" autoComplete="email" required defaultValue={email} error={refusal.email} />
      {refusal.notice && <FormNotice notice={{ kind: 'error', text: refusal.notice }} />}
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
