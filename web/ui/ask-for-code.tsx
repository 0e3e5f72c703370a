import type { ReactNode } from 'react'
import { checkEmail } from '#web/lib/email-codes/code-errors.ts'
import type { RequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { FormNotice } from './form-notice.tsx'
import { useCodeForm } from './use-code-form.ts'

/** Asks for an e-mail address and requests a code for it. A visitor who has a code can skip the request. */
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
  /** The initial e-mail address */
  email?: string | undefined
  /** Requests the code. @throws when that failed */
  request: (email: string) => Promise<void>
  onAsked: (asked: RequestedCode) => void
  className: string
  /** Content below the buttons */
  children?: ReactNode
}) {
  const { form, errors, busy, run, onSubmit, values } = useCodeForm<'sending' | 'going-on'>()
  // Before hydration a submit would put the e-mail address into the page's URL.
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
